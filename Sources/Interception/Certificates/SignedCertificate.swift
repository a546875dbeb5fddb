import COpenSSL

/// A signed certificate, freed with its owner.
struct SignedCertificate: ~Copyable {
    let pointer: OpaquePointer

    /// Takes over a certificate of OpenSSL's.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    func der() throws(InterceptionError) -> [UInt8] {
        let count = Int(i2d_X509(pointer, nil))
        guard count > 0 else { throw .takeOpenSSL() }
        return [UInt8](unsafeUninitializedCapacity: count) { output, written in
            var position = output.baseAddress
            written = Int(i2d_X509(pointer, &position))
        }
    }
}
