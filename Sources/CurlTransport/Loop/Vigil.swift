/// How long the transfer thread stays awake for work that is likely to come at once.
///
/// Waking a thread takes longer than answering a quick request. So the thread stays awake after a command for the
/// answer of a near server, and after an answer for the next request of a caller that sends one after the other.
struct Vigil {
    /// Longer than a server on this machine takes, and too short to cost much.
    static let usual = Duration.microseconds(75)

    /// The time after the last command or answer; with zero the thread sleeps at once.
    private let length: Duration
    private var end: ContinuousClock.Instant?

    init(length: Duration) {
        self.length = length
    }

    /// Whether to look again instead of going to sleep; `isBusy` means that a command or an answer has just been
    /// handled.
    mutating func goesOn(isBusy: Bool, at now: ContinuousClock.Instant = .now) -> Bool {
        guard length > .zero else { return false }
        if isBusy { end = now + length }
        return end.map { now < $0 } ?? false
    }
}
