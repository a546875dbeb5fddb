import FoundationEssentials
import HTTPServer
import Testing

@testable import LoopbackRedirect

@Suite(.timeLimit(.minutes(5)))
struct ArrivalsTests {
    @Test func `hole: a browser that comes when the sign-in has ended has its page at once`() async throws {
        for (succeeded, words) in [(true, "You are signed in"), (false, "The sign-in failed")] {
            let arrivals = Arrivals(address: .anyPort, patience: .seconds(3_600))
            arrivals.uri = try url("http://127.0.0.1:8400/callback")
            await arrivals.end(succeeded: succeeded)
            let answer = await arrivals.answer(ServerRequest(method: "GET", target: "/callback?state=late"))
            guard case .chunks(_, let chunk) = answer.body else {
                Issue.record("no page")
                return
            }
            #expect(String(decoding: try await chunk(0) ?? [], as: UTF8.self).contains(words))
        }
    }
}
