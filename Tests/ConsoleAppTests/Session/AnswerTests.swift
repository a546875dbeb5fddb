import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What an answer says about the authorization can be read whole, and leads on.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct AnswerTests {
    private func rejected(_ verdict: AuthorizedResponse.Verdict, challenge: String) -> AuthorizedResponse {
        var response = HTTPResponse(
            status: 401, headers: ["WWW-Authenticate": challenge], body: [], url: URL(filePath: "/"))
        response.timings = HTTPTimings(
            nameLookup: .zero, connect: .zero, tls: .zero, firstByte: .milliseconds(3), total: .milliseconds(4))
        return AuthorizedResponse(
            response: response, facts: Samples.facts(2, status: 401, attempts: 2), verdict: verdict)
    }

    private func console(_ answer: AuthorizedResponse, tab: Int) -> Console {
        var console = Console.signedIn()
        console.exchange(answer)
        console.visit(.response)
        for _ in 0..<tab { console.press(.character("]")) }
        return console
    }

    @Test func `of an answer that a redirect led to without the token no token is told`() throws {
        var response = Samples.answer("{}").response
        let hop = try #require(URL(string: "http://127.0.0.1:41874/orders"))
        let other = try #require(URL(string: "http://other.example/"))
        for isKept in [true, false] {
            response.redirects = [HTTPRedirect(status: 302, from: hop, to: other, keptAuthorization: isKept)]
            let answer = AuthorizedResponse(response: response, facts: Samples.facts(1), verdict: .accepted)
            let console = console(answer, tab: 0)
            try expectWords(console.paneWords(), isKept ? "the token was kept" : "the token was dropped")
        }
    }

    @Test func `every parameter of a challenge is shown whole, and copied whole`() {
        let long = (1...30).map { "reason-\($0)" }.joined(separator: " ")
        let challenge = "Bearer realm=\"api\", error=\"invalid_token\", error_description=\"\(long)\""
        var console = console(rejected(.rejected(Samples.challenge), challenge: challenge), tab: 3)
        var seen: Set<Int> = []
        var copied = ""
        for _ in 0..<30 {
            let text = console.text
            for number in 1...30 where text.contains("reason-\(number)") { seen.insert(number) }
            console.press(.down, .character("y"), .character("y"))
            if case .tool(.copy(let text, _))? = console.effects.first, text.contains("reason-1 ") { copied = text }
        }
        #expect(seen == Set(1...30))
        #expect(copied == long)
    }

    @Test func `a field that is no challenge is shown as it came`() throws {
        let console = console(rejected(.rejected(nil), challenge: "\u{1}=,,"), tab: 3)
        try expectWords(console.paneWords())
    }

    @Test func `status line, timing tab and event tell one duration`() throws {
        let console = console(rejected(.rejected(nil), challenge: "Bearer"), tab: 4)
        try expectWords(console.paneWords(), "status line and timing tab")
        try expectWords(console.paneWords(.events), "event of the sample")
    }

    @Test func `the authorization tab says of a valid token what the API has against it`() throws {
        let stepUp = AuthorizedResponse.Verdict.stepUpRequired(acrValues: ["mfa"], maxAge: nil, claims: nil)
        try expectWords(console(rejected(stepUp, challenge: "Bearer"), tab: 3).paneWords(), "step-up")
        try expectWords(console(rejected(.rejected(nil), challenge: "Bearer"), tab: 3).paneWords(), "rejected")
    }

    @Test func `a step-up says what the API asks for, then the key that signs in for it`() throws {
        let stepUp = AuthorizedResponse.Verdict.stepUpRequired(acrValues: ["mfa"], maxAge: nil, claims: nil)
        try expectWords(console(rejected(stepUp, challenge: "Bearer"), tab: 0).paneWords(), "one level")
        let levels = AuthorizedResponse.Verdict.stepUpRequired(
            acrValues: (1...9).map { "urn:example:level:\($0)" }, maxAge: nil, claims: nil)
        try expectWords(console(rejected(levels, challenge: "Bearer"), tab: 0).paneWords(), "nine levels")
    }

    @Test func `a call that needs a wider scope is one key from asking for it`() throws {
        var console = console(
            rejected(.insufficientScope(["orders:write"]), challenge: "Bearer error=\"insufficient_scope\""), tab: 0)
        try expectWords(console.paneWords(), "the answer")
        console.press(.character("s"))
        try expectWords(console.dialogWords, "the sign-in")
        console.press(.character("d"))
        #expect(console.startedSignIn == .device)
        let stepUp = try #require(console.stepUp)
        #expect(stepUp.scope == ["orders:write"])
    }

    @Test func `a step-up goes through the browser, with the level and age that are asked for (RFC 9470)`() throws {
        let verdict = AuthorizedResponse.Verdict.stepUpRequired(acrValues: ["gold"], maxAge: .seconds(60), claims: nil)
        var console = console(rejected(verdict, challenge: "Bearer"), tab: 0)
        console.press(.character("s"), .character("p"))
        #expect(console.effects.isEmpty)
        try expectWords(console.dialogWords)
        console.press(.character("b"))
        #expect(console.startedSignIn == .browser)
        let stepUp = try #require(console.stepUp)
        #expect(stepUp.acrValues == ["gold"])
        #expect(stepUp.maxAge == .seconds(60))
    }

    @Test func `end 7: a claims challenge is shown decoded, and the step-up asks for the claims in a browser`() throws {
        let claims = #"{"access_token":{"acrs":{"value":"c1"}}}"#
        let verdict = AuthorizedResponse.Verdict.stepUpRequired(acrValues: [], maxAge: nil, claims: claims)
        var console = console(rejected(verdict, challenge: "Bearer"), tab: 0)
        #expect(console.text.contains(#"{"acrs":{"value":"c1"}}"#))
        console.press(.character("s"), .character("d"))
        #expect(console.effects.isEmpty)
        console.press(.character("b"))
        #expect(console.startedSignIn == .browser)
        let stepUp = try #require(console.stepUp)
        #expect(stepUp.claims == claims)
    }

    @Test func `where no other sign-in helps, the key says so`() throws {
        var console = console(rejected(.rejected(nil), challenge: "Bearer"), tab: 0)
        console.press(.character("s"))
        #expect(console.dialog == nil)
        try expectWords(console.noticeWords)
    }

    @Test func `the messages of a call are walked through, the refresh between its attempts too`() throws {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        console.press(.escape)
        console.visit(.events)
        while console.model.screens.session.events.lines.selected?.sequence != 10 { console.press(.up) }
        console.press(.enter)
        let shown = { (console: Console) in (console.dialog as? ExchangeDetails)?.exchange?.id }
        #expect(shown(console) == 2)
        try expectWords(console.dialogWords, "first")
        console.press(.character("]"))
        #expect(shown(console) == 3)
        try expectWords(console.dialogWords, "second")
        console.press(.character("]"))
        #expect(shown(console) == 3)
        console.press(.character("["))
        #expect(shown(console) == 2)
    }

    @Test func `an exchange shows every hop, and whether the token went along`() throws {
        var console = Console.signedIn(size: Size(width: 80, height: 24))
        let from = try #require(URL(string: "http://127.0.0.1:41874/moved"))
        let to = try #require(URL(string: "https://other.example/orders"))
        let exchange = HTTPExchange(
            id: 9, purpose: .request, request: 9, method: "GET", url: from.absoluteString, requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .milliseconds(5),
            outcome: .answered(
                .init(
                    status: 200, headers: [:], body: nil, bodySize: 0, version: nil, timings: nil, connection: nil,
                    redirects: [HTTPRedirect(status: 302, from: from, to: to, keptAuthorization: false)])))
        console.send(.event(Samples.event(20, .exchange(exchange))))
        console.visit(.events)
        console.press(.character("d"), .character("G"), .enter)
        try expectWords(console.dialogWords)
    }

    @Test func `the reason phrase that came is shown, and can't change the screen`() throws {
        var response = HTTPResponse(status: 500, url: URL(filePath: "/"))
        response.reason = "Oops\u{1B}[2J"
        let answer = AuthorizedResponse(response: response, facts: Samples.facts(2, status: 500), verdict: .none)
        let console = console(answer, tab: 0)
        try expectWords(console.paneWords())
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the verdict of a 401 is not cut`(size: Size) throws {
        var console = Console.signedIn(size: size)
        let challenge = AuthenticationChallenge(
            scheme: "Bearer",
            parameters: ["error": "invalid_token", "error_description": "the token was revoked by its owner at noon"])
        console.exchange(
            rejected(.sessionEnded(challenge, .refreshRejected(.named(Samples.rejection))), challenge: "Bearer"))
        console.press(.escape)
        try expectWords(console.paneWords(.response), "\(size.width) columns")
    }

    @Test func `when a server asks to be asked again is said beside its answer`() throws {
        var console = Console.signedIn()
        var response = Samples.answer("{}").response
        response.status = 429
        response.headers.add("Retry-After", "30")
        let answer = AuthorizedResponse(
            response: response, facts: Samples.facts(1, status: 429), verdict: .none)
        console.exchange(answer)
        try expectWords(console.paneWords(.response), "429")
    }
}
