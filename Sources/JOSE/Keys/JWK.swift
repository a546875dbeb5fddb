/// A key as JSON describes it (RFC 7517, RFC 7518 §6, RFC 8037 §2).
///
/// Its numbers make a valid key: OpenSSL has read them. Members that this type has no property for are not kept.
package struct JWK: Sendable {
    /// The `kid` member, by which tokens name their key.
    package let keyID: String?
    /// The `use` member, as written: `sig`, `enc` or another.
    package let use: String?
    /// The `key_ops` member, as written.
    package let operations: [String]?
    /// The `alg` member, as written: the one algorithm it is meant for.
    package let algorithm: String?
    let material: Material
    /// Shared by the copies of this key.
    let verification = VerificationKey()

    enum Material: Hashable {
        case rsa(RSAKey)
        case ec(ECKey)
        case ed25519(Ed25519Key)
        case symmetric(SymmetricKey)
    }
}

extension JWK: Hashable {
    package static func == (left: JWK, right: JWK) -> Bool {
        left.keyID == right.keyID && left.use == right.use && left.operations == right.operations
            && left.algorithm == right.algorithm && left.material == right.material
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(keyID)
        hasher.combine(material)
    }
}

extension JWK {
    /// The `kty` member: `RSA`, `EC`, `OKP` or `oct`.
    package var keyType: String {
        switch material {
        case .rsa: RSAKey.type
        case .ec: ECKey.type
        case .ed25519: Ed25519Key.type
        case .symmetric: SymmetricKey.type
        }
    }

    /// The `crv` member.
    package var curve: String? {
        switch material {
        case .ec(let key): key.curve.rawValue
        case .ed25519: Ed25519Key.curve
        case .rsa, .symmetric: nil
        }
    }

    /// The key's length in bits, of the modulus for RSA and of a coordinate for curves.
    package var bits: Int {
        switch material {
        case .rsa(let key): key.bits
        case .ec(let key): key.curve == .p521 ? 521 : key.curve.byteCount * 8
        case .ed25519: Ed25519Key.byteCount * 8
        case .symmetric(let key): key.bytes.count * 8
        }
    }

    /// Whether it holds what must stay secret.
    package var isPrivate: Bool {
        switch material {
        case .rsa(let key): key.isPrivate
        case .ec(let key): key.isPrivate
        case .ed25519(let key): key.isPrivate
        case .symmetric: true
        }
    }

    /// The part that may be given away; `nil` for a symmetric key, which has none.
    package var publicKey: JWK? {
        let material: Material
        switch self.material {
        case .rsa(let key): material = .rsa(key.publicKey)
        case .ec(let key): material = .ec(key.publicKey)
        case .ed25519(let key): material = .ed25519(key.publicKey)
        case .symmetric: return nil
        }
        return JWK(
            keyID: keyID, use: use, operations: operations.map { $0.map { $0 == "sign" ? "verify" : $0 } },
            algorithm: algorithm, material: material)
    }

    /// The key in OpenSSL's form; `nil` for a symmetric one.
    func evpKey() throws(JOSEError) -> EVPKey? {
        switch material {
        case .rsa(let key): try key.evpKey()
        case .ec(let key): try key.evpKey()
        case .ed25519(let key): try key.evpKey()
        case .symmetric: nil
        }
    }
}

extension JWK: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Type, length and name, never the key itself.
    package var description: String {
        let name = keyID.map { " kid \(JSONValue.string($0).serialized())" } ?? ""
        return "\(keyType) \(curve ?? "\(bits) bits") \(isPrivate ? "private" : "public")\(name)"
    }

    package var debugDescription: String { description }

    /// Keeps `dump` and crash reports from showing the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
