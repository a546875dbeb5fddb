import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleKit
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CallTests {
    @Test func `enter in the request panel sends what the panel shows`() throws {
        var console = Console.signedIn()
        console.press(.enter)
        guard case .call(.send(let calls, let request, .required))? = console.effects.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(calls.count == 1)
        #expect(request.method == "GET")
        #expect(request.url.absoluteString == "http://127.0.0.1:41874/orders?limit=3")
    }

    @Test func `method, headers, body and authorisation are edited in place`() throws {
        var console = Console.signedIn()
        console.press(.up, .right)
        #expect(console.model.screens.session.request.draft.method == "POST")
        console.press(.down, .down, .right, .right)
        #expect(console.model.screens.session.request.draft.authorization == .none)
        console.press(.down, .character("a"))
        console.type("X-Trace: 7")
        console.press(.enter, .down, .character("a"))
        console.type("{\"n\":1}")
        console.press(.tab)
        // The selection stood on "add a header", which is now one row further down.
        #expect(console.model.screens.session.request.draft.headers == [.init(name: "X-Trace", value: "7")])
        while console.model.screens.session.request.selected != .body { console.press(.down) }
        console.press(.character("a"), .control("u"))
        console.type("{\"n\":1}")
        console.press(.tab, .enter)
        guard case .call(.send(_, let request, .none))? = console.effects.first, case .bytes(let body) = request.body
        else {
            Issue.record("no body was sent")
            return
        }
        #expect(body == Array("{\"n\":1}".utf8))
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["X-Trace"] == "7")
    }

    @Test func `a header without a colon is refused, and what was typed stays`() throws {
        var console = Console.signedIn()
        console.press(.down, .down, .character("a"))
        console.type("nonsense")
        console.press(.enter)
        try expectWords(console.lastRow)
        let pane = console.model.screens.session.request
        guard pane.selected == .newHeader, let field = pane.editor, field.flaw != nil else {
            Issue.record("the field was closed")
            return
        }
        #expect(field.text == "nonsense")
    }

    @Test func `a whole URL is taken as it stands, and a bad one is refused in words`() throws {
        var draft = RequestDraft()
        draft.target = "https://api.example/x?y=1"
        #expect(try draft.url(against: nil).absoluteString == "https://api.example/x?y=1")
        draft.target = "orders"
        #expect(
            try draft.url(against: URL(string: "http://127.0.0.1:1/v1/")).absoluteString
                == "http://127.0.0.1:1/v1/orders")
        #expect(throws: RequestDraft.Flaw.noBase) { try draft.url(against: nil) }
        draft.target = "http://"
        #expect(throws: RequestDraft.Flaw.badURL("http://")) { try draft.url(against: nil) }
    }

    @Test func `a call that fails says why and what to do next`() throws {
        var console = Console()
        console.press(.enter)
        let call = try #require(console.sentCalls.first)
        console.send(.answered(call, .failure(.noSession)))
        try expectWords(console.paneWords(.response))
    }

    @Test func `the answer to an older call does not take the place of a newer one`() throws {
        var console = Console.signedIn()
        console.press(.character("r"))
        let slow = console.sentCalls
        console.exchange(Samples.answer(#"{"fast":true}"#))
        for call in slow { console.send(.answered(call, .success(Samples.answer(#"{"slow":true}"#)))) }
        try expectWords(console.paneWords(.response))
        #expect(console.model.screens.session.response.calls.running.isEmpty)
    }

    @Test func `the old answer is dimmed while a call runs, and the key that cancels it is shown`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(Samples.orders))
        let row = try #require(console.frames.first { $0.pane == .response }).frame.y + 1
        let style = { (console: Console, row: Int) in console.picture()[Point(x: 62, y: row)].style.role }
        #expect(style(console, row) == .success)
        console.press(.character("r"))
        // What waits stands above it.
        #expect(style(console, row) == .warning && style(console, row + 2) == .shade)
        try expectWords(console.paneWords(.response), "the response")
        console.press(.character("2"))
        try expectWords(console.lastRow, "the diagram's hints")
    }

    @Test func `an answer that asks for more says what, and what to do`() throws {
        var console = Console.signedIn()
        var answer = Samples.answer("{}")
        answer = AuthorizedResponse(
            response: answer.response, facts: answer.facts, verdict: .insufficientScope(["orders:write"]))
        console.exchange(answer)
        try expectWords(console.paneWords(.response), "the scope is missing")
        var status = Samples.status()
        status.scope = ["openid", "orders:write"]
        console.send(.status(status))
        try expectWords(console.paneWords(.response), "the scope is there")
    }

    @Test func `after another sign-in an answer no longer asks for one`() throws {
        var console = Console.signedIn()
        let answer = Samples.answer("{}")
        console.exchange(
            AuthorizedResponse(
                response: answer.response, facts: answer.facts,
                verdict: .stepUpRequired(acrValues: ["mfa"], maxAge: nil, claims: nil)))
        try expectWords(console.paneWords(.response), "before")
        console.happen(.signedIn(flow: "authorization code", Samples.tokens))
        try expectWords(console.paneWords(.response), "after")
    }

    @Test func `what was left of the token is told of the moment it was sent`() throws {
        var console = Console.signedIn(size: Size(width: 200, height: 60))
        console.exchange(Samples.answer("{}"))
        try expectWords(console.paneWords(.response))
    }

    private static let challenge = AuthenticationChallenge(scheme: "Bearer", parameters: ["error": "invalid_token"])
    private static let raw = AuthenticationChallenge(scheme: "", parameters: [:], received: "\"Bearer\" x")

    @Test(arguments: [
        (
            AuthorizedResponse.Verdict.rejectedByAPI(nil),
            "rejected by this API alone: the provider accepts the token, so check what this resource requires "
                + "(audience, "
                + "scope): the answer has no challenge"
        ),
        (
            .refreshFailed(challenge, .server(status: 503, during: .token, retryAfter: nil)),
            "the token was not accepted: invalid_token; the refresh failed: token: the server answered 503"
        ),
        (
            .sessionEnded(challenge, .refreshRejected(.unexplained(status: 400))),
            "the token was not accepted: invalid_token; the session has ended: the provider no longer accepts the "
                + "refresh token: 400, no reason given"
        ),
        (.rejected(raw), "the token was not accepted: WWW-Authenticate: \"Bearer\" x"),
    ])
    func `statement 14, truth 3: the verdict on a 401 says what the API said and what followed`(
        verdict: AuthorizedResponse.Verdict, words: String
    ) {
        let answer = Samples.answer("{}")
        #expect(
            AuthorizedResponse(response: answer.response, facts: answer.facts, verdict: verdict).verdictText == words)
    }

    @Test(arguments: [
        ("POST", "https://other.example/x", ": the body would go to another origin, https://other.example"),
        ("GET", "https://other.example/x", ""), ("POST", "/x", ""),
    ])
    func `a redirect that was not followed says so`(method: String, location: String, why: String) throws {
        let url = try #require(URL(string: "https://api.example/orders"))
        let answer = AuthorizedResponse(
            response: HTTPResponse(status: 307, headers: ["Location": location], url: url),
            facts: RequestFacts(id: 1, method: method, url: "\(url)"), verdict: .none)
        #expect(answer.verdictText == "the redirect was not followed\(why)")
    }

    @Test func `while nothing has come yet the pane says what it waits for, and which key cancels`() throws {
        var console = Console.signedIn()
        console.press(.character("r"))
        try expectWords(console.paneWords(.response))
    }

    @Test func `a large body is prepared elsewhere and shown when it is ready`() throws {
        let body = "[" + (0..<9000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]"
        #expect(body.utf8.count > PreparedBody.smallSize)
        var console = Console.signedIn()
        console.exchange(Samples.answer(body))
        guard case .call(.prepareBody(let call, let bytes, let type))? = console.effects.first else {
            Issue.record("the body was prepared at once")
            return
        }
        try expectWords(console.paneWords(.response), "being prepared")
        console.send(.bodyPrepared(call, PreparedBody(bytes, contentType: type)))
        try expectWords(console.paneWords(.response), "prepared")
    }

    @Test func `a body that was prepared too late replaces nothing`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(#"{"first":1}"#))
        let stale = CallID(1)
        console.exchange(Samples.answer(#"{"second":2}"#))
        console.send(.bodyPrepared(stale, PreparedBody(Array("late".utf8), contentType: "text/plain")))
        try expectWords(console.paneWords(.response))
    }

    @Test func `the request goes through an editor and back unharmed`() {
        var draft = RequestDraft()
        draft.method = "POST"
        draft.target = "/orders"
        draft.headers = [.init(name: "Accept", value: "text/plain")]
        draft.body = "{\n  \"item\": \"tea\"\n}"
        var copy = RequestDraft()
        #expect(copy.read(draft.editableText) == nil)
        #expect(copy == draft)
        #expect(copy.read("\n\n") != nil)
        #expect(copy == draft)
    }

    @Test func `the curl command quotes what a shell would act on and names no token`() {
        var draft = RequestDraft()
        draft.method = "POST"
        draft.body = "it's; $(rm -rf /)"
        let command = draft.curlCommand(url: "http://127.0.0.1/a?b=1&c=2", tokenCommand: "session-console token")
        #expect(
            command == #"curl -X POST -H "Authorization: Bearer $(session-console token)" "#
                + #"--data-raw 'it'\''s; $(rm -rf /)' 'http://127.0.0.1/a?b=1&c=2'"#)
    }

    @Test func `where one panel has room, sending shows the response`() {
        var console = Console.signedIn(size: Size(width: 44, height: 14))
        console.visit(.request)
        console.press(.enter)
        #expect(console.focus == .response)
        var wide = Console.signedIn()
        wide.press(.enter)
        #expect(wide.focus == .request)
    }
}
