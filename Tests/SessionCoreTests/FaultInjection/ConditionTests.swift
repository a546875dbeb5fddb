import FaultInjection
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConditionTests {
    @Test func `the wall clock is off while its fault is armed, time that passes never is`() {
        let base = TestClock()
        let switches = FaultSwitches()
        let clock = SkewedClock(base, switches: switches)
        #expect(clock.now == base.now)
        switches.arm(.clockAhead)
        #expect(clock.now == base.now + 300)
        #expect(clock.now == base.now + 300, "a condition is not used up")
        switches.arm(.clockBehind)
        #expect(clock.now == base.now)
        switches.disarm(.clockAhead)
        #expect(clock.now == base.now - 300)
        #expect(clock.uptime == base.uptime)
        switches.disarmAll()
        #expect(clock.now == base.now && switches.armed.isEmpty)
    }

    @Test func `the next authorization response comes with another state`() async throws {
        let injections = Injections()
        let switches = FaultSwitches { injections.add($0) }
        let urls = try ["?error=x", "?code=c&state=abc", "?code=c&state=abc"].map {
            try #require(URL(string: "http://127.0.0.1:1/callback" + $0))
        }
        let changer = StateChanger(GivenResponses(urls: urls), switches: switches)
        #expect(try await changer.open() == urls[0])
        switches.arm(.wrongState)
        var received: [String] = []
        for await url in changer.responses() { received.append(url.query ?? "") }
        #expect(received == ["error=x", "code=c&state=abA", "code=c&state=abc"])
        #expect(injections.all.map(\.name) == ["wrong-state"])
    }

    @Test func `what is armed is listed with what is left of it`() {
        let switches = FaultSwitches()
        switches.arm(.clockBehind, .times(2))
        switches.arm(.tokenEndpointBusy, .times(3))
        switches.arm(.networkOff, .untilDisarmed)
        #expect(
            switches.armed == [
                .networkOff: .untilDisarmed, .tokenEndpointBusy: .times(3), .clockBehind: .untilDisarmed,
            ])
        #expect(Set(InjectableFault.allCases.map(\.rawValue)).count == InjectableFault.allCases.count)
    }
}

/// Answers with URLs that were given.
private struct GivenResponses: RedirectReceiver {
    let urls: [URL]

    func open() async throws -> URL { urls[0] }

    func responses() -> AsyncStream<URL> {
        AsyncStream { continuation in
            for url in urls { continuation.yield(url) }
            continuation.finish()
        }
    }

    func close(succeeded: Bool) async {}
}
