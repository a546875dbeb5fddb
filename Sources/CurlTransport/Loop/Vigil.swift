/// How long the transfer thread stays awake for what is likely to come at once.
///
/// To wake a thread takes longer than to answer a quick request. After a command the answer of a server nearby is
/// awaited so, and after an answer the next request of a caller who sends one after the other.
struct Vigil {
    /// Longer than a server on this machine takes, and too short to be felt.
    static let usual = Duration.microseconds(75)

    /// The time after the last command or answer; zero has the thread sleep at once.
    private let length: Duration
    private var end: ContinuousClock.Instant?

    init(length: Duration) {
        self.length = length
    }

    /// Whether to look again instead of going to sleep; `isBusy` tells that something has just come or gone.
    mutating func goesOn(isBusy: Bool, at now: ContinuousClock.Instant = .now) -> Bool {
        guard length > .zero else { return false }
        if isBusy { end = now + length }
        return end.map { now < $0 } ?? false
    }
}
