import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// What a sign-in says of the provider's answer, and what the session keeps of it.
@Suite(.timeLimit(.minutes(5)))
struct SignInAnswersTests {
    private static let discovery = """
        {"issuer":"\(SessionFixture.issuer)","token_endpoint":"\(SessionFixture.issuer)/token",
        "scopes_supported":["openid","email"]}
        """

    private static func fixture(
        _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) async throws -> SessionFixture {
        let fixture = SessionFixture(change: change)
        fixture.transport.always("/.well-known/openid-configuration", ScriptedTransport.json(discovery))
        try await fixture.session.configure()
        return fixture
    }

    @Test func `truth 7: a refused scope is told with those that the provider lists`() async throws {
        let fixture = try await Self.fixture { $0.scope = ["openid", "ghost"] }
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_scope"))
        let session = fixture.session
        let error = await sessionError {
            try await session.signIn(PasswordFlow(username: "a", password: Secret("b")))
        }
        guard case .refused(let refusal, during: .token) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.listedScope == ["openid", "email"])
        #expect("\(refusal)" == "invalid_scope: because (it lists openid email)")
        let failed = try #require(fixture.events.last { $0.name == "signInFailed" })
        guard case .signInFailed(_, .refused(refusal, during: .token)) = failed.kind else {
            Issue.record("\(failed.kind)")
            return
        }
    }

    @Test func `truth 7: what a sign-in left out is part of the status`() async throws {
        let fixture = try await Self.fixture {
            $0.scope = ["openid", "email", "offline_access"]
            $0.optionalScope = ["openid", "email", "offline_access"]
        }
        fixture.transport.always("/token", ScriptedTransport.tokens())
        try await fixture.session.signIn(PasswordFlow(username: "a", password: Secret("b")))
        #expect(await fixture.session.status.requestedScope == ["openid", "email"])
        #expect(await fixture.session.status.unlistedScope == ["offline_access"])
    }

    @Test func `truth 8: another process knows how far the provider's clock was ahead`() async throws {
        let fixture = try await Self.fixture()
        let date = "Thu, 01 Jan 2026 01:00:00 GMT"
        let body = #"{"access_token":"A1","token_type":"Bearer","expires_in":60,"refresh_token":"R1"}"#
        fixture.transport.always("/token", ScriptedTransport.json(body, headers: ["Date": date]))
        try await fixture.session.signIn(PasswordFlow(username: "a", password: Secret("b")))
        let skew = try #require(await fixture.session.status.clockSkew)
        #expect(skew > .seconds(3_590) && skew < .seconds(3_610))
        let later = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await later.session.configure()
        #expect(await later.session.status.clockSkew == skew)
        // A refresh that says nothing of its clock keeps what is known.
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        _ = try await later.session.accessToken()
        #expect(await later.session.status.clockSkew == skew)
    }

    @Test(arguments: [#""read write""#, #"["read","write"]"#])
    func `truth 8: a granted scope may be a list`(scope: String) async throws {
        let fixture = try await Self.fixture()
        fixture.transport.always("/token", ScriptedTransport.tokens(more: "\"scope\":\(scope)"))
        try await fixture.session.signIn(PasswordFlow(username: "a", password: Secret("b")))
        #expect(await fixture.session.status.scope == ["read", "write"])
    }
}
