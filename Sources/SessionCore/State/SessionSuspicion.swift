public import FoundationEssentials

/// The provider refused the refresh token without saying that it is invalid: the session may have ended there.
///
/// It ends when the same happens again, after a pause, while the access token is of no use any more; where the answers
/// have nothing but a status, at the third of them, half a minute or more after the first. A refresh that succeeds,
/// here or in another process, clears it.
public struct SessionSuspicion: Sendable, Hashable {
    /// What the token endpoint answered last.
    public var refusal: RefreshRefusal
    /// How many refreshes in a row were refused so, each after a pause; at least 1.
    public var count: Int { refusals.all }
    /// When the first of them was begun.
    public var firstAt: Date { first.time }
    /// When the last of them was begun.
    public var lastAt: Date { last.time }
    /// The refusals in a row, each after a pause.
    package var refusals: RefusalCount
    /// When the first of them was begun.
    package var first: ClockReading
    /// When the last of them was begun.
    package var last: ClockReading
    /// How long after the last one a refusal counts as another one.
    package var pause: Duration

    package init(
        refusal: RefreshRefusal, refusals: RefusalCount, first: ClockReading, last: ClockReading, pause: Duration
    ) {
        self.refusal = refusal
        self.refusals = refusals
        self.first = first
        self.last = last
        self.pause = pause
    }
}

extension SessionSuspicion: CustomStringConvertible {
    /// The suspicion as a sentence without a full stop.
    public var description: String { "the provider no longer accepts the refresh token: \(refusal)" }
}

extension SessionSuspicion {
    /// What ends the session, as the rest of that sentence.
    package var prospect: String {
        refusals.all == refusals.bare
            ? "at the third refusal, half a minute or more after the first, the session ends with its access token"
            : "if it is refused again, the session ends with its access token"
    }
}
