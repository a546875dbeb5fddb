import COpenSSL

/// Private keys as text, for programs that hand one to another part.
package enum PrivateKeyText {
    /// Makes a new key for ES256 and returns it in PEM (PKCS #8), without a passphrase.
    package static func generateP256() throws(JOSEError) -> String {
        let key = try EVPKey(made: console_generate_ec(ECKey.Curve.p256.groupName))
        guard let memory = BIO_new(BIO_s_mem()) else { throw OpenSSLFailure.take() }
        defer { BIO_free(memory) }
        guard PEM_write_bio_PKCS8PrivateKey(memory, key.pointer, nil, nil, 0, nil, nil) == 1 else {
            throw OpenSSLFailure.take()
        }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = BIO_read(memory, &bytes, Int32(bytes.count))
        guard count > 0 else { throw OpenSSLFailure.take() }
        return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }
}
