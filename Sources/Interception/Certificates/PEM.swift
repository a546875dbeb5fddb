import COpenSSL

/// Certificates as text (RFC 7468).
enum PEM {
    static func text(of der: [UInt8]) -> String {
        guard let memory = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(memory) }
        PEM_write_bio(memory, "CERTIFICATE", "", der, der.count)
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
        let count = BIO_read(memory, &bytes, CInt(clamping: bytes.count))
        return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
    }

    /// The DER of every certificate of a text; what else stands there is passed over, as OpenSSL does.
    static func certificates(in text: [UInt8]) -> [[UInt8]] {
        text.withUnsafeBufferPointer { text in
            guard let memory = BIO_new_mem_buf(text.baseAddress, CInt(clamping: text.count)) else { return [] }
            defer { BIO_free(memory) }
            var found: [[UInt8]] = []
            while let pointer = PEM_read_bio_X509(memory, nil, { _, _, _, _ in -1 }, nil) {
                let certificate = SignedCertificate(owning: pointer)
                if let der = try? certificate.der() { found.append(der) }
            }
            // The end of the text is an error, too.
            ERR_clear_error()
            return found
        }
    }
}
