import COpenSSL

/// A signed certificate, freed with its owner.
struct SignedCertificate: ~Copyable {
    let pointer: OpaquePointer

    /// Takes over a certificate of OpenSSL's.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    func der() throws(InterceptionError) -> [UInt8] { try Self.encoded { i2d_X509(pointer, $0) } }

    /// The `SubjectPublicKeyInfo` (RFC 5280 §4.1.2.7) as DER.
    func publicKey() throws(InterceptionError) -> [UInt8] {
        try Self.encoded { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0) }
    }

    /// What a function of OpenSSL's writes, which without a place only counts.
    private static func encoded(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(InterceptionError) -> [UInt8] {
        let count = Int(write(nil))
        guard count > 0 else { throw .takeOpenSSL() }
        return [UInt8](unsafeUninitializedCapacity: count) { output, written in
            var position = output.baseAddress
            written = Int(write(&position))
        }
    }
}
