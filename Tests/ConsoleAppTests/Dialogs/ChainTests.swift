import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

/// The checklist of a sign-in from a resource's URL.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChainTests {
    // MARK: - The lines

    @Test func `a step that is not reached has a dash, the one under way an ellipsis`() throws {
        let console = Console.onURL()
        #expect(console.chain?.underWay == .resource)
        try expectWords(console.dialogWords)
    }

    @Test func `an ended step has its mark, the URL that was asked, the status, a sentence and the section`() throws {
        var console = Console.onURL()
        console.end(Chain.resource)
        #expect(console.chain?.underWay == .resourceMetadata)
        try expectWords(console.dialogWords)
    }

    @Test(arguments: DiscoveryStep.Outcome.allCases)
    func `each way to end has its mark`(outcome: DiscoveryStep.Outcome) throws {
        var console = Console.onURL()
        console.end(DiscoveryStep(.resource, outcome, .published, .rfc(9728, "3.3")))
        try expectWords(console.line("resource"), "\(outcome)")
    }

    // MARK: - Decisions

    @Test func `the issuer is confirmed before a client is registered`() throws {
        var console = Console.onURL()
        console.findServer(isConfirmed: false)
        #expect(console.effects.isEmpty)
        #expect(console.chain?.stage == .confirming(issuer: Chain.issuer))
        try expectWords(console.dialogWords)
        console.press(.character("y"))
        #expect(console.discovery == .findClient)
        #expect(console.chain?.underWay == .client)
        console.press(.character("y"))
        #expect(console.effects.isEmpty, "it is registered once")
    }

    @Test func `an issuer that the person named is not asked about`() {
        var console = Console.onURL()
        console.findServer(isConfirmed: true)
        #expect(console.discovery == .findClient)
    }

    @Test func `where no client can be found one is named`() throws {
        var console = Console.onURL()
        // There is no session yet.
        console.send(.status(SessionStatus()))
        console.findServer(isConfirmed: true)
        try expectWords(console.headerWords, "badge while one is looked for")
        console.end(DiscoveryStep(.client, .question, .noRegistration, .rfc(7591, "3")))
        #expect(console.chain?.awaitsClientID == true)
        try expectWords(console.headerWords, "badge where there is none")
        console.press(.character("c"))
        console.type("console")
        try expectWords(console.lastRow, "field")
        console.press(.enter)
        #expect(console.discovery == .useClient("console"))
        #expect(console.chain?.underWay == .client)
        console.end(Chain.client)
        console.press(.character("c"))
        #expect(console.dialog?.prompt == nil)
    }

    @Test func `of several authorization servers one is chosen by its number`() throws {
        var console = Console.onURL()
        console.end(Chain.resource)
        console.end(
            DiscoveryStep(
                .authorizationServer, .question, .severalIssuers(["https://a.example", "https://b.example"]),
                .rfc(9728, "7.6")))
        #expect(console.chain?.stage == .choosing(["https://a.example", "https://b.example"]))
        try expectWords(console.dialogWords)
        console.press(.character("3"))
        #expect(console.effects.isEmpty)
        console.press(.character("2"))
        #expect(console.discovery == .findServer(choosing: "https://b.example"))
        #expect(console.chain?.underWay == .resource)
    }

    @Test func `a failed step names its section and what to do, and the way can be tried again`() throws {
        var console = Console.onURL()
        console.end(Chain.resource)
        console.end(Chain.failure)
        #expect(console.chain?.obstacle == Chain.failure)
        try expectWords(console.dialogWords)
        console.press(.character("r"))
        #expect(console.discovery == .findServer(choosing: nil))
        #expect(console.chain?.underWay == .resource)
        console.press(.character("r"))
        #expect(console.effects.isEmpty, "one is under way")
    }

    @Test func `closing cancels the step under way, and the sign-in key returns to the checklist`() throws {
        var console = Console.onURL()
        console.press(.escape)
        #expect(console.discovery == .cancel && console.dialog == nil)
        console.end(DiscoveryStep(.resource, .failed, .cancelled, .rfc(9110, "15")))
        console.press(.character("l"))
        #expect(console.dialog is ChainDialog && console.chain?.canRepeat == true)
        try expectWords(console.dialogWords)
    }

    @Test func `a resource that needs no token ends it`() throws {
        var console = Console.onURL()
        console.end(DiscoveryStep(.resource, .done, .needsNoToken, .rfc(9110, "15.3")))
        #expect(console.chain?.needsNoToken == true)
        try expectWords(console.dialogWords)
        console.press(.escape)
        #expect(console.effects.isEmpty && console.dialog == nil)
    }

    @Test func `what this program can't do is told with its advice`() throws {
        var console = Console.onURL()
        console.deliver(.discovery(.refused(reason: "The profile is of another API.", advice: "Name one: --profile")))
        #expect(
            console.chain?.stage == .refused(reason: "The profile is of another API.", advice: "Name one: --profile"))
        try expectWords(console.dialogWords)
    }

    // MARK: - Messages

    @Test func `enter opens the message of the line, and escape returns to the checklist`() throws {
        var console = Console.onURL()
        console.happen(.exchange(Samples.exchange(7, .request, url: Chain.url, status: 401, body: "who are you")))
        console.end(Chain.resource)
        console.press(.up, .enter)
        #expect(console.isMessageOpen)
        try expectWords(console.dialogWords, "message")
        console.press(.escape)
        #expect(console.dialog is ChainDialog && !console.isMessageOpen)
        console.press(.down, .down, .enter)
        #expect(!console.isMessageOpen)
        try expectWords(console.noticeWords, "notice of a line without one")
    }

    @Test func `messages alone are steps, which the list of events says how to show`() throws {
        var console = Console.onURL()
        console.happen(.exchange(Samples.exchange(7, .request, url: Chain.url, status: 401, body: nil)))
        console.press(.escape)
        try expectWords(console.paneWords("Events"), "hidden")
        console.visit(.events)
        console.press(.character("d"))
        try expectWords(console.paneWords("Events"), "shown")
    }

    @Test func `the newest line is selected until another one is`() throws {
        var console = Console.onURL()
        console.happen(.exchange(Samples.exchange(7, .request, url: Chain.url, status: 401, body: nil)))
        console.end(Chain.resource)
        console.end(Chain.failure)
        console.press(.up)
        console.end(Chain.failure)
        console.press(.enter)
        #expect(console.isMessageOpen)
        try expectWords(console.dialogWords)
    }

    // MARK: - Sign-in and call

    @Test func `with a client the sign-in begins when the session is open, then the call`() throws {
        var console = Console.onURL()
        console.findClient()
        #expect(console.startedSignIn == .browser)
        console.send(.authorizationURLReady("http://127.0.0.1:41873/authorize", openedInBrowser: true))
        console.send(.signInEnded(.success(())))
        #expect(console.sent?.request.url.absoluteString == Chain.url && console.sent?.request.method == "GET")
        #expect(console.chain?.step(.signIn)?.outcome == .done && console.chain?.underWay == .call)
        console.answer(status: 200)
        #expect(console.chain?.step(.call)?.outcome == .done)
        try expectWords(console.dialogWords)
    }

    @Test func `a session from before is not signed in again`() {
        var console = Console.onURL()
        console.findServer(isConfirmed: true)
        console.end(Chain.client)
        console.deliver(.discovery(.clientFound))
        console.send(.status(Samples.status()))
        #expect(console.sent?.request.url.absoluteString == Chain.url)
        #expect(console.chain?.step(.signIn)?.outcome == .done)
    }

    @Test func `a resource that takes no GET is called by POST`() throws {
        var console = Console.onURL()
        console.findClient()
        console.send(.signInEnded(.success(())))
        console.answer(status: 405)
        #expect(console.sent?.request.method == "POST")
        console.answer(status: 401)
        #expect(console.chain?.obstacle?.kind == .call)
        try expectWords(console.line("✗  call"))
        console.press(.character("r"))
        #expect(console.sent?.request.method == "GET")
    }

    @Test func `a sign-in that fails is a line of the checklist, and can be done again or in another way`() {
        var console = Console.onURL()
        console.findClient()
        console.send(.signInEnded(.failure(.signInTimedOut)))
        #expect(console.chain?.obstacle?.kind == .signIn)
        console.press(.character("r"))
        #expect(console.startedSignIn == .browser)
        console.send(.signInEnded(.failure(.cancelled)))
        console.press(.character("l"), .character("d"))
        #expect(console.startedSignIn == .device)
        console.send(.signInEnded(.success(())))
        #expect(console.chain?.underWay == .call)
    }

    // MARK: - A challenge in an answer

    @Test func `a 401 whose challenge names its metadata says which key follows it`() throws {
        var context = Samples.context
        context.opensResources = true
        var console = Console.signedIn(context)
        console.exchange(Chain.challenged)
        try expectWords(console.paneWords("Response"))
        console.press(.character("M"))
        #expect(console.terminal == .showSession(.show(Chain.url)))
    }

    @Test func `without metadata in the challenge, or where no session can be opened for it, the key says so`() throws {
        var context = Samples.context
        var console = Console.signedIn(context)
        console.exchange(Chain.challenged)
        try expectWords(console.paneWords("Response"), "where no session can be opened")
        context.opensResources = true
        console = Console.signedIn(context)
        console.exchange(Samples.answer(Samples.orders))
        console.press(.character("M"))
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords, "notice where the challenge names none")
    }
}

extension Console {
    fileprivate var chain: ResourceChain? { model.scene.chain }
    /// Whether the message of a line lies over the checklist.
    fileprivate var isMessageOpen: Bool { (dialog as? ChainDialog)?.message.isOpen == true }
}
