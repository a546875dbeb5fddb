import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SignInTests {
    private func dialog(_ console: Console) -> SignInDialog? {
        if case let dialog as SignInDialog = console.dialog { dialog } else { nil }
    }

    private func isCancel(_ effect: Effect?) -> Bool {
        if case .signIn(.cancel)? = effect { true } else { false }
    }

    @Test func `each way in has a letter, and enter takes the chosen one`() {
        for (letter, choice) in [("b", SignInChoice.browser), ("d", .device)] as [(Character, SignInChoice)] {
            var console = Console()
            console.press(.character("l"), .character(letter))
            #expect(console.startedSignIn == choice)
        }
        var console = Console()
        console.press(.character("l"), .down, .enter)
        #expect(console.startedSignIn == .device)
    }

    @Test func `only the ways that the provider offers are listed`() {
        var context = Samples.context
        context.flows = [.device]
        var console = Console(context)
        console.press(.character("l"))
        #expect(!console.text.contains("password grant"))
        console.press(.character("p"))
        #expect(console.effects.isEmpty)
    }

    @Test func `provider 4: the ways in are asked of the provider, and those that can't work say why`() {
        var console = Console()
        console.press(.character("l"))
        #expect(console.signIn == .askOffers)
        #expect(console.text.contains("Client credentials") && console.text.contains("Import"))
        console.send(
            .signInOffersCame(
                .known([
                    .device: SignInObstacle("the provider publishes no device endpoint", isFinal: true),
                    .password: SignInObstacle("the provider does not list the grant", isFinal: false),
                ])))
        #expect(console.text.contains("the provider publishes no device endpoint"))
        #expect(console.text.contains("not offered"))
        console.press(.character("d"))
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("Device code can't work here"))
        console.press(.character("p"))
        guard case .password? = dialog(console)?.stage else {
            Issue.record("what may work is not tried")
            return
        }
    }

    @Test(arguments: [nil, SignInOffers.unavailable("no connection"), .known([:])])
    func `what the client can't do is not offered, whether the provider has answered or not`(offers: SignInOffers?) {
        var context = Samples.context
        context.clientObstacles = [.client: SignInObstacle("it needs a client with a secret", isFinal: true)]
        var console = Console(context)
        console.press(.character("l"))
        if let offers { console.send(.signInOffersCame(offers)) }
        #expect(console.text.contains("not here") && console.text.contains("it needs a client with a secret"))
        console.press(.character("c"))
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("Client credentials can't work here"))
    }

    @Test func `the browser dialog names the redirect of the profile`() {
        var context = Samples.context
        context.redirectURI = "http://127.0.0.1:8400/back"
        var console = Console(context)
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        #expect(console.text.contains("http://127.0.0.1:8400/back?code=…"))
    }

    @Test func `provider 4: a provider that can't be asked leaves every way open`() {
        var console = Console()
        console.press(.character("l"))
        console.send(.signInOffersCame(.unavailable("no connection")))
        #expect(console.text.contains("not known: no connection"))
        console.press(.character("d"))
        #expect(console.startedSignIn == .device)
    }

    @Test func `provider 4: the client signs in as itself, and tokens from elsewhere are taken over unseen`() {
        var console = Console()
        console.press(.character("l"), .character("c"))
        #expect(console.startedSignIn == .client)
        console = Console()
        console.press(.character("l"), .character("i"), .paste("{\"access_token\":\n\"t0ken-q\"}"))
        #expect(!console.text.contains("t0ken"))
        console.press(.enter)
        guard case .signIn(.start(.imported(let json), _))? = console.effects.first else {
            Issue.record("import did not begin")
            return
        }
        #expect(json.reveal() == #"{"access_token":"t0ken-q"}"#)
    }

    @Test func `provider 4: the browser dialog counts down, tells of errors, and shows the link alone`() throws {
        let link = "http://127.0.0.1:1/authorize?" + String(repeating: "x", count: 600)
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady(link, openedInBrowser: false))
        #expect(console.text.contains("Waiting for 05:00"))
        #expect(console.text.contains("If the browser shows an error"))
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        console.send(.authorizationURLReady(link, openedInBrowser: true))
        #expect(console.text.contains("Waiting for 03:59"))
        console.press(.tab)
        let text = try #require(console.viewed)
        #expect(text == link + "\n")
    }

    @Test func `statement 16: the device dialog counts down, and says when it asks next`() {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        #expect(console.text.contains("WDJB-MJHT"))
        #expect(console.text.contains("next check in 5 s"))
        console.send(.ticked(Samples.now.addingTimeInterval(5), secondsFromUTC: 0))
        #expect(console.text.contains("Valid for 04:26"))
        #expect(console.text.contains("checking now"))
        let event = Samples.event(8, .devicePollPending(nextPollAfter: .seconds(10), slowDown: true), at: 5)
        console.send(.eventHappened(event))
        #expect(console.text.contains("next check in 10 s"))
        #expect(console.text.contains("asked for longer pauses"))
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `statement 17: a device code waits beside the browser and the pasted URL`(size: Size) {
        var console = Console(size: size)
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        #expect(console.text.contains("d device code"))
        console.press(.character("d"))
        #expect(console.signIn == .addDevice(asking: StepUp()))
        console.send(.devicePromptShown(Samples.devicePrompt))
        for words in ["127.0.0.1:1/authorize", "Paste the URL", "127.0.0.1:41873/device", "WDJB-MJHT"] {
            #expect(console.text.contains(words), "\(words)")
        }
        let event = Samples.event(8, .devicePollPending(nextPollAfter: .seconds(10), slowDown: true))
        console.send(.eventHappened(event))
        #expect(console.text.contains("10 s"))
        console.press(.character("d"))
        #expect(console.effects.isEmpty)
        #expect(!console.text.contains("d device code"))
        console.press(.escape)
        #expect(isCancel(console.effects.first))
    }

    @Test func `the links of a sign-in lead where they say`() throws {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        let device = console.picture()
        let row = try #require(device.lines.firstIndex { $0.contains("127.0.0.1:41873/device") })
        let links = Set((0..<device.size.width).compactMap { device.link(of: device[Point(x: $0, y: row)]) })
        #expect(links == [Samples.devicePrompt.verificationURIComplete])
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        let browser = console.picture()
        let line = try #require(browser.lines.firstIndex { $0.contains("127.0.0.1:1/authorize") })
        #expect(
            (0..<120).contains { browser.link(of: browser[Point(x: $0, y: line)]) == "http://127.0.0.1:1/authorize" })
    }

    @Test func `y copies the link of the browser, enter uses what was pasted, however late the browser opens`() {
        let link = "http://127.0.0.1:1/authorize"
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady(link, openedInBrowser: false))
        console.press(.character("y"))
        guard case .tool(.copy(link, name: "the link"))? = console.effects.last else {
            Issue.record("the link was not copied")
            return
        }
        console.press(.paste("http://127.0.0.1:2/callback?code=1"))
        console.send(.authorizationURLReady(link, openedInBrowser: true))
        console.press(.enter)
        guard case .signIn(.submitRedirect("http://127.0.0.1:2/callback?code=1"))? = console.effects.last else {
            Issue.record("the pasted URL was not used")
            return
        }
    }

    @Test func `a sign-in that has failed stays failed, however late the browser's command ends`() {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        console.send(.signInEnded(.failure(.signInDenied(OAuthError(code: "invalid_scope")))))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: true))
        #expect(console.text.contains("Not signed in") && console.text.contains("try again"), "\(console.text)")
        #expect(!console.text.contains("Waiting for"), "\(console.text)")
    }

    @Test func `truth 2: a sign-in that failed says what to check, where another try alone can't help`() {
        func text(_ error: SessionError) -> String {
            var console = Console()
            console.press(.character("l"), .character("b"))
            console.send(.signInEnded(.failure(error)))
            return console.text
        }
        let expired = SessionError.transport(.tls(.expired, reason: "certificate has expired"), during: .discovery)
        #expect(text(expired).contains("the server needs a new certificate"))
        let moved = SessionError.server(status: 302, during: .token, retryAfter: nil)
        #expect(text(moved).contains("compare the profile with what the provider offers"))
        #expect(!text(moved).contains("the session is kept"))
        #expect(!text(.signInTimedOut).contains("to sign in again"))
    }

    @Test func `esc cancels a sign-in that is under way, and frees what it holds`() {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: true))
        console.press(.escape)
        #expect(isCancel(console.effects.first))
        #expect(console.dialog == nil)
        console.send(.signInEnded(.failure(.cancelled)))
        #expect(console.model.shell.notice == nil)
    }

    @Test func `a pasted redirect URL is handed on, letters and all`() {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        console.press(.paste("http://127.0.0.1:35127/callback?code=qQx&state=l\n"), .enter)
        #expect(console.signIn == .submitRedirect("http://127.0.0.1:35127/callback?code=qQx&state=l"))
    }

    @Test func `truth 5: an answer of another sign-in is told in the dialog, and so is a paste that is no URL`() {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: true))
        let stray = StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .error("access_denied"))
        console.send(.eventHappened(Samples.event(8, .strayRedirect(stray))))
        #expect(console.text.ranges(of: "another sign-in's answer: it said access_denied").count == 2)
        console.press(.paste("no URL"), .enter)
        // The event stays.
        #expect(console.text.ranges(of: "another sign-in's answer").count == 1)
        console.send(.redirectRefused("not a redirect URL"))
        #expect(console.text.contains("not a redirect URL"))
        #expect(!console.text.contains("no URL  "), "what was refused is still in the field")
    }

    @Test func `success closes the dialog`() {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        console.send(.signInEnded(.success(())))
        #expect(console.dialog == nil)
    }

    @Test func `a wrong password keeps the user name and leaves the cursor in the password`() {
        var console = Console()
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.enter)
        #expect(console.effects.isEmpty, "the password is still missing")
        console.type("wrong")
        console.press(.enter)
        let refusal = OAuthError(code: "invalid_grant", detail: "wrong password", status: 400)
        console.send(.signInEnded(.failure(.signInDenied(refusal))))
        #expect(console.text.contains("refused with invalid_grant"))
        // What is typed next is the password, though `l` and `d` are keys of other pages.
        console.type("wonderland")
        console.press(.enter)
        guard
            case .signIn(.start(.password(username: "alice", password: Secret("wonderland")), asking: _))? =
                console.effects.first
        else {
            Issue.record("\(console.effects)")
            return
        }
        #expect(!console.text.contains("invalid_grant"))
    }

    @Test func `a password's form gives way to a failure that no other password helps against`() {
        var console = Console()
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.enter)
        console.type("wonderland")
        console.press(.enter)
        let expired = SessionError.transport(.tls(.expired, reason: "certificate has expired"), during: .token)
        console.send(.signInEnded(.failure(expired)))
        #expect(console.text.contains("the server needs a new certificate"))
        console.press(.enter)
        console.type("wonderland")
        console.press(.enter)
        guard case .signIn(.start(.password(username: "alice", password: _), asking: _))? = console.effects.first else {
            Issue.record("\(console.effects)")
            return
        }
    }

    @Test func `a failure says why, and enter tries again`() {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.signInEnded(.failure(.signInTimedOut)))
        #expect(console.text.contains("the sign-in was not finished in time"))
        console.press(.enter)
        #expect(console.startedSignIn == .device)
    }

    @Test func `a failure that comes when the dialog is gone is told too`() {
        var console = Console()
        console.send(.signInEnded(.failure(.signInTimedOut)))
        #expect(console.text.contains("the sign-in was not finished in time"))
    }
}
