import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RedirectReceiversTests {
    private static let granted = ScriptedTransport.json(#"{"access_token":"a","token_type":"Bearer"}"#)

    @Test(arguments: [0, 1])
    func `statement 17: of several receivers the first to get the response wins, and all are closed`(winner: Int)
        async throws
    {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        let receivers = [ScriptedReceiver(), ScriptedReceiver(uri: "http://127.0.0.1:9999/other")]
        let signIn = try await BrowserSignIn.begin(scripted, receivers: receivers)
        #expect(signIn.parameters["redirect_uri"] == ScriptedReceiver.redirectURI)
        try receivers[1 - winner].arrive(["code": "stray", "state": "x"])
        try receivers[winner].arrive(["code": "mine", "state": signIn.state])
        _ = try await signIn.result.value
        #expect(try scripted.lastForm(to: "/token")["code"] == "mine")
        #expect(receivers.map(\.closed) == [[true], [true]])
    }

    @Test func `statement 17: a pasted redirect URL signs in, white space or not`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        let loopback = ScriptedReceiver()
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1/callback")))
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [loopback, pasted])
        #expect(!pasted.paste("no url at all"))
        #expect(!pasted.paste("http://127.0.0.1:8400/callback"))
        #expect(pasted.paste("http://127.0.0.1:8400/callback?code=of-another&state=attempt"))
        #expect(pasted.paste("  http://127.0.0.1:8400/callback?code=mine\n&state=\(signIn.state) \r\n"))
        _ = try await signIn.result.value
        #expect(try scripted.lastForm(to: "/token")["code"] == "mine")
        #expect(loopback.closed == [true])
    }

    @Test(arguments: ["\"%\"", "'%'", "<%>", "“%”", "`%`", "\\%"])
    func `address 3: what copying puts around a pasted address is left out`(form: String) async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: "https://app.example/callback")))
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [pasted])
        let address = "https://app.example/callback\\?code\\=mine&state=\(signIn.state)"
        #expect(pasted.paste(form.replacing("%", with: address)))
        _ = try await signIn.result.value
        #expect(try scripted.lastForm(to: "/token")["code"] == "mine")
    }

    @Test(arguments: ["https://app.example/callback", "com.example.app:/callback"])
    func `address 3: an address over several lines is put together, also where a line holds another address`(
        uri: String
    ) async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: uri)))
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [pasted])
        #expect(signIn.parameters["redirect_uri"] == uri)
        #expect(!pasted.paste("&code=nothing before it"))
        #expect(!pasted.paste(uri))
        #expect(pasted.paste("?state=\(signIn.state.prefix(9))"))
        #expect(pasted.paste("\(signIn.state.dropFirst(9))&iss=\(ImaginaryProvider.issuer)&code=mine"))
        _ = try await signIn.result.value
        #expect(try scripted.lastForm(to: "/token")["code"] == "mine")
    }

    @Test func `truth 7: an answer that comes as a form becomes an event, and the sign-in waits on`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        let posting = PostingReceiver()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [posting])
        #expect(await scripted.strays(1).map(\.flaw) == [.posted])
        try posting.base.arrive(["code": "mine", "state": signIn.state])
        _ = try await signIn.result.value
    }

    /// A receiver to which a browser has posted a form.
    private struct PostingReceiver: RedirectReceiver {
        let base = ScriptedReceiver()

        func open() async throws -> URL { try await base.open() }
        func responses() -> AsyncStream<URL> { base.responses() }
        func close(succeeded: Bool) async { await base.close(succeeded: succeeded) }

        func unreadable() -> AsyncStream<StrayRedirect> {
            AsyncStream {
                $0.yield(StrayRedirect(source: .browser, flaw: .posted, content: .nothing))
                $0.finish()
            }
        }
    }

    @Test func `a pasted redirect alone names its redirect URI`() async throws {
        let scripted = try ImaginaryProvider()
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1/callback")))
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [pasted])
        #expect(signIn.parameters["redirect_uri"] == "http://127.0.0.1/callback")
        signIn.result.cancel()
        #expect(await signIn.error() == .cancelled)
    }

    @Test func `a receiver that has no more to give leaves the field to the others`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        let receivers = [ScriptedReceiver(), ScriptedReceiver()]
        let signIn = try await BrowserSignIn.begin(scripted, receivers: receivers)
        receivers[0].finish()
        try receivers[1].arrive(["code": "mine", "state": signIn.state])
        _ = try await signIn.result.value
    }

    @Test func `after five minutes the attempt is over and the receiver closed`() async throws {
        let scripted = try ImaginaryProvider()
        let receiver = ScriptedReceiver()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver])
        try await scripted.clock.sleepers(atLeast: 1)
        scripted.clock.advance(by: .seconds(299))
        #expect(scripted.clock.sleeperCount == 1)
        scripted.clock.advance(by: .seconds(1))
        #expect(await signIn.error() == .signInTimedOut)
        #expect(receiver.closed == [false])
        #expect(scripted.transport.requests(to: "/token").isEmpty)
    }

    @Test func `cancelling ends the attempt at once and closes every receiver`() async throws {
        let scripted = try ImaginaryProvider()
        let receivers = [ScriptedReceiver(), ScriptedReceiver()]
        let signIn = try await BrowserSignIn.begin(scripted, receivers: receivers)
        signIn.result.cancel()
        #expect(await signIn.error() == .cancelled)
        #expect(receivers.map(\.closed) == [[false], [false]])
        #expect(scripted.clock.sleeperCount == 0)
    }

    @Test func `a browser that stays in the foreground keeps no response waiting`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", Self.granted)
        let receiver = ScriptedReceiver()
        let browserIsClosed = Gate()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [receiver]) { flow in
            flow.present = { [present = flow.present] url in
                await present(url)
                try? await browserIsClosed.passed()
            }
        }
        try receiver.arrive(["code": "mine", "state": signIn.state])
        _ = try await signIn.result.value
        #expect(!browserIsClosed.isOpen)
    }

    @Test func `a receiver that can't open ends the sign-in with its reason and closes the others`() async throws {
        let scripted = try ImaginaryProvider()
        let taken = SessionError.invalidConfiguration(setting: .redirectURI, reason: "port 8400 is taken")
        let first = ScriptedReceiver()
        let flow = AuthorizationCodeFlow(receivers: [first, ScriptedReceiver(failing: taken)]) { _ in
            Issue.record("the browser was opened")
        }
        #expect(await failure { try await flow.signIn(scripted.context) } == taken)
        #expect(first.closed == [false])
    }

    @Test func `without a receiver there is no sign-in`() async throws {
        let scripted = try ImaginaryProvider()
        let flow = AuthorizationCodeFlow(receivers: []) { _ in Issue.record("the browser was opened") }
        guard
            case .invalidConfiguration(setting: .redirectURI, _) = await failure(of: {
                try await flow.signIn(scripted.context)
            })
        else {
            Issue.record("it went on")
            return
        }
    }
}
