import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScopeTests {
    @Test func `truth 6: what was asked for is kept with the session, for every process`() async throws {
        let store = MemoryStore()
        let fixture = SessionFixture(store: store) { $0.scope = ["openid", "orders"] }
        fixture.transport.once("/token", ScriptedTransport.tokens())
        try await fixture.session.configure()
        try await fixture.session.signIn(PasswordFlow(username: "a", password: Secret("b")))
        #expect(await fixture.session.status.scope == nil)
        #expect(await fixture.session.status.requestedScope == ["openid", "orders"])

        let other = SessionFixture(store: store) { $0.scope = ["something", "else"] }
        try await other.session.configure()
        #expect(await other.session.status.requestedScope == ["openid", "orders"])

        fixture.transport.once("/token", ScriptedTransport.tokens(more: "\"scope\":\"openid\""))
        try await fixture.session.refresh()
        #expect(await fixture.session.status.scope == ["openid"])
        #expect(await fixture.session.status.requestedScope == ["openid", "orders"])
    }

    @Test func `truth 6: nobody knows what was asked for in tokens from elsewhere`() async throws {
        let fixture = SessionFixture()
        try await fixture.session.configure()
        try await fixture.session.signIn(ImportFlow(json: Secret(#"{"access_token":"a","token_type":"Bearer"}"#)))
        #expect(await fixture.session.status.requestedScope == nil)
    }
}
