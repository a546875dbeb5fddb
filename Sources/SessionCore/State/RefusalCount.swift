/// How often a refresh token was refused in a row by answers that don't say that it is invalid.
package struct RefusalCount: Sendable, Hashable {
    /// All refusals that count.
    package private(set) var all: Int
    /// Those that had nothing but a status.
    package private(set) var bare: Int

    package init(all: Int = 0, bare: Int = 0) {
        self.all = min(max(all, 0), Self.limit)
        self.bare = min(max(bare, 0), self.all)
    }

    /// With another refusal, bare or not.
    package func adding(isBare: Bool) -> RefusalCount {
        RefusalCount(all: all + 1, bare: isBare ? bare + 1 : bare)
    }

    /// Whether the token is as good as dead, so long after the first of them: two refusals in words, or three of any
    /// kind that are not all of one moment.
    package func isEnough(after time: Duration) -> Bool {
        all - bare > 1 || all > 2 && time >= Self.shortestTime
    }

    /// Counting further says nothing more.
    private static let limit = 1_000
    /// What is in between answers like that for a moment.
    private static let shortestTime = Duration.seconds(30)
}
