import CMicroHTTPD

extension ServerResponse {
    func queue(on connection: ConnectionHandle, bytes: [UInt8]) -> MHD_Result {
        let response = bytes.withUnsafeBytes { bytes in
            // The buffer is only read: with MUST_COPY libmicrohttpd copies it before this returns.
            console_mhd_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        return queue(response, on: connection)
    }

    func queue(on connection: ConnectionHandle, length: Int?, reader: BodyReader) -> MHD_Result {
        let unknownLength = UInt64.max
        let blockSize = 64 << 10
        let context = Unmanaged.passRetained(reader)
        let response = console_mhd_create_response_from_callback(
            length.map { UInt64($0) } ?? unknownLength, blockSize, DaemonCallbacks.readBody, context.toOpaque(),
            DaemonCallbacks.freeBody)
        if response == nil { context.release() }
        return queue(response, on: connection)
    }

    /// Closes the connection (`MHD_NO`) if libmicrohttpd refuses a header, such as one with a line break.
    private func queue(_ response: OpaquePointer?, on connection: ConnectionHandle) -> MHD_Result {
        guard let response else { return .NO }
        defer { console_mhd_destroy_response(response) }
        for field in headers.fields {
            guard console_mhd_add_response_header(response, field.name, field.value) == .YES else { return .NO }
        }
        return console_mhd_queue_response(connection.pointer, UInt32(clamping: status), response)
    }
}
