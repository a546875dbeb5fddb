import FoundationEssentials
import JOSE
import SessionCore

extension Experiment {
    /// What a sign-in brings.
    static let signIn = [
        Experiment(
            "refresh-token", "a sign-in brings a refresh token", .openIDConnectCore("11"),
            "Without one the session ends with its access token; many providers want offline_access for it.",
            announcing: "signs in"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            let scope = session.tokens.scope ?? session.requestedScope ?? []
            let words = scope.contains("offline_access") ? "with offline_access" : "without offline_access"
            return session.refreshToken == nil ? .note("none, \(words)") : .sound("issued, \(words)")
        },

        Experiment(
            "granted-scope", "the scope that was asked for is granted", .rfc(6749, "5.1"),
            "A client must look at what was granted: calls beyond it are refused.",
            announcing: "compares the scope"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            guard let asked = session.requestedScope else { return nil }
            guard let granted = session.tokens.scope else { return .sound("all, for the answer names none") }
            return .granted(granted, of: asked)
        },

        Experiment(
            "access-token-accepted", "a new access token is accepted", .openIDConnectCore("5.3"),
            "A client that is refused with a new token has nothing left to try.",
            announcing: "uses the access token"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            guard let isAccepted = await ward.accepts(session.tokens.accessToken) else {
                return .unknown("neither userinfo nor a resource tells")
            }
            ward.canTellAccess = isAccepted
            return isAccepted ? .sound("accepted") : .fault("refused")
        },

        Experiment(
            "lifetime", "expires_in and the token agree", .rfc(9068, "2.2"),
            "A client refreshes by expires_in, and the API refuses by exp.",
            announcing: "compares expires_in with exp"
        ) { (ward) async throws(Halt) in
            let tokens = try await ward.live().tokens
            guard let lifetime = tokens.expiresIn else { return .note("no expires_in") }
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
            "offline-access", "a refresh token needs no offline_access", .openIDConnectCore("11"),
            "Where the scope is needed, a client that leaves it out has no session longer than its access token.",
            announcing: "signs in with another scope, where the first sign-in leaves it open"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            let scope = session.requestedScope ?? []
            let isAsked = scope.contains(Self.offlineAccess)
            switch (isAsked, session.refreshToken != nil) {
            case (false, true): return .sound("one comes without")
            case (true, true):
                let comes = try await ward.getsRefreshToken(asking: scope.filter { $0 != Self.offlineAccess })
                return comes ? .sound("one comes without, too") : .note("none comes without")
            case (false, false):
                guard await ward.lists(Self.offlineAccess) else { return nil }
                let comes = try await ward.getsRefreshToken(asking: scope + [Self.offlineAccess])
                guard comes else { return .note("none comes with it, either") }
                return .note("none comes without").suggesting(.scope(scope + [Self.offlineAccess]))
            case (true, false): return nil
            }
        },

        Experiment(
            "dpop-nonce", "a proof of the key needs no nonce", .rfc(9449, "8"),
            "A client must send the request once more with the nonce of the answer, and keep the newest one.",
            announcing: "looks at what proofs were refused for"
        ) { (ward) async throws(Halt) in
            _ = try await ward.live()
            var demanding: [String] = []
            for endpoint in [ProviderEndpoint.token, .userInfo] {
                guard let url = try? await ward.provider.url(of: endpoint) else { continue }
                guard let demands = ward.provider.directory.hasDemandedNonce(at: url) else { return nil }
                if demands { demanding.append(endpoint.rawValue) }
            }
            return demanding.isEmpty ? .sound("none was asked for") : .note("asked for by \(demanding.listed)")
        },
    ]

    private static let offlineAccess = "offline_access"
}

extension Sight {
    /// What was granted, and what of that which was asked for is missing.
    static func granted(_ scope: [String], of asked: [String]) -> Sight {
        let missing = asked.filter { !scope.contains($0) }
        return missing.isEmpty ? .sound(scope.listed) : .note("without \(missing.listed)")
    }
}

extension Ward {
    /// Whether the provider's metadata lists a scope.
    fileprivate func lists(_ name: String) async -> Bool {
        (try? await provider.metadata().scopes?.contains(name)) ?? false
    }

    /// Whether a sign-in of its own, which asks for this scope, brings a refresh token.
    fileprivate mutating func getsRefreshToken(asking scope: [String]) async throws(Halt) -> Bool {
        var client = provider.configuration
        client.scope = scope
        let session = try await signIn(
            ProviderChannel(configuration: client, directory: provider.directory, channel: provider.channel))
        leftovers.append(session)
        return session.refreshToken != nil
    }
}
