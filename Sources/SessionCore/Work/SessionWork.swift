/// Work of a session that must not end half done: with it tokens would be lost, or would outlive their session.
public enum SessionWork: Sendable, Hashable, CaseIterable {
    /// A refresh, from the moment it holds the store's lock to the end of its write.
    case refresh
    /// A sign-in whose code, password or poll is on its way to the token endpoint, until its tokens are stored.
    case signIn
    /// A sign-out that the provider or the store has not heard of yet.
    case signOut
    /// Another write to the store.
    case storing
    /// Tokens of an ended session that are being revoked; what is not done is left for a later run.
    case revocation
}
