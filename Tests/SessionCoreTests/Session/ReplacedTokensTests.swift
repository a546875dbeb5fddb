import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReplacedTokensTests {
    private let store = FaultyStore()

    private func fixture() -> SessionFixture {
        let fixture = SessionFixture(store: store)
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        return fixture
    }

    private func revoked(by fixture: SessionFixture) async -> [String] {
        await fixture.session.finishRevocations(within: .seconds(60))
        return fixture.transport.requests(to: "/revoke").compactMap { $0.form["token"] }
    }

    @Test func `loss 3: a sign-in revokes the tokens of the session that it replaces`() async throws {
        let fixture = try await fixture().signedIn()
        try await fixture.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await revoked(by: fixture) == ["R1", "A1"])
        #expect(try await fixture.session.accessToken().value.reveal() == "B1")
        #expect(try await !store.text.contains("\"R1\""))
    }

    @Test func `loss 3: so does one by another process, with the tokens as they are stored now`() async throws {
        let one = try await fixture().signedIn()
        let two = SessionFixture(store: store, clock: one.clock, transport: one.transport)
        try await two.session.configure()
        one.transport.always("/token", ScriptedTransport.tokens())
        try await one.session.refresh()
        try await two.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await revoked(by: two) == ["R2", "A2"])
    }

    @Test func `loss 3: where the provider can't be reached the same write stores the revocations`() async throws {
        let fixture = SessionFixture(store: store)
        fixture.transport.always("/revoke", ScriptedTransport.failure(.timedOut(.waiting)))
        try await fixture.signedIn()
        let writes = store.writeCount
        try await fixture.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(store.writeCount == writes + 1)
        let text = try await store.text
        #expect(text.contains("\"pending_revocations\"") && text.contains("\"R1\"") && text.contains("\"S1\""))
    }

    @Test func `loss 3: a sign-in that can't be stored revokes nothing of the session that stays stored`() async throws
    {
        let fixture = try await fixture().signedIn()
        store.failWriting(.unwritable("the disk is full"))
        try await fixture.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await revoked(by: fixture) == [])
        #expect(try await store.text.contains("\"R1\""))
        store.failWriting(nil)
        try await until {
            fixture.clock.advance(by: .seconds(1))
            return try await store.text.contains("\"S1\"")
        }
        fixture.transport.always("/token", ScriptedTransport.tokens(access: "B2", refresh: "S2"))
        try await fixture.session.refresh()
        #expect(await revoked(by: fixture) == ["R1", "A1"])
    }

    @Test func `loss 3: a token that the provider has given out once more is not revoked`() async throws {
        let fixture = try await fixture().signedIn()
        try await fixture.session.signIn(GivenTokens(access: "A1", refresh: "S1"))
        #expect(await revoked(by: fixture) == ["R1"])
    }

    @Test(arguments: ["one session", "another session"])
    func `loss 3: tokens of one session at the provider live and end together`(later: String) async throws {
        let fixture = fixture()
        try await fixture.session.configure()
        try await fixture.session.signIn(NamedProviderSession(tokens: GivenTokens(), sid: "one session"))
        try await fixture.session.signIn(
            NamedProviderSession(tokens: GivenTokens(access: "B1", refresh: "S1"), sid: later))
        #expect(await revoked(by: fixture) == (later == "one session" ? [] : ["R1", "A1"]))
    }
}

/// A sign-in whose ID token names the provider's own session.
private struct NamedProviderSession: SignInFlow {
    let name = "given"
    var tokens: GivenTokens
    var sid: String

    func signIn(_ context: SignInContext) async throws -> SignInResult {
        let payload = Base64URL.encode(Array("{\"sub\":\"ada\",\"sid\":\"\(sid)\"}".utf8))
        let token = Base64URL.encode(Array("{\"alg\":\"none\"}".utf8)) + ".\(payload)."
        return SignInResult(
            tokens: try await tokens.signIn(context).tokens,
            idToken: ValidatedIDToken(
                token: Secret(token), trust: .notChecked("a test's"), issuer: SessionFixture.issuer, subject: "ada",
                expiresAt: context.provider.channel.clock.now + 60, authenticatedAt: nil))
    }
}
