import CMicroHTTPD

/// The functions that libmicrohttpd calls on its polling thread, in this order for each request: `target` once,
/// `access` for the headers, for each piece of the body and for its end (and once more after a resume), `completed`.
///
/// The context is the `Dispatcher`, which outlives the daemon. The request's own pointer is a `ServerExchange`,
/// retained by `target` and released by `completed`, which libmicrohttpd calls exactly once for every request
/// that `target` saw.
enum DaemonCallbacks {
    static let target:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, uri, _ in
            let target = uri.map { String(cString: $0) } ?? "/"
            return Unmanaged.passRetained(ServerExchange(target: target)).toOpaque()
        }

    static let access: MHD_AccessHandlerCallback = {
        context, connection, _, method, _, uploadData, uploadSize, requestContext in
        guard let context, let connection, let uploadSize, let exchange = requestContext?.pointee else { return .NO }
        let dispatcher = Unmanaged<Dispatcher>.fromOpaque(context).takeUnretainedValue()
        let upload = UnsafeRawBufferPointer(start: uploadData, count: uploadSize.pointee)
        uploadSize.pointee = 0
        return dispatcher.advance(
            Unmanaged<ServerExchange>.fromOpaque(exchange).takeUnretainedValue(),
            on: ConnectionHandle(pointer: connection), method: method, upload: upload)
    }

    static let completed: MHD_RequestCompletedCallback = { context, connection, requestContext, _ in
        guard let context, let connection, let pointer = requestContext?.pointee else { return }
        requestContext?.pointee = nil
        let exchange = Unmanaged<ServerExchange>.fromOpaque(pointer).takeRetainedValue()
        Unmanaged<Dispatcher>.fromOpaque(context).takeUnretainedValue()
            .forget(exchange, on: ConnectionHandle(pointer: connection))
    }

    /// Called once when a connection has been accepted, and once when it is closed.
    static let connected: MHD_NotifyConnectionCallback = { context, connection, _, change in
        guard let context, let connection else { return }
        let dispatcher = Unmanaged<Dispatcher>.fromOpaque(context).takeUnretainedValue()
        let handle = ConnectionHandle(pointer: connection)
        if change == .CONNECTION_NOTIFY_CLOSED { dispatcher.close(handle) } else { dispatcher.open(handle) }
    }

    static let readBody: MHD_ContentReaderCallback = { context, _, buffer, capacity in
        guard let context, let buffer else { return BodyReading.failed }
        let reader = Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
        return reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
    }

    static let freeBody: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        Unmanaged<BodyReader>.fromOpaque(context).release()
    }
}

/// The results of a body reader other than a number of bytes.
///
/// The C macros contain casts, which Swift can't import.
enum BodyReading {
    static let suspended = 0
    static let ended = -1
    static let failed = -2
}

/// A connection of libmicrohttpd.
///
/// Unchecked because an imported pointer is never Sendable. It is used on the polling thread during a callback, when
/// libmicrohttpd keeps it alive, and from elsewhere only by `ServerExchange`, which keeps it exactly while the
/// connection is suspended, when libmicrohttpd neither touches nor frees it, and gives it up in the same critical
/// section as the resume.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    func suspend() { console_mhd_suspend_connection(pointer) }

    func resume() { console_mhd_resume_connection(pointer) }

    var socket: CInt { console_mhd_get_connection_socket(pointer) }

    /// Tells connections apart as long as they are open.
    var id: UInt { UInt(bitPattern: pointer) }

    var headers: ServerHeaders {
        var headers: ServerHeaders = [:]
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = console_mhd_get_connection_values(
                pointer, .HEADER_KIND,
                { context, _, name, value in
                    guard let name else { return .YES }
                    context?.assumingMemoryBound(to: ServerHeaders.self).pointee
                        .append(String(cString: name), value.map { String(cString: $0) } ?? "")
                    return .YES
                }, headers)
        }
        return headers
    }
}
