import JOSE
import Synchronization

/// The keys of a run that sign ID tokens in the provider's place, one of each kind, made when it is needed first.
final class RunKeys: Sendable {
    private struct State {
        var isInUse = false
        var keys: [JWK.Kind: JWK] = [:]
    }

    private let state = Mutex(State())

    /// From now on the keys belong to the provider's.
    func begin() { state.withLock { $0.isInUse = true } }

    var isInUse: Bool { state.withLock(\.isInUse) }

    /// `nil` where tokens of that algorithm are signed with the client's secret.
    func key(for algorithm: JWSAlgorithm) -> JWK? { JWK.Kind(of: algorithm).flatMap { key(of: $0) } }

    private func key(of kind: JWK.Kind) -> JWK? {
        state.withLock { state in
            if let key = state.keys[kind] { return key }
            guard let name = try? SecureRandom.bytes(8) else { return nil }
            let key = try? JWK.generate(kind, keyID: "injected-\(Base64URL.encode(name))")
            state.keys[kind] = key
            return key
        }
    }

    /// The answer with a provider's keys, with one of the run's beside them for each kind that is there; `nil` for any
    /// other answer.
    func added(to body: [UInt8]) -> [UInt8]? {
        guard var object = try? JSONValue(parsing: body).object, let published = object["keys"]?.array,
            let set = try? JWKSet(json: object)
        else { return nil }
        let own = Set(set.keys.compactMap { JWK.Kind(like: $0) }).compactMap { key(of: $0)?.publicKey }
        guard !own.isEmpty else { return nil }
        object["keys"] = .array(published + own.map { .object($0.json(includingPrivate: false)) })
        return Array(object.serialized().utf8)
    }
}

extension JWK.Kind {
    /// The kind of the keys of an algorithm; `nil` for a shared secret.
    fileprivate init?(of algorithm: JWSAlgorithm) {
        switch algorithm {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: self = .rsa()
        case .es256: self = .p256
        case .es384: self = .p384
        case .es512: self = .p521
        case .edDSA, .ed25519: self = .ed25519
        case .hs256, .hs384, .hs512: return nil
        }
    }

    /// The kind of a published key.
    fileprivate init?(like key: JWK) {
        switch (key.keyType, key.curve) {
        case ("RSA", _): self = .rsa()
        case ("EC", "P-256"): self = .p256
        case ("EC", "P-384"): self = .p384
        case ("EC", "P-521"): self = .p521
        case ("OKP", "Ed25519"): self = .ed25519
        default: return nil
        }
    }
}
