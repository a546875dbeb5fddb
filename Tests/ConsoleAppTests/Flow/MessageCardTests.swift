import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct MessageCardTests {
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
                .eventHappened(
                    Samples.event(start + 1 + index, kind, cause: start, at: Double(index), generation: 0)))
        }
        return console
    }

    @Test(arguments: [0, 1], [Size(width: 120, height: 24), Size(width: 80, height: 30)])
    func `enter on an arrow of the browser shows the request and what came back`(up: Int, size: Size) throws {
        var console = console([.authorizationRequested(Self.request), .authorizationAnswered(Self.answer)], size: size)
        for _ in 0..<up { console.press(.up) }
        console.press(.enter)
        let text = console.text
        for words in [
            "GET https://id.example.com/authorize", "redirect to http://127.0.0.1:9/callback", "after 1.00 s",
            "•••• 3C4D", "•••• 1A2B, the one that was sent",
        ] {
            #expect(text.contains(words), "\(words) in\n\(text)")
        }
        for (name, value) in [("client_id", "cli"), ("iss", "https://id.example.com")] {
            let line = text.split(separator: "\n").first { $0.contains(name) && $0.contains(value) }
            #expect(line != nil, "\(name) in\n\(text)")
        }
    }

    @Test func `before the browser comes back the card says so`() {
        var console = console([.authorizationRequested(Self.request)])
        console.press(.enter)
        #expect(console.text.contains("the browser has not come back"), "\(console.text)")
    }

    @Test func `parameters without values are named`() {
        let message = AuthorizationMessage(url: "https://id.example.com/authorize", parameters: ["client_id"])
        var console = console([.authorizationRequested(message)])
        console.press(.enter)
        #expect(console.text.contains("value not kept"), "\(console.text)")
    }

    @Test func `a redirect that is not used says why`() {
        let stray = StrayRedirect(source: .browser, flaw: .stateMissing, content: .code)
        var console = console([.strayRedirect(stray)])
        console.press(.enter)
        #expect(console.text.contains("not used: a browser came back without this sign-in's state"), "\(console.text)")
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

    @Test(arguments: [80, 120]) func `a call's message says where its body is`(width: Int) {
        let answer = HTTPExchange.Answer(
            status: 200, headers: ["Content-Type": "application/json"], body: nil, bodySize: 214, version: "1.1",
            timings: nil, connection: nil, redirects: [])
        var console = console(
            [
                .exchange(
                    HTTPExchange(
                        id: 1, purpose: .request, request: 1, method: "GET", url: "http://127.0.0.1:41874/orders",
                        requestHeaders: [:], requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
                        outcome: .answered(answer)))
            ], size: Size(width: width, height: 24))
        console.press(.enter)
        #expect(console.text.contains("not kept; --record-bodies records it"), "\(console.text)")
    }
}
