public import FoundationEssentials

/// The provider refused the refresh token without saying that it is invalid: the session may have ended there.
///
/// It ends when the same happens again, after a pause, while the access token is of no use any more. A refresh that
/// succeeds, here or in another process, clears it.
public struct SessionSuspicion: Sendable, Hashable {
    /// What the token endpoint answered last.
    public var refusal: RefreshRefusal
    /// How many refreshes in a row were refused so, each after a pause; at least 1.
    public var count: Int
    /// When the last of them was begun.
    public var lastAt: Date
    /// How long after ``lastAt`` a refusal counts as another one.
    package var pause: Duration
    /// ``lastAt`` by ``SessionClock/uptime``.
    package var lastAtUptime: Duration

    package init(refusal: RefreshRefusal, count: Int, lastAt: Date, pause: Duration, lastAtUptime: Duration) {
        self.refusal = refusal
        self.count = count
        self.lastAt = lastAt
        self.pause = pause
        self.lastAtUptime = lastAtUptime
    }
}

extension SessionSuspicion: CustomStringConvertible {
    /// The suspicion as a sentence without a full stop.
    public var description: String { "the provider no longer accepts the refresh token: \(refusal)" }
}
