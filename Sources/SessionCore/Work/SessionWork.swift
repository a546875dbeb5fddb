/// Work of a session that must not be interrupted: otherwise tokens would be lost, or outlive their session.
public enum SessionWork: Sendable, Hashable, CaseIterable {
    /// A refresh, from the moment it holds the store's lock to the end of its write.
    case refresh
    /// A sign-in whose code, password or poll is on its way to the token endpoint, until its tokens are stored.
    case signIn
    /// A sign-out that the provider or the store has yet to process.
    case signOut
    /// Another write to the store.
    case storing
    /// The revocation of an ended session's tokens; those not revoked stay pending for a later run.
    case revocation
}
