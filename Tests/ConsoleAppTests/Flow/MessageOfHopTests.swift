import FoundationEssentials
import SessionCore
import TestSupport
import TerminalUI
import Testing

@testable import ConsoleApp

/// Enter on each message of a call that took several.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MessageOfHopTests {
    private static let url = "http://127.0.0.1:41874/orders"

    private func message(
        _ id: Int, _ status: Int, at url: String = url, size: Int = 0, redirectedBy: HTTPRedirect? = nil,
        redirect: HTTPRedirect? = nil
    ) -> HTTPExchange {
        HTTPExchange(
            id: id, purpose: .request, request: 1, method: "GET", url: url,
            requestHeaders: ["Authorization": "Bearer •••• 3F9C", "X-Hop": "\(id)"], requestBody: nil,
            sentAt: Samples.now, duration: .milliseconds(12),
            outcome: .answered(
                .init(
                    status: status, headers: ["X-Answer": "\(id)"], body: nil, bodySize: size, version: "1.1",
                    timings: nil, connection: nil, redirects: [])), redirectedBy: redirectedBy, redirect: redirect)
    }

    private func console(_ messages: [HTTPExchange], answer: AuthorizedResponse) throws -> Console {
        var console = Console(size: Size(width: 120, height: 40))
        console.happen(.requestStarted(Samples.facts(1, status: nil)))
        for message in messages { console.happen(.exchange(message)) }
        console.happen(.requestFinished(Samples.facts(1)))
        console.send(.answered(CallID(1), .success(answer)))
        console.press(.character("2"))
        return console
    }

    private func opened(_ word: String, in console: Console) throws -> String {
        var console = console
        console.press(.character("/"))
        for character in word { console.press(.character(character)) }
        console.press(.enter, .enter)
        return console.dialogWords
    }

    @Test func `each hop of a redirect opens as the message that it was`() throws {
        let urls = ["/orders", "/moved"].compactMap { URL(string: "http://127.0.0.1:41874\($0)") }
        let hop = HTTPRedirect(status: 302, from: urls[0], to: urls[1], keptAuthorization: true)
        let console = try console(
            [message(1, 302, redirect: hop), message(2, 200, at: urls[1].absoluteString, redirectedBy: hop)],
            answer: Samples.answer("done"))
        try expectWords(opened("kind:redirect", in: console), "first")
        try expectWords(opened("kind:call", in: console), "second")
    }

    @Test func `the 401 that a call was repeated after has its body, and so has the answer after it`() throws {
        let last = Samples.answer(#"{"why": "done"}"#)
        let rejected = HTTPResponse(status: 401, body: Array(#"{"why": "expired"}"#.utf8), url: last.response.url)
        let answer = AuthorizedResponse(
            response: last.response, facts: last.facts, verdict: last.verdict, earlierAnswers: [rejected])
        let console = try console([message(1, 401, size: 20), message(2, 200, size: 17)], answer: answer)
        try expectWords(opened("status:401", in: console), "first")
        try expectWords(opened("status:200", in: console), "second")
    }

    @Test func `a call whose redirect leads nowhere was sent, and says where it led`() throws {
        let urls = ["http://127.0.0.1:41874/orders", "https://other.example/x"].compactMap { URL(string: $0) }
        let hop = HTTPRedirect(status: 302, from: urls[0], to: urls[1], keptAuthorization: false)
        let error = TransportError.couldNotConnect(host: "other.example", reason: "refused")
        var console = Console.signedIn(size: Size(width: 120, height: 40))
        console.press(.character("r"))
        let call = try #require(console.sentCalls.first)
        var facts = Samples.facts(1, status: 302)
        facts.attempts = 1
        console.happen(.requestStarted(facts))
        console.happen(.exchange(message(1, 302, redirect: hop)))
        let failed = HTTPExchange(
            id: 2, purpose: .request, request: 1, method: "GET", url: urls[1].absoluteString, requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12), outcome: .failed(error),
            redirectedBy: hop)
        console.happen(.exchange(failed))
        console.happen(.requestFailed(facts, .transport(error, during: .request)))
        console.send(.answered(call, .failure(.transport(error, during: .request))))
        try expectWords(console.paneWords(.response))
    }
}
