import CTLS

/// The server's side of one TLS connection; it waits for nothing, and is used on one thread.
///
/// After a wait, call until nothing moves: bytes may be ready inside of OpenSSL while the socket is quiet.
package final class TLSConnection {
    /// The socket to wait on.
    package let descriptor: CInt
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer, descriptor: CInt) {
        (self.pointer, self.descriptor) = (pointer, descriptor)
    }

    deinit { console_tls_free(pointer) }

    /// Done once it is `moved`.
    package func handshake() -> TLSProgress {
        progress { console_tls_handshake(pointer, &$0) }
    }

    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> TLSProgress {
        progress { console_tls_receive(pointer, buffer.baseAddress, buffer.count, &$0) }
    }

    /// Sends a part at least.
    ///
    /// What waits has to be sent again, from wherever its bytes are then.
    package func send(_ bytes: UnsafeRawBufferPointer) -> TLSProgress {
        guard !bytes.isEmpty else { return .moved(0) }
        return progress { console_tls_send(pointer, bytes.baseAddress, bytes.count, &$0) }
    }

    /// Says that nothing more will be sent.
    package func endSending() {
        console_tls_end_sending(pointer)
    }

    private func progress(_ call: (inout UInt) -> CInt) -> TLSProgress {
        var reason: UInt = 0
        let result = call(&reason)
        if result > 0 { return .moved(Int(result)) }
        if result == CInt(console_tls_ended.rawValue) { return .ended }
        if result == CInt(console_tls_wants_reading.rawValue) { return .wantsReading }
        if result == CInt(console_tls_wants_writing.rawValue) { return .wantsWriting }
        return .failed(TLSFailure(reason: reason))
    }
}

/// What a call on a ``TLSConnection`` came to.
package enum TLSProgress: Sendable, Hashable {
    /// So many bytes; for a handshake, that it is complete.
    case moved(Int)
    /// Nothing until the socket can be read.
    case wantsReading
    /// Nothing until the socket can be written.
    case wantsWriting
    /// The client sends nothing more.
    case ended
    case failed(TLSFailure)
}
