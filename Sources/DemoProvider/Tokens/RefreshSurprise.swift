/// Changes that the next refreshes make unasked, as some providers do.
struct RefreshSurprise: Sendable {
    /// The scope is limited to names that are also in this one.
    private(set) var scope: Scope?
    /// How many refreshes are going to narrow the scope.
    private(set) var narrowings = 0
    /// The session passes to another user, which a client must notice (OpenID Connect Core §12.2).
    private(set) var user: DemoProvider.Configuration.User?
    private(set) var userSwitches = 0

    mutating func narrow(to scope: Scope?, times: Int) {
        (self.scope, narrowings) = (scope, scope == nil ? 0 : times)
    }

    mutating func switchUser(to user: DemoProvider.Configuration.User?, times: Int) {
        (self.user, userSwitches) = (user, user == nil ? 0 : times)
    }

    /// What the present refresh does.
    mutating func take() -> RefreshSurprise {
        let now = self
        if narrowings > 0 { narrow(to: scope, times: narrowings - 1) }
        if narrowings == 0 { scope = nil }
        if userSwitches > 0 { switchUser(to: user, times: userSwitches - 1) }
        if userSwitches == 0 { user = nil }
        return now
    }
}
