import FoundationEssentials
import JOSE
import SessionCore

extension Experiment {
    /// What a sign-in brings.
    static let signIn = [
        Experiment(
            "refresh-token", "the refresh token of a sign-in", .openIDConnectCore("11"),
            "Without one the session ends with its access token; many providers want offline_access for it.",
            mend: "Issue refresh tokens to clients that list the grant, or document which scope brings one.",
            announcing: "signs in"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            let granted = session.grantedScope?.contains("offline_access") == true
            guard session.refreshToken != nil else {
                return .remark(granted ? "none, with offline_access" : "none, without offline_access")
            }
            // An answer need not name what its token proves.
            return granted || session.requestedScope?.contains("offline_access") == true
                ? .sound("issued, with offline_access") : .sound("issued, without offline_access")
        },

        Experiment(
            "granted-scope", "the scope of a sign-in", .rfc(6749, "5.1"),
            "A client must look at what was granted: calls beyond it are refused.",
            mend: "Send scope in the answer wherever it is not what was asked for.",
            announcing: "compares the scope"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            guard let asked = session.requestedScope else { return nil }
            guard let granted = session.tokens.scope else { return .sound("all, for the answer names none") }
            return Sight(ofGranted: granted, missing: session.missing(of: asked, in: granted))
        },

        Experiment(
            "granted-caching", "whether the tokens' answer may be cached", .rfc(6749, "5.1"),
            Check.cachingOfTokens,
            mend: "Send Cache-Control: no-store with each answer that has tokens.",
            announcing: "looks at the answer's Cache-Control"
        ) { (ward) async throws(Halt) in
            _ = try await ward.live()
            return ward.grants.mayBeCached.map {
                $0 ? .fault("its Cache-Control has no no-store") : .sound("no-store")
            }
        },

        Experiment(
            "access-token-accepted", "a new access token", .openIDConnectCore("5.3"),
            "A client that is refused with a new token has nothing left to try.",
            mend: "Accept at once what the token endpoint has issued.",
            announcing: "uses the access token, and a made-up one"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            let scope = session.grantedScope ?? []
            return await ward.findWitness(for: session.tokens, scope: scope) ?? .sound("accepted")
        },

        Experiment(
            "lifetime", "expires_in and the token's exp", .rfc(9068, "2.2"),
            "A client refreshes by expires_in, and the API refuses by exp.",
            mend: "Send expires_in, and make the token's exp agree with it.",
            announcing: "compares expires_in with exp"
        ) { (ward) async throws(Halt) in
            let tokens = try await ward.live().tokens
            guard let lifetime = tokens.expiresIn else { return .remark("no expires_in") }
            guard let end = try? JWT.parse(tokens.accessToken.reveal()).claims.expirationTime else {
                return .sound("\(lifetime.inWords), by expires_in alone: the token is opaque")
            }
            let seconds = end.timeIntervalSince(tokens.providerDate ?? tokens.requestedAt)
            let difference = Int((seconds - Double(lifetime.components.seconds)).rounded())
            let comparison =
                switch difference {
                // Both are whole seconds: one apart is within the rounding.
                case -1...1: "the same"
                case 2...: "\(difference) s later"
                default: "\(-difference) s earlier"
                }
            return Sight(
                abs(difference) <= 5 ? .sound : difference < 0 ? .fault : .note,
                "\(lifetime.inWords), exp \(comparison)")
        },

        Experiment(
            "dpop-nonce", "nonces in proofs of the key", .rfc(9449, "8"),
            "A client must send the request once more with the nonce of the answer, and keep the newest one.",
            mend: "Send a fresh nonce with each answer, so that no request is refused for an old one.",
            announcing: "looks at what proofs were refused for"
        ) { (ward) async throws(Halt) in
            _ = try await ward.live()
            var demanding: [String] = []
            for endpoint in [ProviderEndpoint.token, .userInfo] {
                guard let url = try? await ward.provider.url(of: endpoint) else { continue }
                guard let demands = ward.provider.directory.hasDemandedNonce(at: url) else { return nil }
                if demands { demanding.append(endpoint.rawValue) }
            }
            return demanding.isEmpty ? .sound("none was asked for") : .remark("asked for by \(demanding.listed)")
        },
    ]
}

extension Sight {
    /// What was granted, and what of that which was asked for is missing.
    init(ofGranted scope: [String], missing: [String]) {
        self = missing.isEmpty ? .sound(scope.listed) : .remark("without \(missing.listed)")
    }
}
