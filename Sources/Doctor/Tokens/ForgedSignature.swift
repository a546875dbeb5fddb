import JOSE

/// How a JWT is signed by one who has no key of the provider's.
struct ForgedSignature: Sendable {
    private let header: JSONObject
    /// `nil` for none at all.
    private let signer: (key: JWK, algorithm: JWSAlgorithm)?

    private init(_ header: JSONObject, _ signer: (key: JWK, algorithm: JWSAlgorithm)?) {
        (self.header, self.signer) = (header, signer)
    }

    /// A JWT with those claims.
    func token(_ claims: JSONObject) throws(JOSEError) -> String {
        let payload = Array(claims.serialized().utf8)
        guard let signer else {
            return "\(Base64URL.encode(header.serialized().utf8)).\(Base64URL.encode(payload))."
        }
        return try JWS.sign(payload: payload, key: signer.key, algorithm: signer.algorithm, header: header)
    }

    /// `alg` is `none`, also in letters that a filter may miss.
    static func unsigned(_ header: JSONObject) -> [ForgedSignature] {
        ["none", "None"].map { name in
            var header = header
            header["alg"] = .string(name)
            return ForgedSignature(header, nil)
        }
    }

    /// Signed with a key that is made up, under the name of a published one, and under its own, with the key itself.
    static func byOwnKey(like published: JSONObject?, algorithm name: String?, _ header: JSONObject) -> [Self] {
        let algorithm = name.flatMap { JWSAlgorithm(rawValue: $0) } ?? JWSAlgorithm(fitting: published)
        guard let key = try? JWK.generate(algorithm.kindOfKey) else { return [] }
        var (named, embedding) = (header, header)
        named["kid"] = published?["kid"] ?? header["kid"]
        embedding["kid"] = "made-up-by-session-console-doctor"
        embedding["jwk"] = algorithm.isSymmetric ? nil : .object(key.json(includingPrivate: false))
        return [named, embedding].map { ForgedSignature($0, (key, algorithm)) }
    }

    /// HS256, with the text of a published key as the secret (RFC 8725 §2.1).
    static func bySecret(from published: JSONObject, _ header: JSONObject) -> [ForgedSignature] {
        guard let text = published.publicKeyPEM else { return [] }
        var header = header
        header["kid"] = published["kid"]
        return [text, String(text.dropLast())].compactMap { text in
            let members: JSONObject = ["kty": "oct", "k": .string(Base64URL.encode(text.utf8))]
            return (try? JWK(json: members)).map { ForgedSignature(header, ($0, .hs256)) }
        }
    }
}

extension JWSAlgorithm {
    /// What a published key signs by, or else what most providers do.
    fileprivate init(fitting key: JSONObject?) {
        if let named = key?["alg"]?.string.flatMap({ JWSAlgorithm(rawValue: $0) }) {
            self = named
            return
        }
        switch (key?["kty"]?.string, key?["crv"]?.string) {
        case ("EC", "P-384"): self = .es384
        case ("EC", "P-521"): self = .es512
        case ("EC", _): self = .es256
        case ("OKP", _): self = .edDSA
        default: self = .rs256
        }
    }

    fileprivate var kindOfKey: JWK.Kind {
        switch self {
        case .es256: .p256
        case .es384: .p384
        case .es512: .p521
        case .edDSA: .ed25519
        case .hs256, .hs384, .hs512: .oct(byteCount: 64)
        default: .rsa()
        }
    }
}
