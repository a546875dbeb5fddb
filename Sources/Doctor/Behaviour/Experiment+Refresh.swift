import FoundationEssentials
import JOSE
import SessionCore

extension Experiment {
    /// What a refresh does.
    static let refresh = [
        Experiment(
            "refresh-early", "a refresh before the token expires", .rfc(6749, "6"),
            "A client refreshes ahead of time, so that no call meets an expired token.",
            mend: "Grant a refresh at any time, and leave the access token before it alone.",
            announcing: "refreshes while the access token is valid"
        ) { (ward) async throws(Halt) in
            var session = try await ward.live()
            guard let token = session.refreshToken else { return nil }
            let outcome = try await ward.refresh(token)
            guard let response = outcome.granted else {
                return outcome.isRefusal ? .fault("refused: \(outcome.words)") : .unknown(outcome.words)
            }
            ward.rotates = response.refreshToken.map { $0 != token } ?? false
            if ward.rotates == false { ward.unreplaced = (token, ward.provider.channel.clock.uptime) }
            ward.refreshed = response
            let before = session.tokens
            session.take(response)
            ward.session = session
            if await ward.isDead(response) == true { return .fault("granted, and the new access token is refused") }
            guard let isDead = await ward.isDead(before) else { return .sound("granted") }
            return .sound("granted; the access token before is \(isDead ? "dead" : "still accepted")")
        },

        Experiment(
            "rotation", "the refresh token of a refresh", .rfc(9700, "4.14.2"),
            "A client must store a new token before it uses it; where it is lost, the session is lost.",
            mend: "Issue another refresh token at each refresh of a public client.",
            announcing: "compares the refresh tokens"
        ) { (ward) async throws(Halt) in
            ward.rotates.map { $0 ? .sound("another one") : .remark("no other one came") }
        },

        Experiment(
            "refreshed-scope", "the scope of a refresh", .rfc(6749, "6"),
            "A client whose scope shrinks meets a 403 in the midst of its session.",
            mend: "Keep the scope of the sign-in where a refresh names none.",
            announcing: "compares the scope"
        ) { (ward) async throws(Halt) in
            guard let response = ward.refreshed else { return nil }
            guard let scope = response.scope else { return .sound("kept, for the answer names none") }
            let session = try await ward.live()
            return Sight(ofGranted: scope, missing: session.missing(of: session.grantedScope ?? scope, in: scope))
        },

        Experiment(
            "offline-access", "a sign-in without offline_access", .openIDConnectCore("11"),
            "Where the scope is needed, a client that leaves it out has no session longer than its access token.",
            mend: "Document which scope brings a refresh token.",
            announcing: "signs in with another scope, where the first sign-in leaves it open"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            let scope = session.requestedScope ?? []
            let isAsked = scope.contains(Self.offlineAccess)
            switch (isAsked, session.refreshToken != nil) {
            case (false, true): return .sound("a refresh token comes")
            case (true, true):
                return try await ward.signIn(asking: scope.filter { $0 != Self.offlineAccess }) { comes in
                    comes ? .sound("a refresh token comes, too") : .remark("no refresh token comes")
                }
            case (false, false):
                guard await ward.lists(Self.offlineAccess) else { return nil }
                return try await ward.signIn(asking: scope + [Self.offlineAccess]) { comes in
                    guard comes else { return .remark("no refresh token comes, and none with it") }
                    return .remark("no refresh token comes").suggesting(.scope(scope + [Self.offlineAccess]))
                }
            case (true, false): return nil
            }
        },

        Experiment(
            "refreshed-id-token", "the ID token of a refresh", .openIDConnectCore("12.2"),
            "A client may refuse a refresh whose ID token is of another user or another sign-in.",
            mend: "Keep iss, sub, aud and auth_time of the sign-in in the ID token of a refresh.",
            announcing: "compares the ID tokens, once more where the user has signed in again"
        ) { (ward) async throws(Halt) in
            guard let response = ward.refreshed, let first = try await ward.live().idToken?.token else { return nil }
            guard let token = response.idToken else { return .sound("none comes") }
            guard let different = token.claimsUnlike(first) else { return .unknown("it can't be read") }
            if !different.isEmpty { return .fault("another \(different.listed)") }
            guard ward.signInCount > 1, let later = try await ward.refreshedAgain()?.idToken?.claimsUnlike(first),
                !later.isEmpty
            else { return .sound("of the same user and sign-in") }
            return .fault("another \(later.listed), once the user has signed in again")
        },

        Experiment(
            "unreplaced-token", "a refresh token that was not replaced", .rfc(6749, "6"),
            "Where no other token comes, a client goes on with the one it has: where that ends, so does the session.",
            mend: "Keep a refresh token valid that was not replaced, or send the new one.",
            announcing: "sends a refresh token that was not replaced once more, a minute after its first use"
        ) { (ward) async throws(Halt) in
            guard let (token, firstUse) = ward.unreplaced else { return nil }
            try await ward.wait(until: firstUse + Self.grace)
            let outcome = try await ward.refresh(token)
            let isOfSession = ward.session?.refreshToken == token
            guard let response = outcome.granted else {
                if isOfSession { ward.session = nil }
                return outcome.isRefusal
                    ? .fault("refused a minute after its first use: \(outcome.words)") : .unknown(outcome.words)
            }
            if isOfSession { ward.session?.take(response) }
            return .sound("good a minute after its first use")
        },
    ]

    private static let offlineAccess = "offline_access"
    /// After this a provider that has replaced a token no longer takes the old one.
    private static let grace = Duration.seconds(65)
}

extension Secret {
    /// The claims of an ID token that a refresh must not change, and that are others than in the first one; `nil` where
    /// either can't be read.
    fileprivate func claimsUnlike(_ first: Secret) -> [String]? {
        guard let new = try? JWT.parse(reveal()).jws.payloadObject(),
            let old = try? JWT.parse(first.reveal()).jws.payloadObject()
        else { return nil }
        let optional = ["auth_time", "nonce"].filter { new[$0] != nil }
        return (["iss", "sub", "aud"] + optional).filter { new[$0] != old[$0] }
    }
}

extension Ward {
    /// Whether the provider's metadata lists a scope.
    fileprivate func lists(_ name: String) async -> Bool {
        (try? await provider.metadata().scopes?.contains(name)) ?? false
    }

    /// What it means whether a sign-in of its own, which asks for this scope, brings a refresh token.
    fileprivate mutating func signIn(
        asking scope: [String], _ sight: (_ comes: Bool) -> Sight
    ) async throws(Halt) -> Sight {
        var client = provider.configuration
        client.scope = scope
        do throws(Halt) {
            let session = try await signIn(
                ProviderChannel(configuration: client, directory: provider.directory, channel: provider.channel))
            return sight(session.refreshToken != nil)
        } catch .noSession(let error) {
            // It may be about this scope alone.
            return .unknown("\(Halt.noSession(error))")
        }
    }

    /// The tokens of another refresh of the session; `nil` where none came.
    fileprivate mutating func refreshedAgain() async throws(Halt) -> TokenResponse? {
        guard let token = session?.refreshToken, let response = try await refresh(token).granted else { return nil }
        session?.take(response)
        return response
    }
}
