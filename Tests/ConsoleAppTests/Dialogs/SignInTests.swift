import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleKit
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

    @Test func `a provider that does not answer is named, with the time that it takes and the way out`() throws {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.ticked(Samples.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.dialogWords)
        console.press(.escape)
        #expect(console.dialog == nil && isCancel(console.effects.first))
    }

    @Test func `only the ways that the provider offers are listed`() throws {
        var context = Samples.context
        context.flows = [.device]
        var console = Console(context)
        console.press(.character("l"))
        try expectWords(console.dialogWords)
        console.press(.character("p"))
        #expect(console.effects.isEmpty)
    }

    @Test func `provider 4: the ways in are asked of the provider, and those that can't work say why`() throws {
        var console = Console()
        console.press(.character("l"))
        #expect(console.signIn == .askOffers)
        try expectWords(console.dialogWords, "asked")
        console.send(
            .signInOffersCame(
                .known([
                    .device: SignInObstacle("the provider publishes no device endpoint", isFinal: true),
                    .password: SignInObstacle("the provider does not list the grant", isFinal: false),
                ])))
        try expectWords(console.dialogWords, "answered")
        console.press(.character("d"))
        #expect(console.effects.isEmpty)
        try expectWords(console.dialogWords, "after a way that can't work")
        console.press(.character("p"))
        guard case .password? = dialog(console)?.stage else {
            Issue.record("what may work is not tried")
            return
        }
    }

    @Test(arguments: [nil, SignInOffers.unavailable("no connection"), .known([:])])
    func `what the client can't do is not offered, whether the provider has answered or not`(offers: SignInOffers?)
        throws
    {
        var context = Samples.context
        context.clientObstacles = [.client: SignInObstacle("it needs a client with a secret", isFinal: true)]
        var console = Console(context)
        console.press(.character("l"))
        if let offers { console.send(.signInOffersCame(offers)) }
        let answer =
            switch offers {
            case nil, .unknown: "no answer"
            case .known: "an answer"
            case .unavailable: "unavailable"
            }
        try expectWords(console.dialogWords, answer)
        console.press(.character("c"))
        #expect(console.effects.isEmpty)
        try expectWords(console.dialogWords, "\(answer), after c")
    }

    @Test func `the browser dialog names the redirect of the profile`() throws {
        var context = Samples.context
        context.redirectURI = "http://127.0.0.1:8400/back"
        var console = Console(context)
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        try expectWords(console.dialogWords)
    }

    @Test func `provider 4: a provider that can't be asked leaves every way open`() throws {
        var console = Console()
        console.press(.character("l"))
        console.send(.signInOffersCame(.unavailable("no connection")))
        try expectWords(console.dialogWords)
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
        let words = { (console: Console) in console.dialogWords.filter { $0 != "x" } }
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady(link, openedInBrowser: false))
        try expectWords(words(console), "at first")
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        console.send(.authorizationURLReady(link, openedInBrowser: true))
        try expectWords(words(console), "after a minute")
        console.press(.tab)
        let text = try #require(console.viewed)
        #expect(text == link + "\n")
    }

    @Test func `statement 16: the device dialog counts down, and says when it asks next`() throws {
        // Without the QR code.
        let words = { (console: Console) in console.dialogWords.filter { !"█▀▄".contains($0) }.trimmed }
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        try expectWords(words(console), "at first")
        console.send(.ticked(Samples.now.addingTimeInterval(5), secondsFromUTC: 0))
        try expectWords(words(console), "at the next check")
        let event = Samples.event(8, .devicePollPending(nextPollAfter: .seconds(10), slowDown: true), at: 5)
        console.send(.event(event))
        try expectWords(words(console), "slowed down")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `statement 17: a device code waits beside the browser and the pasted URL`(size: Size) throws {
        var console = Console(size: size)
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        try expectWords(together(console.dialogWords, console.lastRow), "\(size.width) columns, browser")
        console.press(.character("d"))
        #expect(console.signIn == .addDevice(asking: StepUp()))
        console.send(.devicePromptShown(Samples.devicePrompt))
        let event = Samples.event(8, .devicePollPending(nextPollAfter: .seconds(10), slowDown: true))
        console.send(.event(event))
        console.press(.character("d"))
        #expect(console.effects.isEmpty)
        try expectWords(together(console.dialogWords, console.lastRow), "\(size.width) columns, browser and device")
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

    @Test func `a sign-in that has failed stays failed, however late the browser's command ends`() throws {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        console.send(.signInEnded(.failure(.signInDenied(OAuthError(code: "invalid_scope")))))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: true))
        guard case .failed? = dialog(console)?.stage else {
            Issue.record("\(console.text)")
            return
        }
        try expectWords(console.dialogWords)
    }

    @Test func `truth 2: a sign-in that failed says what to check, where another try alone can't help`() throws {
        let expired = SessionError.transport(.tls(.expired, reason: "certificate has expired"), during: .discovery)
        let moved = SessionError.server(status: 302, during: .token, retryAfter: nil)
        for error in [expired, moved, .signInTimedOut] {
            var console = Console()
            console.press(.character("l"), .character("b"))
            console.send(.signInEnded(.failure(error)))
            try expectWords(console.dialogWords, "\(error)")
        }
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

    @Test func `truth 5: an answer of another sign-in is told in the dialog, and so is a paste that is no URL`()
        throws
    {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: true))
        let stray = StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .error("access_denied"))
        console.send(.event(Samples.event(8, .strayRedirect(stray))))
        try expectWords(together(console.dialogWords, console.paneWords("Events")), "stray answer")
        console.press(.paste("no URL"), .enter)
        // The event stays.
        #expect(dialog(console)?.note == nil)
        try expectWords(together(console.dialogWords, console.paneWords("Events")), "paste handed on")
        console.send(.redirectRefused("not a redirect URL"))
        #expect(dialog(console)?.note == "not a redirect URL")
        try expectWords(console.dialogWords, "paste refused")
    }

    @Test func `success closes the dialog`() {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        console.send(.signInEnded(.success(())))
        #expect(console.dialog == nil)
    }

    @Test func `a wrong password keeps the user name and leaves the cursor in the password`() throws {
        var console = Console()
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.enter)
        #expect(console.effects.isEmpty, "the password is still missing")
        console.type("wrong")
        console.press(.enter)
        let refusal = OAuthError(code: "invalid_grant", detail: "wrong password", status: 400)
        console.send(.signInEnded(.failure(.signInDenied(refusal))))
        try expectWords(console.dialogWords, "refused")
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
        try expectWords(console.dialogWords, "with another password")
    }

    @Test func `a password's form gives way to a failure that no other password helps against`() throws {
        var console = Console()
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.enter)
        console.type("wonderland")
        console.press(.enter)
        let expired = SessionError.transport(.tls(.expired, reason: "certificate has expired"), during: .token)
        console.send(.signInEnded(.failure(expired)))
        try expectWords(console.dialogWords)
        console.press(.enter)
        console.type("wonderland")
        console.press(.enter)
        guard case .signIn(.start(.password(username: "alice", password: _), asking: _))? = console.effects.first else {
            Issue.record("\(console.effects)")
            return
        }
    }

    @Test func `a failure says why, and enter tries again`() throws {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.signInEnded(.failure(.signInTimedOut)))
        try expectWords(console.dialogWords)
        console.press(.enter)
        #expect(console.startedSignIn == .device)
    }

    @Test func `a failure that comes when the dialog is gone is told too`() throws {
        var console = Console()
        console.send(.signInEnded(.failure(.signInTimedOut)))
        #expect(console.model.shell.notice?.error == .signInTimedOut)
        try expectWords(console.noticeWords)
    }
}
