import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CallBodiesTests {
    private static let url = "http://127.0.0.1:41874/orders"

    private func message(_ request: Int, _ outcome: HTTPExchange.Outcome) -> HTTPExchange {
        HTTPExchange(
            id: request, purpose: .request, request: request, method: "POST", url: Self.url, requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12), outcome: outcome)
    }

    private func request(_ body: String) throws -> HTTPRequest {
        HTTPRequest(method: "POST", url: try #require(URL(string: Self.url)), body: .text(body))
    }

    private func facts(_ id: Int) -> RequestFacts { RequestFacts(id: id, method: "POST", url: Self.url) }

    private static let text = """
        ### create
        POST /orders
        Content-Type: application/json

        {"item": "Coffee", "password": "wonderland"}

        """

    @Test func `the message of a call that was sent from a file and failed shows its body, secrets masked`() throws {
        var console = try Console.requests([("a.http", Self.text)], size: Size(width: 120, height: 40))
        console.press(.enter)
        let call = try #require(console.sentCalls.first)
        let error = TransportError.couldNotConnect(host: "127.0.0.1:41874", reason: "refused")
        console.happen(.requestStarted(facts(7)))
        console.happen(.exchange(message(7, .failed(error))))
        console.happen(.requestFailed(facts(7), .transport(error, during: .request)))
        console.send(.answered(call, .failure(.transport(error, during: .request))))
        console.press(.character("2"), .character("G"), .enter)
        #expect(!console.text.contains("wonderland"))
        try expectWords(console.dialogWords)
    }

    @Test func `the body of a file's call is there before its answer, and of a call of the history too`() throws {
        var console = try Console.requests([("a.http", Self.text)])
        console.press(.enter)
        console.happen(.requestStarted(facts(3)))
        #expect(console.model.scene.bodies.request(of: 3)?.contains("Coffee") == true)
        console.send(.answered(CallID(1, from: .requests), .success(Samples.answer("done", id: 3))))
        #expect(console.model.scene.bodies.request(of: 3)?.contains("Coffee") == true)
        #expect(console.model.scene.bodies.answer(of: 3) == "done")
        var call = SentCall(
            time: Samples.now, method: "POST", url: Self.url, authorization: .none, bodySize: 3,
            outcome: .answered(200))
        call.original = try request("tea")
        console.send(.sent(call))
        console.press(.character("H"), .enter)
        console.happen(.requestStarted(facts(4)))
        #expect(console.model.scene.bodies.request(of: 4) == "tea")
    }

    @Test func `each call has its own body, whether its answer comes before its first event or after`() throws {
        var bodies = CallBodies()
        bodies.expect([CallID(1)], try request("one"))
        bodies.expect([CallID(2)], try request("two"))
        bodies.expect([CallID(3)], try request("three"))
        bodies.keep(Samples.answer("a", id: 11), of: CallID(1))
        bodies.begin(facts(11))
        bodies.begin(RequestFacts(id: 90, method: "GET", url: Self.url))
        bodies.begin(facts(12))
        bodies.begin(facts(13))
        bodies.keep(Samples.answer("b", id: 12), of: CallID(2))
        #expect([11, 12, 13, 90].map(bodies.request) == ["one", "two", "three", nil])
        #expect([11, 12, 13].map { bodies.answer(of: $0) } == ["a", "b", nil])
    }

    @Test func `calls of one name that begin in another order than they were sent keep their bodies`() throws {
        var bodies = CallBodies()
        for number in 1...2 { bodies.expect([CallID(number)], try request("body \(number)")) }
        for number in [2, 1] {
            var labelled = facts(10 + number)
            labelled.label = CallID(number).label
            bodies.begin(labelled)
        }
        #expect([11, 12].map(bodies.request) == ["body 1", "body 2"])
        #expect(Set([CallID(1), CallID(1, from: .requests), CallID(2)].map(\.label)).count == 3)
    }

    @Test func `a call that is not of the burst does not count as one of its calls`() throws {
        var burst = Burst([CallID(1), CallID(2)], try request("one"), after: 0)
        var (other, own) = (facts(7), facts(8))
        (other.label, own.label) = (CallID(1, from: .requests).label, CallID(2).label)
        let claims = (burst.claim(other), burst.claim(own))
        #expect(claims == (false, true))
    }

    @Test func `all calls of a burst have its body`() throws {
        var bodies = CallBodies()
        bodies.expect([CallID(1), CallID(2)], try request("one"))
        for id in 1...3 { bodies.begin(facts(id)) }
        #expect((1...3).map(bodies.request) == ["one", "one", nil])
    }

    @Test func `a body that was sent before the session ended is forgotten with it`() throws {
        var bodies = CallBodies()
        bodies.expect([CallID(1)], try request("one"))
        bodies.clear()
        bodies.begin(facts(1))
        #expect(bodies.request(of: 1) == nil)
    }
}
