/// The lifetimes of tokens that are issued from now on.
struct TokenLifetimes: Sendable {
    var access: Duration { didSet { accessBefore = nil } }
    var refresh: Duration
    /// What that of access tokens was before it was made short; `nil` while it is not.
    private(set) var accessBefore: Duration?

    init(access: Duration, refresh: Duration) { (self.access, self.refresh) = (access, refresh) }

    /// Access tokens live for 5 s, until another lifetime is set.
    mutating func shortenAccess() {
        guard accessBefore == nil else { return }
        let before = access
        access = .seconds(5)
        accessBefore = before
    }
}
