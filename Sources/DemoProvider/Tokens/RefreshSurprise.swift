/// Changes that the next refresh makes unasked, as some providers do.
struct RefreshSurprise: Sendable {
    /// The scope is limited to names that are also in this one.
    var scope: Scope?
    /// The session passes to another user, which a client must notice (OpenID Connect Core §12.2).
    var user: DemoProvider.Configuration.User?
}
