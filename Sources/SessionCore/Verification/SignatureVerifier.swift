import FoundationEssentials
import JOSE

/// Checks signatures of the provider against its published keys, or the client's secret.
struct SignatureVerifier: Sendable {
    /// What is signed: it decides which of the provider's algorithm lists counts.
    enum Subject {
        case idToken
        case userInfo
    }

    private let provider: ProviderChannel

    init(_ provider: ProviderChannel) {
        self.provider = provider
    }

    /// What is known of the signature; throws only where the task was cancelled.
    ///
    /// An unknown key in a token's header has the keys fetched once more, at most once a minute.
    func trust(in jws: JWS, of subject: Subject) async throws(SessionError) -> TokenTrust {
        guard let algorithm = jws.algorithm else { return .failed("alg \(jws.algorithmName) is not accepted") }
        if let reason = refusal(of: algorithm) { return .failed(reason) }
        do throws(SessionError) {
            let allowed = allowedAlgorithms(for: subject, by: try await provider.metadata())
            guard allowed.contains(algorithm) else { return .failed("alg \(jws.algorithmName) is not accepted") }
            if let secret = sharedSecret(for: algorithm) { return trust(in: jws, keys: [secret], allowed: allowed) }
            var keys = try await provider.directory.keys(over: provider.channel)
            var candidates = keys.candidates(for: jws)
            if candidates.isEmpty {
                guard let fetched = try await provider.directory.keysAfterUnknownKey(over: provider.channel) else {
                    return .failed(
                        unusable(jws, in: keys)
                            ?? "\(jws.keyInWords) is unknown, and the keys were fetched less than a minute ago")
                }
                keys = fetched
                candidates = keys.candidates(for: jws)
            }
            guard !candidates.isEmpty else {
                return .failed(unusable(jws, in: keys) ?? "\(jws.keyInWords) is not among the provider's keys")
            }
            return trust(in: jws, keys: candidates, allowed: allowed)
        } catch {
            if error == .cancelled { throw error }
            return .notChecked(Shown.cut("\(error)"))
        }
    }

    /// What keys that are fetched now say of any token's signature; throws only where the task was cancelled.
    ///
    /// Every algorithm with a public key will do: a person asks about the signature, and not whether to use the token.
    func trustByFetchedKeys(in jws: JWS) async throws(SessionError) -> TokenTrust {
        let name = jws.algorithmName
        if name.lowercased() == "none" { return .failed("it is not signed") }
        guard let algorithm = jws.algorithm else { return .notChecked("alg \(name) is not supported") }
        guard !ClientConfiguration.symmetricAlgorithms.contains(name) else {
            return .notChecked("alg \(name) has no public key")
        }
        do throws(SessionError) {
            let keys = try await provider.directory.fetchKeys(over: provider.channel)
            let candidates = keys.candidates(for: jws)
            guard !candidates.isEmpty else {
                return .failed(unusable(jws, in: keys) ?? "\(jws.keyInWords) is not among the provider's keys")
            }
            return trust(in: jws, keys: candidates, allowed: [algorithm])
        } catch {
            if error == .cancelled { throw error }
            return .notChecked(Shown.cut("\(error)"))
        }
    }

    /// What is wrong with the published key that a token names, if something is.
    private func unusable(_ jws: JWS, in keys: JWKSet) -> String? {
        guard let fault = jws.keyID.flatMap(keys.fault) else { return nil }
        return "the provider publishes \(jws.keyInWords), but it can't be used: \(fault.clause)"
    }

    private func trust(in jws: JWS, keys: [JWK], allowed: Set<JWSAlgorithm>) -> TokenTrust {
        var reason = "no key fits"
        for key in keys {
            do {
                try jws.verify(with: key, allowed: allowed)
                return .verified(algorithm: jws.algorithmName, keyID: jws.keyID.map { Shown.cut($0) })
            } catch {
                reason = error.clause
            }
        }
        return .failed(reason)
    }

    private func allowedAlgorithms(for subject: Subject, by metadata: ProviderMetadata) -> Set<JWSAlgorithm> {
        let offered =
            switch subject {
            case .idToken: metadata.idTokenAlgorithms
            case .userInfo: metadata.userInfoAlgorithms
            }
        var names = provider.configuration.idTokenAlgorithms
        // What a person named is not narrowed: the client's registration decides about HS*, not the provider's list.
        if let offered { names.formIntersection(offered + ClientConfiguration.symmetricAlgorithms) }
        return Set(names.compactMap(JWSAlgorithm.init(rawValue:)))
    }

    /// Why an algorithm is not accepted, whatever the provider lists, with what to do about it.
    private func refusal(of algorithm: JWSAlgorithm) -> String? {
        let name = algorithm.rawValue
        guard ClientConfiguration.symmetricAlgorithms.contains(name) else { return nil }
        guard provider.configuration.authentication.secret != nil else {
            return "alg \(name) is not accepted: it is checked with the client's secret, and this client has none"
        }
        guard !provider.configuration.idTokenAlgorithms.contains(name) else { return nil }
        return "alg \(name) is not accepted; where the client is registered for it, add it to idTokenAlgorithms"
    }

    /// The client secret as a key, for the algorithms that use it (OpenID Connect Core §10.1).
    ///
    /// Providers issue secrets that are shorter than RFC 7518 §3.2 requires. Such a secret is padded with zeros, as
    /// HMAC does by itself (RFC 2104 §2), so that a token signed with it verifies.
    private func sharedSecret(for algorithm: JWSAlgorithm) -> JWK? {
        guard ClientConfiguration.symmetricAlgorithms.contains(algorithm.rawValue),
            let secret = provider.configuration.authentication.secret
        else { return nil }
        var bytes = Array(secret.reveal().utf8)
        bytes += Array(repeating: 0, count: max(0, (algorithm.digest?.byteCount ?? 0) - bytes.count))
        return try? JWK(json: ["kty": "oct", "k": .string(Base64URL.encode(bytes))])
    }
}

extension JWS {
    /// The key that a token names, as the subject of a sentence.
    fileprivate var keyInWords: String {
        // A whole thumbprint (RFC 7638) has the shape of a token, and would be masked as one.
        keyID.map { "the key \(Shown.cut($0, to: 16))" } ?? "a key for \(algorithmName)"
    }
}

extension ClientAuthentication {
    /// The secret that client and provider share.
    var secret: Secret? {
        switch self {
        case .basic(let secret), .post(let secret): secret
        case .none, .privateKeyJWT, .mutualTLS: nil
        }
    }
}
