/// Changes that the next refreshes make unasked, as some providers do.
struct RefreshSurprise: Sendable {
    /// Whose tokens a refresh brings in place of those of the session's own user.
    enum OtherUser: Sendable {
        case anyone
        case named(User)
    }

    /// The scope is limited to names that are also in this one.
    private var scope: Scope?
    /// How many refreshes are going to narrow the scope.
    private(set) var narrowings = 0
    /// A client must notice that (OpenID Connect Core §12.2).
    private var otherUser = OtherUser.anyone
    private(set) var userSwitches = 0

    /// The names of the switches that changed the answer of the token endpoint that is being made.
    var struck: [String] = []

    mutating func narrow(to scope: Scope?, times: Int) {
        (self.scope, narrowings) = (scope, scope == nil ? 0 : times)
    }

    mutating func switchUser(to user: OtherUser, times: Int) {
        (otherUser, userSwitches) = (user, times)
    }

    /// The scope that the present refresh is limited to.
    mutating func takeScope() -> Scope? {
        guard narrowings > 0 else { return nil }
        narrowings -= 1
        return scope
    }

    /// The user whose tokens the present refresh brings in place of the session's own user's.
    ///
    /// Where that would be the same user, nothing is taken.
    mutating func takeUser(
        inPlaceOf own: User, among users: [User]
    ) -> User? {
        guard userSwitches > 0 else { return nil }
        let user: User? =
            switch otherUser {
            case .anyone: users.first { $0.subject != own.subject }
            case .named(let user): user.subject == own.subject ? nil : user
            }
        if user != nil { userSwitches -= 1 }
        return user
    }
}
