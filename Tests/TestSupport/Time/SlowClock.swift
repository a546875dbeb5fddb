package import FoundationEssentials
import SessionCore

/// The machine's clocks, with ``uptime`` and sleep ten times slower.
///
/// For sessions on real sockets: on a busy machine what takes moments elsewhere may take longer than the seconds that a
/// session has patience for. No token ends early on it either.
package struct SlowClock: SessionClock {
    private static let factor = 10

    private let base = SystemClock()
    private let start: Duration

    package init() {
        start = base.uptime
    }

    package var now: Date { base.now }

    package var uptime: Duration { start + (base.uptime - start) / Self.factor }

    package func sleep(for duration: Duration) async throws {
        try await base.sleep(for: duration * Self.factor)
    }
}
