/// The signature algorithms of RFC 7518 §3.1, RFC 8037 §3.1 and RFC 9864 §2.2; `none` is none of them.
package enum JWSAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
    /// On the one curve that is known here it is ``ed25519``, under the name that says less.
    case edDSA = "EdDSA"
    case ed25519 = "Ed25519"
    case hs256 = "HS256"
    case hs384 = "HS384"
    case hs512 = "HS512"
}

extension JWSAlgorithm {
    /// The hash it works over; `nil` for EdDSA and Ed25519, which have their own.
    package var digest: Digest? {
        switch self {
        case .rs256, .ps256, .es256, .hs256: .sha256
        case .rs384, .ps384, .es384, .hs384: .sha384
        case .rs512, .ps512, .es512, .hs512: .sha512
        case .edDSA, .ed25519: nil
        }
    }

    /// Whether who can check its signatures can make them, too.
    package var isSymmetric: Bool { keyType == SymmetricKey.type }

    /// The `kty` of its keys.
    var keyType: String {
        switch self {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: RSAKey.type
        case .es256, .es384, .es512: ECKey.type
        case .edDSA, .ed25519: Ed25519Key.type
        case .hs256, .hs384, .hs512: SymmetricKey.type
        }
    }

    /// The one curve its keys are on, where it has one (RFC 7518 §3.4, RFC 8037 §3.1, RFC 9864 §2.2).
    var curve: String? {
        switch self {
        case .es256: ECKey.Curve.p256.rawValue
        case .es384: ECKey.Curve.p384.rawValue
        case .es512: ECKey.Curve.p521.rawValue
        case .edDSA, .ed25519: Ed25519Key.curve
        default: nil
        }
    }

    /// Whether it is the same algorithm, be it by another name.
    func isSame(as other: JWSAlgorithm) -> Bool {
        self == other || Set([self, other]) == [.edDSA, .ed25519]
    }

    var scheme: EVPKey.Scheme {
        switch self {
        case .ps256, .ps384, .ps512: EVPKey.Scheme(digest: digest, usesPSS: true)
        default: EVPKey.Scheme(digest: digest, usesPSS: false)
        }
    }
}
