import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MessageCardTests {
    private static let request = AuthorizationMessage(
        url: "https://id.example.com/authorize", parameters: ["response_type", "client_id", "state"],
        query: "response_type=code&client_id=cli&state=•••• 1A2B")
    private static let answer = AuthorizationMessage(
        url: "http://127.0.0.1:9/callback", parameters: ["code", "state", "iss"],
        query: "code=•••• 3C4D&state=•••• 1A2B&iss=https%3A%2F%2Fid.example.com")

    /// A console whose diagram ends with these events of one sign-in, a second apart.
    private func console(_ kinds: [SessionEvent.Kind], size: Size = Size(width: 120, height: 24)) -> Console {
        var console = Console(size: size)
        console.press(.character("2"))
        let start = console.happen(.signInStarted(flow: "code"))
        for (index, kind) in kinds.enumerated() {
            console.send(
                .event(
                    Samples.event(start + 1 + index, kind, cause: start, at: Double(index), generation: 0)))
        }
        return console
    }

    @Test(arguments: [0, 1], [Size(width: 120, height: 24), Size(width: 80, height: 30)])
    func `enter on an arrow of the browser shows the request and what came back`(up: Int, size: Size) throws {
        var console = console([.authorizationRequested(Self.request), .authorizationAnswered(Self.answer)], size: size)
        for _ in 0..<up { console.press(.up) }
        console.press(.enter)
        try expectWords(console.dialogWords, "\(size.width) columns")
    }

    @Test(arguments: [80, 120]) func `long names of header fields are whole`(width: Int) throws {
        let headers: HTTPHeaders = [
            "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true", "Date": "today",
        ]
        var console = console(
            [.exchange(Samples.call(1, headers: headers))], size: Size(width: width, height: 36))
        console.press(.enter)
        try expectWords(console.dialogWords, "\(width) columns")
    }

    @Test func `a request's message names the fields that are added where it is sent`() throws {
        var console = console([.exchange(Samples.call(1, status: 200))])
        console.press(.enter)
        try expectWords(console.dialogWords)
    }

    @Test(arguments: [80, 120])
    func `a token that was tampered with is not said to have been sent as it was`(width: Int) throws {
        let sent = Samples.call(1, status: 401)
        let tampered = HTTPExchange(
            id: 1, purpose: .request, request: 1, method: "GET", url: sent.url, requestHeaders: sent.requestHeaders,
            requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12), outcome: sent.outcome,
            faults: [LabFault.tamperedToken.name])
        var console = console([.exchange(tampered)], size: Size(width: width, height: 24))
        console.press(.enter)
        try expectWords(console.dialogWords, "\(width) columns")
    }

    @Test func `before the browser comes back the card says so`() throws {
        var console = console([.authorizationRequested(Self.request)])
        console.press(.enter)
        try expectWords(console.dialogWords)
    }

    @Test func `a browser that came back with another state is said to have been refused, and when`() throws {
        let stray = StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .code)
        var console = console([.authorizationRequested(Self.request), .strayRedirect(stray)])
        console.press(.up, .enter)
        try expectWords(console.dialogWords)
    }

    @Test func `after a sign-in that failed nobody is waited for`() throws {
        var console = console([.authorizationRequested(Self.request), .signInFailed(flow: "code", .signInTimedOut)])
        console.press(.up, .enter)
        try expectWords(console.dialogWords)
    }

    @Test func `parameters without values are named`() throws {
        let message = AuthorizationMessage(url: "https://id.example.com/authorize", parameters: ["client_id"])
        var console = console([.authorizationRequested(message)])
        console.press(.enter)
        try expectWords(console.dialogWords)
    }

    @Test func `a redirect that is not used says why`() throws {
        let stray = StrayRedirect(source: .browser, flaw: .stateMissing, content: .code)
        var console = console([.strayRedirect(stray)])
        console.press(.enter)
        try expectWords(console.dialogWords)
    }

    @Test func `the first page down shows what was out of sight`() {
        let names = (1...40).map { "X-Field-\($0)" }
        var headers = HTTPHeaders()
        for name in names { headers.add(name, "value") }
        var console = console([
            .exchange(Samples.message(.keys, "GET", "https://id.example.com/jwks", status: 200, headers: headers))
        ])
        console.press(.enter)
        let seen = names.filter { console.text.contains("\($0) ") }.count
        console.press(.pageDown)
        #expect(!console.text.contains("X-Field-1 "), "\(console.text)")
        #expect(console.text.contains("X-Field-\(seen + 1) "), "\(console.text)")
        console.press(.pageUp)
        #expect(console.text.contains("X-Field-1 "), "\(console.text)")
    }

    private static func message(_ id: Int = 1, status: Int = 200, size: Int = 214) -> HTTPExchange {
        HTTPExchange(
            id: id, purpose: .request, request: 1, method: "POST", url: "http://127.0.0.1:41874/orders",
            requestHeaders: [:], requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
            outcome: .answered(
                HTTPExchange.Answer(
                    status: status, headers: ["Content-Type": "application/json"], body: nil, bodySize: size,
                    version: "1.1", timings: nil, connection: nil, redirects: [])))
    }

    @Test(arguments: [80, 120]) func `a call's message says that its body is not kept`(width: Int) throws {
        var console = console([.exchange(Self.message())], size: Size(width: width, height: 24))
        console.press(.enter)
        try expectWords(console.dialogWords, "\(width) columns")
    }

    @Test func `a recording without bodies says how they are recorded, one with bodies does not`() throws {
        var scene = Console().model.scene
        scene.placement.tense = .recording
        func lines() throws -> String {
            let rows = try #require(ExchangeDetails([Self.message()], in: scene)).facts(width: 90).rows
            return rows.map { "\($0.part.name) \($0.part.value ?? "")" }.joined(separator: "\n")
        }
        try expectWords(lines(), "without bodies")
        scene.bodies.keep(Samples.answer("other", id: 7), of: CallID(7))
        try expectWords(lines(), "with bodies")
    }

    /// A console with a call that has been answered.
    private func answered(_ body: String, _ messages: [HTTPExchange]) -> Console {
        var console = Console(size: Size(width: 120, height: 40))
        console.happen(.signedIn(flow: "password", Samples.tokens))
        console.send(.status(Samples.status()))
        for message in messages { console.happen(.exchange(message)) }
        console.exchange(Samples.answer(body))
        console.press(.character("2"))
        return console
    }

    @Test func `a call's message shows the bodies that the console has, secrets masked`() throws {
        let body = #"{"item":"Coffee","access_token":"hush-hush"}"#
        var console = Console(size: Size(width: 120, height: 40))
        console.happen(.signedIn(flow: "password", Samples.tokens))
        console.send(.status(Samples.status()))
        console.happen(.exchange(Self.message(size: body.utf8.count)))
        console.press(.character(":"))
        console.type("post /orders {\"milk\":true,\"password\":\"wonderland\"}")
        console.press(.enter)
        for call in console.sentCalls { console.send(.answered(call, .success(Samples.answer(body)))) }
        console.press(.character("2"), .enter)
        let text = console.text
        #expect(!text.contains("hush-hush") && !text.contains("wonderland"), "\(text)")
        try expectWords(console.dialogWords)
    }

    @Test func `the body of an answer is the last message's, and earlier ones say that theirs is not kept`() throws {
        var console = answered("Coffee", [Self.message(1, status: 401), Self.message(2, size: 6)])
        console.press(.enter)
        try expectWords(console.dialogWords, "the last")
        console.press(.left)
        try expectWords(console.dialogWords, "the one before")
    }

    @Test func `bodies leave when there are too many, and with the user`() {
        var bodies = CallBodies()
        let long = String(repeating: "x", count: CallBodies.largest)
        for id in 1...9 { bodies.keep(Samples.answer(long, id: id), of: CallID(id)) }
        #expect(bodies.answer(of: 1) == nil)
        #expect(bodies.answer(of: 9)?.utf8.count ?? 0 < 8_200)
        var console = answered("Coffee", [Self.message(size: 6)])
        console.happen(.signedOut(.signedOut))
        #expect(console.model.scene.bodies.answer(of: 1) == nil)
    }

    @Test func `a body that is no text is told by its size`() {
        #expect(HTTPExchange.shownBody([0, 1, 2]) == "(3 bytes that are not text)")
        #expect(HTTPExchange.shownBody(Array("a=1&password=wonderland".utf8)).contains("wonderland") == false)
    }
}
