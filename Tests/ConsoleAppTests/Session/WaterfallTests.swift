import SessionCore
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WaterfallTests {
    private let timings = HTTPTimings(
        nameLookup: .zero, connect: .milliseconds(10), tls: .milliseconds(20), firstByte: .milliseconds(70),
        total: .milliseconds(80))

    @Test func `the phases add up to the time of the message`() {
        let lines = timings.waterfall(of: .milliseconds(160), before: "queue", width: 16)
        #expect(
            lines.map { "\($0.name) \($0.value ?? "")" } == [
                "queue ████████········ 80.0 ms", "connect ········█······· 10.0 ms", "TLS ·········█······ 10.0 ms",
                "waiting ··········█████· 50.0 ms", "receiving ···············█ 10.0 ms",
            ])
    }

    @Test func `what rounding leaves has no line`() {
        let lines = timings.waterfall(of: .milliseconds(81), before: "queue", width: 16)
        #expect(lines.map(\.name) == ["connect", "TLS", "waiting", "receiving"])
    }
}
