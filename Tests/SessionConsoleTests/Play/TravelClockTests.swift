import FoundationEssentials
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct TravelClockTests {
    @Test func `a clock that stands still is moved only by hand, both its faces alike`() {
        let clock = TravelClock(flows: false)
        let (now, uptime) = (clock.now, clock.uptime)
        #expect(clock.now == now)
        clock.advance(by: .seconds(2820))
        #expect(clock.now == now + 2820)
        #expect(clock.uptime == uptime + .seconds(2820))
    }

    @Test func `a sleeper wakes when the clock has passed its end, and not before`() async throws {
        let clock = TravelClock(flows: false)
        let isAwake = Gate()
        let sleeper = Task {
            try await clock.sleep(for: .seconds(10))
            isAwake.open()
        }
        clock.advance(by: .seconds(9))
        #expect(!isAwake.isOpen)
        // It may not sleep yet.
        while !isAwake.isOpen {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        try await sleeper.value
    }

    @Test(arguments: [true, false]) func `a cancelled sleeper wakes at once`(flows: Bool) async {
        let clock = TravelClock(flows: flows)
        let sleeper = Task { try await clock.sleep(for: .seconds(3600)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func `a clock that flows goes on by itself, and is moved ahead`() async throws {
        let clock = TravelClock(flows: true)
        let start = clock.uptime
        try await clock.sleep(for: .milliseconds(1))
        #expect(clock.uptime >= start + .milliseconds(1))
        clock.advance(by: .seconds(3600))
        #expect(clock.uptime >= start + .seconds(3600))
    }
}
