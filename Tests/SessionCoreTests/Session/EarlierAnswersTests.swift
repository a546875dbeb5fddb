import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// The answers on the way to the last one: redirects, and a 401 after which the request is sent again.
@Suite(.timeLimit(.minutes(5)))
struct EarlierAnswersTests {
    private static let body = String(repeating: "x", count: 400 << 10)

    @Test func `address 4: the bodies of redirects and of a repeated 401 are kept up to 1 MiB together`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        for number in 0..<4 {
            fixture.transport.always(
                "/\(number)",
                ScriptedTransport.answer(302, headers: ["Location": "/\(number + 1)"], text: Self.body))
        }
        fixture.transport.once("/4") { request in
            var answer = try await ScriptedTransport.unauthorized()(request)
            answer.body = Array(Self.body.utf8)
            return answer
        }
        fixture.transport.always("/4", ScriptedTransport.answer(200, text: Self.body))
        let answer = try await fixture.session.send(try fixture.request("GET", "/0"))
        #expect(answer.response.status == 200 && answer.response.body.count == Self.body.utf8.count)
        #expect(answer.earlierAnswers.map(\.status) == [302, 302, 302, 302, 401, 302, 302, 302, 302])
        #expect(answer.earlierAnswers.reduce(0) { $0 + $1.body.count } <= 1 << 20)
        #expect(answer.earlierAnswers.prefix(2).allSatisfy { $0.body.count == Self.body.utf8.count })
        // The sizes are known all the same.
        #expect(answer.earlierAnswers.allSatisfy { $0.body.count + $0.receivedSize == Self.body.utf8.count })
        let sizes = fixture.events.compactMap { event in
            if case .exchange(let exchange) = event.kind, case .answered(let answer) = exchange.outcome,
                exchange.purpose == .request
            {
                answer.bodySize
            } else {
                nil
            }
        }
        #expect(sizes == Array(repeating: Self.body.utf8.count, count: 10))
    }
}
