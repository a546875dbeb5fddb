import JOSE

extension JSONObject {
    /// The PEM of a published key (RFC 7468 §13): some servers check an HMAC with this by mistake; `nil` for a type
    /// that has none here.
    var publicKeyPEM: String? {
        guard let bytes = subjectPublicKeyInfo else { return nil }
        let text = Array(Base64.encode(bytes))
        let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
        return (["-----BEGIN PUBLIC KEY-----"] + lines + ["-----END PUBLIC KEY-----"]).joined(separator: "\n") + "\n"
    }

    /// RFC 5280 §4.1.2.7, with the algorithms of RFC 3279 §2.3.1, RFC 5480 §2.1.1 and RFC 8410 §4.
    private var subjectPublicKeyInfo: [UInt8]? {
        func bytes(_ name: String) -> [UInt8]? { self[name]?.string.flatMap { try? Base64URL.decode($0) } }
        switch self["kty"]?.string {
        case "RSA":
            guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
            let key = DER.sequence([DER.integer(modulus), DER.integer(exponent)])
            return DER.publicKey([DER.object([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]), DER.null], key)
        case "EC":
            guard let x = bytes("x"), let y = bytes("y"), let curve = self["crv"]?.string.flatMap({ Self.curves[$0] })
            else { return nil }
            let algorithm = [DER.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]), DER.object(curve)]
            return DER.publicKey(algorithm, [0x04] + x + y)
        case "OKP" where self["crv"]?.string == "Ed25519":
            return bytes("x").map { DER.publicKey([DER.object([0x2B, 0x65, 0x70])], $0) }
        default: return nil
        }
    }

    private static let curves: [String: [UInt8]] = [
        "P-256": [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], "P-384": [0x2B, 0x81, 0x04, 0x00, 0x22],
        "P-521": [0x2B, 0x81, 0x04, 0x00, 0x23],
    ]
}

/// The few forms of DER (ITU-T X.690) that a public key has.
private enum DER {
    static let null: [UInt8] = [0x05, 0x00]

    static func publicKey(_ algorithm: [[UInt8]], _ key: [UInt8]) -> [UInt8] {
        sequence([sequence(algorithm), value(0x03, [0x00] + key)])
    }

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { value(0x30, Array(parts.joined())) }

    static func object(_ bytes: [UInt8]) -> [UInt8] { value(0x06, bytes) }

    /// A positive number.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let significant = Array(bytes.drop { $0 == 0 })
        return value(0x02, significant.first.map { $0 < 0x80 } == true ? significant : [0x00] + significant)
    }

    private static func value(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] { [tag] + length(bytes.count) + bytes }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        var (rest, digits): (Int, [UInt8]) = (count, [])
        while rest > 0 {
            digits.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(digits.count)] + digits
    }
}
