import FoundationEssentials
import SessionCore
import TestSupport

/// A clock whose sleepers wake at once, because time has gone by; a minute, or more than two, is somebody's patience
/// and never over.
struct ImpatientClock: SessionClock {
    let clock = TestClock()
    var now: Date { clock.now }
    var uptime: Duration { clock.uptime }

    func sleep(for duration: Duration) async throws {
        let isPatience = duration == .seconds(60) || duration > .seconds(120)
        if isPatience { try await clock.sleep(for: duration) } else { clock.advance(by: duration) }
    }
}
