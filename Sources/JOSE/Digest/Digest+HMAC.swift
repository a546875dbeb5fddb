import COpenSSL

extension Digest {
    /// Authenticates the message with HMAC over this hash (RFC 2104).
    func authenticationCode(for message: [UInt8], key: [UInt8]) throws(JOSEError) -> [UInt8] {
        var written = 0
        let code = [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
            let result = EVP_Q_mac(
                nil, "HMAC", nil, EVP_MD_get0_name(function), nil, key, key.count, message, message.count,
                output.baseAddress, output.count, &written)
            count = result == nil ? 0 : written
        }
        guard code.count == byteCount else { throw OpenSSLFailure.take() }
        return code
    }
}
