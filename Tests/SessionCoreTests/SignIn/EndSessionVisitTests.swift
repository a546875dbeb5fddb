import FoundationEssentials
import SessionCore
import SessionCoreTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EndSessionVisitTests {
    private let receiver = ScriptedReceiver(sendsOn: true)

    /// A session that was signed out, and the browser's visit under way.
    private struct Visit {
        let fixture: SessionFixture
        let opened: AsyncStream<URL>
        /// Opens when the wait for the browser is said.
        let waits: Gate
        let outcome: Task<EndSessionVisit.Outcome, Never>

        /// The parameters of the page that the browser opens.
        func parameters() async throws -> FormParameters { try await EndSessionVisitTests.parameters(of: opened) }
    }

    private static func parameters(of pages: AsyncStream<URL>) async throws -> FormParameters {
        var pages = pages.makeAsyncIterator()
        let url = try #require(await pages.next())
        return FormParameters(decoding: url.query(percentEncoded: true) ?? "")
    }

    private func visit(
        by receiver: ScriptedReceiver?, idToken: Bool = true, scope: [String] = ["openid", "offline_access"],
        opens: Bool = true, until window: Gate? = nil,
        _ prepare: (SessionFixture) -> Void = { _ in }
    ) async throws -> Visit {
        let authorization = try #require(URL(string: "\(SessionFixture.issuer)/authorize"))
        let fixture = SessionFixture {
            $0.endpoints[.authorization] = authorization
            $0.scope = scope
        }
        try await fixture.signedIn(GivenTokens(subject: idToken ? "alice" : nil))
        prepare(fixture)
        let visit = try await fixture.session.endSessionVisit()
        try await fixture.session.signOut(force: true)
        #expect(await fixture.session.status.mayBeSignedInAtProvider)
        let opened = AsyncStream.makeStream(of: URL.self)
        let waits = Gate()
        let outcome = Task {
            await fixture.session.run(visit, receiver) { url in
                opened.continuation.yield(url)
                try? await window?.passed()
                return opens
            } awaiting: {
                waits.open()
            }
        }
        return Visit(fixture: fixture, opened: opened.stream, waits: waits, outcome: outcome)
    }

    /// The parameters of the sign-in without a page that the browser is sent on to.
    private func silentSignIn() async throws -> FormParameters {
        try await Self.parameters(of: receiver.sentOn.stream)
    }

    @Test func `end 5: a browser that came back and would have to log in makes the next sign-in a first one`()
        async throws
    {
        let visit = try await visit(by: receiver)
        let asked = try await visit.parameters()
        #expect(asked["id_token_hint"] == "id-token-of-alice" && asked["client_id"] == "console")
        #expect(asked["post_logout_redirect_uri"] == ScriptedReceiver.redirectURI)
        let state = try #require(asked["state"])
        try receiver.arrive(["state": "of-another"])
        try receiver.arrive(["state": state])
        let silent = try await silentSignIn()
        #expect(silent["prompt"] == "none" && silent["redirect_uri"] == ScriptedReceiver.redirectURI)
        #expect(silent["state"] != state)
        // Which some providers refuse where no consent is asked for.
        #expect(silent["scope"] == "openid")
        try receiver.arrive(["error": "login_required", "state": try #require(silent["state"])])
        #expect(await visit.outcome.value == .ended)
        #expect(receiver.closed == [true] && receiver.dismissed == ["state=of-another"])
        #expect(await !visit.fixture.session.status.mayBeSignedInAtProvider)
        let other = SessionFixture(store: visit.fixture.store)
        try await other.session.configure()
        #expect(await other.session.state == .noSession(.signedOut))
        #expect(await !other.session.status.mayBeSignedInAtProvider)
    }

    @Test(arguments: [
        (["code": "c"], EndSessionVisit.Outcome.goesOn), (["error": "consent_required"], .goesOn),
        (["error": "invalid_request"], .returned),
    ])
    func `end 5: a return alone is no proof that the provider's own session has ended`(
        answer: [String: String], outcome: EndSessionVisit.Outcome
    ) async throws {
        let visit = try await visit(by: receiver)
        try receiver.arrive(["state": try #require(try await visit.parameters()["state"])])
        var parameters: FormParameters = ["state": try #require(try await silentSignIn()["state"])]
        for (name, value) in answer { parameters[name] = value }
        try receiver.arrive(parameters)
        #expect(await visit.outcome.value == outcome)
        #expect(receiver.closed == [false])
        #expect(await visit.fixture.session.status.mayBeSignedInAtProvider)
    }

    @Test func `end 5: a browser that does not come back is waited for a minute`() async throws {
        let visit = try await visit(by: receiver)
        _ = try await visit.parameters()
        try await visit.waits.passed()
        try receiver.arrive(["state": "of-another"])
        let clock = visit.fixture.clock
        try await clock.sleeper(for: .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(await visit.outcome.value == .silent)
        #expect(await visit.fixture.session.status.mayBeSignedInAtProvider)
    }

    @Test func `end 5: a browser command that returns after its browser is not waited for`() async throws {
        let window = Gate()
        let visit = try await visit(by: receiver, until: window)
        try receiver.arrive(["state": try #require(try await visit.parameters()["state"])])
        let silent = try await silentSignIn()
        window.open()
        try receiver.arrive(["error": "login_required", "state": try #require(silent["state"])])
        #expect(await visit.outcome.value == .ended)
        #expect(!visit.waits.isOpen)
    }

    @Test func `end 5: an address that the provider does not take is left out, and nothing is waited for`()
        async throws
    {
        let visit = try await visit(by: receiver) {
            $0.transport.once("/logout", ScriptedTransport.json(#"{"error":"invalid_request"}"#, status: 400))
        }
        let asked = try await visit.parameters()
        #expect(asked["id_token_hint"] == "id-token-of-alice")
        #expect(asked["post_logout_redirect_uri"] == nil && asked["state"] == nil)
        #expect(await visit.outcome.value == .unawaited(refusal: 400))
        let probe = try #require(visit.fixture.transport.requests(to: "/logout").first)
        let parameters = FormParameters(decoding: probe.url.query(percentEncoded: true) ?? "")
        #expect(parameters["id_token_hint"] == nil)
        #expect(parameters["post_logout_redirect_uri"] == ScriptedReceiver.redirectURI)
    }

    @Test func `without openid, too, a code means that the provider did not ask`() async throws {
        let visit = try await visit(by: receiver, idToken: false, scope: ["orders"])
        try receiver.arrive(["state": try #require(try await visit.parameters()["state"])])
        let silent = try await silentSignIn()
        #expect(silent["prompt"] == "none" && silent["scope"] == "openid" && silent["nonce"] != nil)
        try receiver.arrive(["error": "invalid_scope", "state": try #require(silent["state"])])
        #expect(await visit.outcome.value == .returned)
    }

    @Test func `without an ID token the client's identifier names whose page it is; without a browser nothing opens`()
        async throws
    {
        let visit = try await visit(by: receiver, idToken: false, opens: false)
        let asked = try await visit.parameters()
        #expect(asked["id_token_hint"] == nil && asked["client_id"] == "console")
        #expect(await visit.outcome.value == .notOpened)
        #expect(receiver.closed == [false])
        let elsewhere = try await self.visit(by: nil)
        #expect(try await elsewhere.parameters()["post_logout_redirect_uri"] == nil)
        #expect(await elsewhere.outcome.value == .unawaited(refusal: nil))
    }
}
