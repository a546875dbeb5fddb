import COpenSSL

extension EVPKey {
    /// How a signature is made: over which hash (none for EdDSA, which hashes itself), and with which RSA padding.
    struct Scheme {
        let digest: Digest?
        let usesPSS: Bool
    }

    func sign(_ message: [UInt8], scheme: Scheme) throws(JOSEError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw OpenSSLFailure.take() }
        defer { EVP_MD_CTX_free(context) }
        var padding: OpaquePointer?
        guard
            EVP_DigestSignInit(context, &padding, scheme.digest?.function, nil, pointer) == 1,
            scheme.configurePadding(of: padding)
        else { throw OpenSSLFailure.take() }

        var count = Int(EVP_PKEY_get_size(pointer))
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
            throw OpenSSLFailure.take()
        }
        return Array(signature.prefix(count))
    }
}

extension EVPKey.Scheme {
    /// RFC 7518 §3.5: the salt is as long as the hash, the mask generation uses the same hash.
    func configurePadding(of context: OpaquePointer?) -> Bool {
        guard usesPSS else { return true }
        return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
            && EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest?.function) == 1
    }
}
