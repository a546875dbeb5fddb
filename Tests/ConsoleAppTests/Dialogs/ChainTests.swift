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

    @Test func `a step that is not reached has a dash, the one under way an ellipsis`() {
        let console = Console.onURL()
        #expect(console.line("resource").hasPrefix("…  resource"))
        #expect(console.line("authorization server").hasPrefix("–  authorization server"))
        #expect(console.line("call").hasPrefix("–  call"))
    }

    @Test func `an ended step has its mark, the URL that was asked, the status, a sentence and the section`() {
        var console = Console.onURL()
        console.end(Chain.resource)
        #expect(console.line("✓  resource").contains("GET http://127.0.0.1:41874/orders"))
        #expect(console.line("✓  resource").contains("401"))
        #expect(console.text.contains("It asks for a token (Bearer)  (RFC 6750 §3)"))
        #expect(console.text.contains("…  its metadata"))
    }

    @Test(arguments: [
        (DiscoveryStep.Outcome.done, "✓"), (.doubtful, "!"), (.skipped, "–"), (.failed, "✗"), (.question, "?"),
    ])
    func `each way to end has its mark`(outcome: DiscoveryStep.Outcome, mark: String) {
        var console = Console.onURL()
        console.end(DiscoveryStep(.resource, outcome, .published, .rfc(9728, "3.3")))
        #expect(console.line("resource").hasPrefix("\(mark)  resource"))
    }

    // MARK: - Decisions

    @Test func `the issuer is confirmed before a client is registered`() {
        var console = Console.onURL()
        console.findServer(isConfirmed: false)
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("http://127.0.0.1:41874 is protected by http://127.0.0.1:41873"))
        console.press(.character("y"))
        #expect(console.discovery == .findClient)
        #expect(console.text.contains("…  client"))
        console.press(.character("y"))
        #expect(console.effects.isEmpty, "it is registered once")
    }

    @Test func `an issuer that the person named is not asked about`() {
        var console = Console.onURL()
        console.findServer(isConfirmed: true)
        #expect(console.discovery == .findClient)
    }

    @Test func `where no client can be found one is named`() {
        var console = Console.onURL()
        // There is no session yet.
        console.send(.statusChanged(SessionStatus()))
        console.findServer(isConfirmed: true)
        #expect(console.text.contains("FINDING A CLIENT"))
        console.end(DiscoveryStep(.client, .question, .noRegistration, .rfc(7591, "3")))
        #expect(console.text.contains("NO SESSION"))
        console.press(.character("c"))
        console.type("console")
        #expect(console.text.contains("Client ID: console"))
        console.press(.enter)
        #expect(console.discovery == .useClient("console"))
        #expect(console.text.contains("…  client"))
        console.end(Chain.client)
        console.press(.character("c"))
        #expect(!console.text.contains("Client ID:"))
    }

    @Test func `of several authorization servers one is chosen by its number`() {
        var console = Console.onURL()
        console.end(Chain.resource)
        console.end(
            DiscoveryStep(
                .authorizationServer, .question, .severalIssuers(["https://a.example", "https://b.example"]),
                .rfc(9728, "7.6")))
        #expect(console.text.contains("2 https://b.example"))
        console.press(.character("3"))
        #expect(console.effects.isEmpty)
        console.press(.character("2"))
        #expect(console.discovery == .findServer(choosing: "https://b.example"))
        #expect(console.text.contains("…  resource"))
    }

    @Test func `a failed step names its section and what to do, and the way can be tried again`() {
        var console = Console.onURL()
        console.end(Chain.resource)
        console.end(Chain.failure)
        #expect(console.line("✗  its metadata").contains("200"))
        #expect(console.text.contains("(RFC 9728 §3.3)"))
        #expect(console.text.contains("The operator of 127.0.0.1:41874 has to correct this."))
        console.press(.character("r"))
        #expect(console.discovery == .findServer(choosing: nil))
        #expect(console.line("resource").hasPrefix("…"))
        console.press(.character("r"))
        #expect(console.effects.isEmpty, "one is under way")
    }

    @Test func `closing cancels the step under way, and the sign-in key returns to the checklist`() {
        var console = Console.onURL()
        console.press(.escape)
        #expect(console.discovery == .cancel && console.dialog == nil)
        console.end(DiscoveryStep(.resource, .failed, .cancelled, .rfc(9110, "15")))
        console.press(.character("l"))
        #expect(console.text.contains("✗  resource") && console.text.contains("try again"))
    }

    @Test func `a resource that needs no token ends it`() {
        var console = Console.onURL()
        console.end(DiscoveryStep(.resource, .done, .open, .rfc(9110, "15.3")))
        #expect(console.text.contains("There is nothing to sign in for."))
        console.press(.escape)
        #expect(console.effects.isEmpty && console.dialog == nil)
    }

    @Test func `what this program can't do is told with its advice`() {
        var console = Console.onURL()
        console.deliver(.discovery(.refused(reason: "The profile is of another API.", advice: "Name one: --profile")))
        #expect(console.text.contains("✗ The profile is of another API."))
        #expect(console.text.contains("Name one: --profile"))
    }

    // MARK: - Messages

    @Test func `enter opens the message of the line, and escape returns to the checklist`() {
        var console = Console.onURL()
        console.happen(.exchange(Samples.exchange(7, .request, url: Chain.url, status: 401, body: "who are you")))
        console.end(Chain.resource)
        console.press(.up, .enter)
        #expect(console.text.contains("Exchange 7") && console.text.contains("who are you"))
        console.press(.escape)
        #expect(console.text.contains("✓  resource"))
        console.press(.down, .down, .enter)
        #expect(console.text.contains("This step was not reached"))
    }

    @Test func `messages alone are steps, which the list of events says how to show`() {
        var console = Console.onURL()
        console.happen(.exchange(Samples.exchange(7, .request, url: Chain.url, status: 401, body: nil)))
        console.press(.escape)
        #expect(console.text.contains("only steps until now; d shows them"))
        console.visit(.events)
        console.press(.character("d"))
        #expect(!console.text.contains("only steps until now"))
    }

    @Test func `the newest line is selected until another one is`() {
        var console = Console.onURL()
        console.happen(.exchange(Samples.exchange(7, .request, url: Chain.url, status: 401, body: nil)))
        console.end(Chain.resource)
        console.end(Chain.failure)
        console.press(.up)
        console.end(Chain.failure)
        console.press(.enter)
        #expect(console.text.contains("Exchange 7"))
    }

    // MARK: - Sign-in and call

    @Test func `with a client the sign-in begins when the session is open, then the call`() {
        var console = Console.onURL()
        console.findClient()
        #expect(console.startedSignIn == .browser)
        console.send(.authorizationURLReady("http://127.0.0.1:41873/authorize", openedInBrowser: true))
        console.send(.signInEnded(.success(())))
        #expect(console.sent?.request.url.absoluteString == Chain.url && console.sent?.request.method == "GET")
        #expect(console.line("sign-in").hasPrefix("✓") && console.line("call").hasPrefix("…"))
        console.answer(status: 200)
        #expect(console.line("✓  call").contains("200"))
        #expect(console.text.contains("Answered 200"))
        #expect(console.text.contains("RFC 6750 §2.1"))
    }

    @Test func `a session from before is not signed in again`() {
        var console = Console.onURL()
        console.findServer(isConfirmed: true)
        console.end(Chain.client)
        console.deliver(.discovery(.clientFound))
        console.send(.statusChanged(Samples.status()))
        #expect(console.sent?.request.url.absoluteString == Chain.url)
        #expect(console.line("sign-in").hasPrefix("✓"))
    }

    @Test func `a resource that takes no GET is called by POST`() {
        var console = Console.onURL()
        console.findClient()
        console.send(.signInEnded(.success(())))
        console.answer(status: 405)
        #expect(console.sent?.request.method == "POST")
        console.answer(status: 401)
        #expect(console.line("✗  call").contains("POST") && console.line("✗  call").contains("401"))
        console.press(.character("r"))
        #expect(console.sent?.request.method == "GET")
    }

    @Test func `a sign-in that fails is a line of the checklist, and can be done again or in another way`() {
        var console = Console.onURL()
        console.findClient()
        console.send(.signInEnded(.failure(.signInTimedOut)))
        #expect(console.line("sign-in").hasPrefix("✗"))
        console.press(.character("r"))
        #expect(console.startedSignIn == .browser)
        console.send(.signInEnded(.failure(.cancelled)))
        console.press(.character("l"), .character("d"))
        #expect(console.startedSignIn == .device)
        console.send(.signInEnded(.success(())))
        #expect(console.line("call").hasPrefix("…"))
    }

    // MARK: - A challenge in an answer

    @Test func `a 401 whose challenge names its metadata says which key follows it`() {
        var context = Samples.context
        context.opensResources = true
        var console = Console.signedIn(context)
        console.exchange(Chain.challenged)
        #expect(console.text.contains("its challenge names its metadata · M follows it"))
        console.press(.character("M"))
        #expect(console.terminal == .showSession(.show(Chain.url)))
    }

    @Test func `without metadata in the challenge, or where no session can be opened for it, the key says so`() {
        var context = Samples.context
        var console = Console.signedIn(context)
        console.exchange(Chain.challenged)
        #expect(!console.text.contains("its challenge names"))
        context.opensResources = true
        console = Console.signedIn(context)
        console.exchange(Samples.answer(Samples.orders))
        console.press(.character("M"))
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("The answer's challenge names no metadata"))
    }
}
