import FoundationEssentials
import SessionCore
import SessionCoreTesting
import TestSupport
import Testing

/// The end of what the user allowed, by draft-ietf-oauth-refresh-token-expiration.
@Suite(.timeLimit(.minutes(5)))
struct GrantEndTests {
    private func fixture(_ tokens: String...) -> SessionFixture {
        let fixture = SessionFixture { $0.authentication = .basic(Secret("s3cret")) }
        for (index, members) in tokens.enumerated() {
            fixture.transport.once(
                "/token",
                ScriptedTransport.json(
                    #"{"access_token":"A\#(index)","token_type":"Bearer","expires_in":60,\#(members)}"#))
        }
        return fixture
    }

    @Test func `the grant's end is the same after a refresh that does not repeat it, and in other processes`()
        async throws
    {
        let fixture = fixture(
            #""refresh_token":"R1","refresh_token_timeout":500,"authorization_expires_in":1000"#,
            #""refresh_token":"R2","refresh_token_timeout":500"#)
        try await fixture.session.configure()
        try await fixture.session.signIn(PasswordFlow(username: "alice", password: Secret("p")))
        let end = fixture.clock.now + 1_000
        #expect(await fixture.session.status.grantEndsAt == end)
        fixture.clock.advance(by: .seconds(100))
        try await fixture.session.refresh()
        let status = await fixture.session.status
        #expect(status.grantEndsAt == end)
        #expect(status.refreshToken?.expiry == .at(fixture.clock.now + 500, .refreshTokenTimeout))
        let later = SessionFixture(store: fixture.store, clock: fixture.clock)
        try await later.session.configure()
        #expect(await later.session.status.grantEndsAt == end)
    }

    @Test func `a refresh may lengthen or shorten the grant, and a new sign-in forgets the old one's end`() async throws
    {
        let fixture = fixture(
            #""refresh_token":"R1","authorization_expires_in":1000"#,
            #""refresh_token":"R2","authorization_expires_in":20"#, #""refresh_token":"R3""#)
        try await fixture.session.configure()
        try await fixture.session.signIn(PasswordFlow(username: "alice", password: Secret("p")))
        try await fixture.session.refresh()
        let end = fixture.clock.now + 20
        let status = await fixture.session.status
        #expect(status.grantEndsAt == end && status.refreshToken?.expiry == .at(end, .authorizationExpiresIn))
        try await fixture.session.signIn(PasswordFlow(username: "alice", password: Secret("p")))
        #expect(await fixture.session.status.grantEndsAt == nil)
    }
}
