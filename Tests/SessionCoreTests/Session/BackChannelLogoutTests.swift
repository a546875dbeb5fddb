import FoundationEssentials
import JOSE
import SessionCore
import SessionCoreTesting
import TestSupport
import Testing

/// OpenID Connect Back-Channel Logout 1.0 §2.6.
@Suite(.timeLimit(.minutes(5)))
struct BackChannelLogoutTests {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    private let fixture: SessionFixture
    private let key: JWK
    private let now: Int

    init() async throws {
        key = try JWK.generate(.p256, keyID: "k1")
        fixture = SessionFixture()
        now = Int(fixture.clock.now.timeIntervalSince1970)
        fixture.transport.always("/keys", ScriptedTransport.json(JWKSet(keys: [key]).json.serialized()))
        try await fixture.session.configure()
        try await fixture.session.signIn(NamedSession(id: "s1", key: key, now: now))
    }

    private func claims(_ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(SessionFixture.issuer), "aud": "console", "sub": "alice", "sid": "s1", "jti": "j1",
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 120)),
            "events": .object([Self.event: .object([:])]),
        ]
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    private func token(
        _ changes: [String: JSONValue?] = [:], header: JSONObject = ["typ": "logout+jwt"], key other: JWK? = nil
    ) throws -> Secret {
        Secret(
            try JWS.sign(
                payload: Array(claims(changes).serialized().utf8), key: other ?? key, algorithm: .es256,
                header: header))
    }

    private func refusal(of token: Secret) async -> String? {
        let error = await sessionError { try await fixture.session.acceptLogoutToken(token) }
        guard case .untrustworthy(let reason, during: .endSession) = error else { return nil }
        return reason
    }

    @Test func `a logout token ends the session with its own cause, before any token was rejected`() async throws {
        let requests = fixture.transport.requests(to: "/orders").count
        #expect(try await fixture.session.acceptLogoutToken(token()))
        #expect(await fixture.session.state == .noSession(.loggedOutByProvider))
        #expect(SessionEnd.loggedOutByProvider.isForced)
        #expect(fixture.events.last?.kind == .forcedOut(.loggedOutByProvider))
        #expect(fixture.transport.requests(to: "/orders").count == requests && fixture.tokenRequests.isEmpty)
        #expect(fixture.session.workUnderWay.isEmpty)
        let other = SessionFixture(store: fixture.store, clock: fixture.clock)
        try await other.session.configure()
        #expect(await other.session.state == .noSession(.loggedOutByProvider))
    }

    @Test(
        arguments: [
            (["sid": "s1", "sub": nil], true), (["sid": nil], true), (["sid": "s2"], false), (["sub": "bob"], false),
            (["sid": "s2", "sub": nil], false), (["sid": nil, "sub": "bob"], false),
        ] as [([String: JSONValue?], Bool)])
    func `only the session that it names ends`(changes: [String: JSONValue?], isOurs: Bool) async throws {
        #expect(try await fixture.session.acceptLogoutToken(token(changes)) == isOurs)
        #expect(await fixture.session.state.isAuthenticated != isOurs)
    }

    @Test(
        arguments: [
            (["iss": "https://other.example"], "iss is https://other.example"), (["iss": nil], "iss is missing"),
            (["aud": "other"], "aud is other, without console"), (["iat": nil], "iat is missing"),
            (["iat": 99_999_999_999], "ahead"), (["nbf": 99_999_999_999], "nbf is"), (["exp": nil], "exp is missing"),
            (["exp": 1], "exp was"),
            (["events": nil], "events has no"), (["events": ["other": [:]]], "events has no"),
            (["events": [event: true]], "events has no"), (["nonce": "n"], "nonce is there"),
            (["jti": nil], "jti is missing"),
            (["jti": ""], "jti is missing"), (["sid": nil, "sub": nil], "sid and sub are missing"),
            (["sid": 7], "sid is not"),
        ] as [([String: JSONValue?], String)])
    func `a token that lacks a check of the standard changes nothing`(
        changes: [String: JSONValue?], reason: String
    ) async throws {
        let refusal = await refusal(of: try token(changes))
        #expect(refusal?.contains(reason) == true, "\(refusal ?? "accepted")")
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `one that another key signed, or none, or whose keys can't be had, changes nothing`() async throws {
        let impostor = try JWK.generate(.p256, keyID: "k1")
        #expect(await refusal(of: try token(key: impostor))?.contains("signature") == true)
        let header = Base64URL.encode(#"{"alg":"none"}"#.utf8)
        let unsigned = "\(header).\(Base64URL.encode(claims().serialized().utf8))."
        #expect(await refusal(of: Secret(unsigned)) != nil)
        #expect(await refusal(of: Secret("no token")) != nil)
        let other = SessionFixture(store: fixture.store, clock: fixture.clock)
        other.transport.always("/keys", ScriptedTransport.answer(500))
        try await other.session.configure()
        let error = await sessionError { try await other.session.acceptLogoutToken(token()) }
        guard case .untrustworthy = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await other.session.state.isAuthenticated)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test(arguments: [
        ("logout+jwt", true), ("application/logout+jwt", true), ("JWT", true), ("at+jwt", false),
        ("secevent+jwt", false), ("id+jwt", false),
    ])
    func `a type, where there is one, must be a logout token's`(type: String, isAccepted: Bool) async throws {
        let isRefused = await refusal(of: try token(header: ["typ": .string(type)])) != nil
        #expect(isRefused != isAccepted)
    }

    @Test func `a token counts once, and does not end the next session`() async throws {
        let token = try token(["sid": nil])
        #expect(try await fixture.session.acceptLogoutToken(token))
        try await fixture.session.signIn(NamedSession(id: "s2", key: key, now: now))
        #expect(await refusal(of: token)?.contains("used before") == true)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(try await fixture.session.acceptLogoutToken(self.token(["sid": nil, "jti": "j2"])))
    }

    @Test func `a token that was used counts as used as long as it would be taken`() async throws {
        let token = try token()
        #expect(try await fixture.session.acceptLogoutToken(token))
        try await fixture.session.signIn(NamedSession(id: "s1", key: key, now: now))
        // Its exp is over, and the tolerance for other clocks is not.
        fixture.clock.advance(by: .seconds(121))
        // With another's token those that are over are forgotten.
        #expect(try await !fixture.session.acceptLogoutToken(self.token(["jti": "j2", "sid": "s2"])))
        #expect(await refusal(of: token)?.contains("used before") == true)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `a session whose name at the provider is not known is ended by its user alone`() async throws {
        try await fixture.session.signIn(NamedSession(id: nil, key: key, now: now))
        #expect(try await !fixture.session.acceptLogoutToken(token(["sub": nil])))
        #expect(await fixture.session.state.isAuthenticated)
        #expect(try await fixture.session.acceptLogoutToken(token(["jti": "j2"])))
    }

    @Test func `nothing of a logout token is in the events`() async throws {
        let token = try token()
        try await fixture.session.acceptLogoutToken(token)
        let text = fixture.events.map { "\($0)" }.joined()
        #expect(!text.contains(token.reveal()))
    }
}

/// A sign-in whose ID token names the provider's session.
private struct NamedSession: SignInFlow {
    let name = "given"
    let id: String?
    let key: JWK
    let now: Int

    func signIn(_ context: SignInContext) async throws -> SignInResult {
        var claims: JSONObject = [
            "iss": .string(SessionFixture.issuer), "aud": "console", "sub": "alice",
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 600)),
        ]
        claims["sid"] = id.map { .string($0) }
        let token = Secret(try JWS.sign(payload: Array(claims.serialized().utf8), key: key, algorithm: .es256))
        return SignInResult(
            tokens: try await GivenTokens().signIn(context).tokens,
            idToken: ValidatedIDToken(
                token: token, trust: .verified(algorithm: "ES256", keyID: "k1"), issuer: SessionFixture.issuer,
                subject: "alice", expiresAt: Date(timeIntervalSince1970: Double(now + 600)), authenticatedAt: nil))
    }
}
