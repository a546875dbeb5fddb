/// When frames are due: what was typed is shown first, and what happens in groups in one frame.
struct FramePace {
    /// The shortest time between two frames.
    private static let interval = Duration.milliseconds(16)
    /// The shortest time between two frames where a key asks for the second: what was typed does not wait for what
    /// happens.
    private static let typedInterval = Duration.milliseconds(4)
    /// Messages come in groups, such as an event and the status after it; a short wait shows a group in one frame.
    private static let settlingTime = Duration.milliseconds(2)

    /// When the last frame was shown, without the first: the second, with the session's state, need not wait.
    private var last: ContinuousClock.Instant?
    private var isFirst = true
    /// When the next frame is due; `nil` where everything is shown.
    private(set) var next: ContinuousClock.Instant?

    /// When what has changed now is to be shown, at once where that is `now`; `nil` where a frame is due by then
    /// anyway.
    ///
    /// A frame that is overdue is shown with the next change: the task that waits for its time stands behind many
    /// others.
    mutating func recordChange(isTyped: Bool, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        if let next, next <= now { return now }
        let earliest = last.map { $0 + (isTyped ? Self.typedInterval : Self.interval) } ?? now
        let due = max(earliest, isTyped ? now : now + Self.settlingTime)
        guard due > now else { return now }
        if let next, next <= due { return nil }
        next = due
        return due
    }

    /// Records that everything was shown.
    mutating func recordFrame(at now: ContinuousClock.Instant) {
        (last, next) = (isFirst ? nil : now, nil)
        isFirst = false
    }
}
