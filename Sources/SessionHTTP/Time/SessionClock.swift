public import FoundationEssentials

/// What time it is, and how to wait: the seam to the machine's clocks.
public protocol SessionClock: Sendable {
    /// The wall clock: for display, for what is stored, for claims. It may be wrong and may jump.
    var now: Date { get }
    /// Time since some fixed moment that never jumps and goes on while the machine is suspended.
    var uptime: Duration { get }
    /// Returns after `duration` of ``uptime``, or throws `CancellationError` as soon as the task is cancelled.
    func sleep(for duration: Duration) async throws
}
