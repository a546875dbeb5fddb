/// What the next refresh changes without being asked to; some providers do.
struct RefreshSurprise: Sendable {
    /// The scope shrinks to what it has in common with this.
    var scope: Scope?
    /// The session passes to another user, which a client must notice (OpenID Connect Core §12.2).
    var user: DemoProvider.Configuration.User?
}
