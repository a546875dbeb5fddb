package import FoundationEssentials
package import SessionCore

/// A clock whose wall time is five minutes wrong while a switch is armed; its monotonic time stays right.
package struct SkewedClock: SessionClock {
    private static let skew: TimeInterval = 300

    private let base: any SessionClock
    private let switches: FaultSwitches

    package init(_ base: any SessionClock, switches: FaultSwitches) {
        self.base = base
        self.switches = switches
    }

    package var now: Date {
        var skew: TimeInterval = 0
        if switches.isArmed(.clockAhead) { skew += Self.skew }
        if switches.isArmed(.clockBehind) { skew -= Self.skew }
        return base.now + skew
    }

    package var uptime: Duration { base.uptime }

    package func sleep(for duration: Duration) async throws {
        try await base.sleep(for: duration)
    }
}
