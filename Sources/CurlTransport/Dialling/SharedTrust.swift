package import SessionHTTP

/// The authorities that many connections trust, read once.
package protocol SharedTrust: Sendable {
    /// Makes an `SSL_CTX` of OpenSSL, which is about to connect to that server, trust them; `false` where that fails.
    func apply(to context: OpaquePointer, for origin: Origin) -> Bool
}
