import COpenSSL

/// Owns one OpenSSL key and frees it at the end of its life.
struct EVPKey: ~Copyable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    /// Takes over a key that OpenSSL has just made, if it did.
    init(made pointer: OpaquePointer?) throws(JOSEError) {
        guard let pointer else { throw OpenSSLFailure.take() }
        self.pointer = pointer
    }

    /// Reads the first private key of a PEM text; fails where there is none that can be read without a password.
    init?(pem text: [UInt8]) {
        let key = text.withUnsafeBufferPointer { text -> OpaquePointer? in
            guard let memory = BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count)) else { return nil }
            defer { BIO_free(memory) }
            // Without a callback OpenSSL would ask the terminal for a password.
            return PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil)
        }
        ERR_clear_error()
        guard let key else { return nil }
        pointer = key
    }

    deinit { EVP_PKEY_free(pointer) }

    /// Hands the key over to the caller, who frees it.
    consuming func release() -> OpaquePointer {
        let pointer = pointer
        discard self
        return pointer
    }

    /// What OpenSSL calls this type of key, such as `X25519`.
    var typeName: String { EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "unknown" }

    func isA(_ type: String) -> Bool { EVP_PKEY_is_a(pointer, type) == 1 }

    /// Reads an unsigned integer as big-endian bytes, at least `byteCount` of them.
    func integer(_ name: String, byteCount: Int = 0) throws(JOSEError) -> [UInt8] {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else { throw OpenSSLFailure.take() }
        defer { BN_clear_free(number) }
        let length = max(byteCount, (Int(BN_num_bits(number)) + 7) / 8)
        return [UInt8](unsafeUninitializedCapacity: length) { output, count in
            count = max(0, Int(BN_bn2binpad(number, output.baseAddress, Int32(clamping: length))))
        }
    }

    func text(_ name: String) throws(JOSEError) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        var count = 0
        guard EVP_PKEY_get_utf8_string_param(pointer, name, &buffer, buffer.count, &count) == 1 else {
            throw OpenSSLFailure.take()
        }
        return String(decoding: buffer.prefix(count).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }

    func rawPublicKey() throws(JOSEError) -> [UInt8] {
        var count = Ed25519Key.byteCount
        var bytes = [UInt8](repeating: 0, count: count)
        guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1 else { throw OpenSSLFailure.take() }
        return bytes
    }

    func rawPrivateKey() throws(JOSEError) -> [UInt8] {
        var count = Ed25519Key.byteCount
        var bytes = [UInt8](repeating: 0, count: count)
        guard EVP_PKEY_get_raw_private_key(pointer, &bytes, &count) == 1 else { throw OpenSSLFailure.take() }
        return bytes
    }
}
