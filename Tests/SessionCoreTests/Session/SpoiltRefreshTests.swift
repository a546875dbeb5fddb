import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SpoiltRefreshTests {
    @Test(arguments: [
        #"{"token_type":"Bearer","refresh_token":"R2"}"#,
        #"{"access_token":"A\n2","token_type":"Bearer","refresh_token":"R2"}"#,
        #"{"access_token":["A2"],"token_type":"Bearer","refresh_token":"R2"}"#,
        #"{"access_token":"A2","token_type":"mac","refresh_token":"R2"}"#,
        #"{"access_token":"A2","token_type":"N_A","refresh_token":"R2"}"#,
        #"{"access_token":"A2","token_type":"DPoP","refresh_token":"R2"}"#,
        #"{"access_token":"A2","token_type":"Bearer","refresh_token":"R2","id_token":5}"#,
    ])
    func `invariant 25: a rotated refresh token is stored whatever is wrong with the rest`(answer: String) async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.json(answer))
        fixture.transport.always("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(await sessionError { _ = try await session.accessToken() } != nil)
        #expect(await session.state.isAuthenticated)
        #expect(try await fixture.store.text.contains("\"R2\""))
        fixture.clock.advance(by: .seconds(60))
        #expect(try await session.accessToken().value.reveal() == "A3")
        #expect(fixture.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R2"])
    }

    @Test func `an answer that begins with a byte order mark is read`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once(
            "/token",
            ScriptedTransport.json(
                "\u{FEFF}" + #"{"access_token":"A2","token_type":"Bearer","refresh_token":"R2"}"#))
        let session = fixture.session
        try await session.refresh()
        #expect(try await session.accessToken().value.reveal() == "A2")
        #expect(try await fixture.store.text.contains("\"R2\""))
    }

    @Test func `invariant 11: such a refresh token that comes after a sign-out is revoked, and stored nowhere`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.once(
            "/token",
            ScriptedTransport.held(by: gate, ScriptedTransport.json(#"{"token_type":"Bearer","refresh_token":"R2"}"#)))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let session = fixture.session
        let refresh = Task { await sessionError { try await session.refresh() } }
        try await fixture.transport.received(1, at: "/token")
        let signOut = Task { try await session.signOut(force: true) }
        try await until { await !session.state.isAuthenticated }
        gate.open()
        #expect(await refresh.value == .sessionChanged)
        _ = try await signOut.value
        await session.finishRevocations(within: .seconds(60))
        #expect(try await !fixture.store.text.contains("\"R2\""))
    }
}
