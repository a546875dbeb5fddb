import COpenSSL

/// The two spellings of an ECDSA signature: JOSE's `r` and `s` at fixed length (RFC 7518 §3.4), and OpenSSL's DER.
struct ECDSASignature {
    let r: [UInt8]
    let s: [UInt8]

    /// Splits the raw form; throws ``JOSEError/wrongLength(_:bytes:expected:)`` for any other length than the curve's.
    init(raw: [UInt8], coordinateByteCount count: Int) throws(JOSEError) {
        guard raw.count == 2 * count else {
            throw .wrongLength(.signature, bytes: raw.count, expected: 2 * count)
        }
        r = Array(raw.prefix(count))
        s = Array(raw.suffix(count))
    }

    init(der: [UInt8], coordinateByteCount count: Int) throws(JOSEError) {
        let decoded = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_ECDSA_SIG(nil, &position, buffer.count)
        }
        guard let decoded else { throw OpenSSLFailure.take() }
        defer { ECDSA_SIG_free(decoded) }
        r = Self.bytes(of: ECDSA_SIG_get0_r(decoded), count: count)
        s = Self.bytes(of: ECDSA_SIG_get0_s(decoded), count: count)
        guard r.count == count, s.count == count else { throw OpenSSLFailure.take() }
    }

    var raw: [UInt8] { r + s }

    func der() throws(JOSEError) -> [UInt8] {
        guard let signature = ECDSA_SIG_new() else { throw OpenSSLFailure.take() }
        defer { ECDSA_SIG_free(signature) }
        let r = BN_bin2bn(r, Int32(r.count), nil)
        let s = BN_bin2bn(s, Int32(s.count), nil)
        // The signature owns both numbers if this succeeds, and not if it fails.
        guard ECDSA_SIG_set0(signature, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            throw OpenSSLFailure.take()
        }
        let count = i2d_ECDSA_SIG(signature, nil)
        guard count > 0 else { throw OpenSSLFailure.take() }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { output, written in
            var position = output.baseAddress
            written = Int(i2d_ECDSA_SIG(signature, &position))
        }
    }

    private static func bytes(of number: OpaquePointer?, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, written in
            written = max(0, Int(BN_bn2binpad(number, output.baseAddress, Int32(count))))
        }
    }
}
