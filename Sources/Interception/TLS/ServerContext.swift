import CTLS

/// What the connections to one host have in common: its certificate with the chain, its key, and what is spoken.
///
/// Unchecked because an imported pointer is never Sendable. The context isn't changed after `init`; making connections
/// of it from several threads is what OpenSSL made it for, with a count of references that is atomic.
package final class ServerContext: @unchecked Sendable {
    package let host: WatchedHost
    fileprivate let pointer: OpaquePointer

    /// Holds references of its own to the certificates and the key.
    init(
        for host: WatchedHost, certificate: borrowing SignedCertificate, issuer: borrowing SignedCertificate,
        key: borrowing PrivateKey
    ) throws(InterceptionError) {
        if let problem = console_tls_open() { throw .libraryMissing(String(cString: problem)) }
        guard let pointer = console_tls_server_context(certificate.pointer, issuer.pointer, key.pointer) else {
            throw .takeOpenSSL()
        }
        self.host = host
        self.pointer = pointer
    }

    deinit { console_tls_context_free(pointer) }

    /// The server's side of TLS on a socket that doesn't block, which stays the caller's to close, after the
    /// connection.
    ///
    /// `early` are the bytes of TLS that were read from the socket before.
    package func accept(
        on descriptor: CInt, after early: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(InterceptionError) -> TLSConnection {
        guard let connection = console_tls_accepting(pointer, descriptor, early.baseAddress, early.count) else {
            throw .takeOpenSSL()
        }
        return TLSConnection(owning: connection, descriptor: descriptor)
    }
}
