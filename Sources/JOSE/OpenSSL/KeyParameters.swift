import COpenSSL

/// Gathers the parameters of one key and makes an OpenSSL key of them.
///
/// OpenSSL's builder keeps pointers to all it is given until the key exists; everything lives here until then and is
/// wiped and freed with this value.
struct KeyParameters: ~Copyable {
    private let builder: OpaquePointer
    private var numbers: [OpaquePointer] = []
    private var copies: [UnsafeMutableRawBufferPointer] = []

    init() throws(JOSEError) {
        guard let builder = OSSL_PARAM_BLD_new() else { throw OpenSSLFailure.take() }
        self.builder = builder
    }

    deinit {
        OSSL_PARAM_BLD_free(builder)
        for number in numbers { BN_clear_free(number) }
        for copy in copies {
            OPENSSL_cleanse(copy.baseAddress, copy.count)
            copy.deallocate()
        }
    }

    /// Adds an unsigned integer from its big-endian bytes.
    mutating func add(_ name: String, integer: [UInt8]) throws(JOSEError) {
        guard let number = BN_bin2bn(integer, Int32(clamping: integer.count), nil) else { throw OpenSSLFailure.take() }
        numbers.append(number)
        guard OSSL_PARAM_BLD_push_BN(builder, key(name), number) == 1 else { throw OpenSSLFailure.take() }
    }

    mutating func add(_ name: String, octets: [UInt8]) throws(JOSEError) {
        let copy = keep(octets)
        guard OSSL_PARAM_BLD_push_octet_string(builder, key(name), copy.baseAddress, copy.count) == 1 else {
            throw OpenSSLFailure.take()
        }
    }

    mutating func add(_ name: String, text: String) throws(JOSEError) {
        let value = key(text)
        guard OSSL_PARAM_BLD_push_utf8_string(builder, key(name), value, 0) == 1 else { throw OpenSSLFailure.take() }
    }

    /// Makes the key; throws ``JOSEError/invalid(_:expected:)`` naming the key where its numbers make none.
    borrowing func makeKey(type: String, isPrivate: Bool) throws(JOSEError) -> EVPKey {
        guard let parameters = OSSL_PARAM_BLD_to_param(builder) else { throw OpenSSLFailure.take() }
        defer { OSSL_PARAM_free(parameters) }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { throw OpenSSLFailure.take() }
        defer { EVP_PKEY_CTX_free(context) }

        let selection = isPrivate ? console_key_pair : console_public_key
        var key: OpaquePointer?
        guard
            EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &key, selection, parameters) == 1,
            let key
        else {
            ERR_clear_error()
            throw .invalid(.key, expected: "a valid \(type) key")
        }
        return EVPKey(owning: key)
    }

    private mutating func key(_ text: String) -> UnsafePointer<CChar>? {
        let copy = keep(Array(text.utf8) + [0])
        return UnsafePointer(copy.assumingMemoryBound(to: CChar.self).baseAddress)
    }

    private mutating func keep(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        copies.append(copy)
        return copy
    }
}
