/// What an access token is for, as the request for it says (RFC 8707 §2.2, RFC 6749 §3.3).
///
/// One refresh token may bring one for each of several APIs.
struct TokenPurpose: Sendable, Hashable {
    var resources: Set<String> = []
    var audiences: Set<String> = []
    /// Empty where it is not known.
    var scope: Set<String> = []

    /// What a refresh asks for; what it leaves out stays as it was at the sign-in.
    init(of facts: TokenRequestFacts, after signIn: TokenPurpose) {
        resources = facts.resources.isEmpty ? signIn.resources : facts.resources
        audiences = facts.audiences.isEmpty ? signIn.audiences : facts.audiences
        scope = facts.scope ?? signIn.scope
    }

    /// What a sign-in asks for, in both of its requests.
    init(of facts: TokenRequestFacts, _ attempt: AuthorizationFacts?) {
        resources = facts.resources.union(attempt?.resources ?? [])
        audiences = facts.audiences.union(attempt?.audiences ?? [])
        scope = facts.scope ?? attempt?.scope ?? []
    }

    init() {}

    /// Whether a token for the one replaces a token for the other.
    func isLike(_ other: TokenPurpose) -> Bool {
        resources == other.resources && audiences == other.audiences
            && (scope.isSubset(of: other.scope) || other.scope.isSubset(of: scope))
    }

    /// Whether a token for this one makes one for the other needless: a narrower token is used beside a wider one.
    func covers(_ other: TokenPurpose) -> Bool {
        // It says what the answer brings, and nothing of the access token.
        let needed = other.scope.subtracting(["offline_access"])
        return isLike(other) && (scope.isEmpty || needed.isSubset(of: scope))
    }
}
