/// Whether a request carries the session's access token.
public enum RequestAuthorization: Sendable, Hashable {
    /// The request is not sent without a token.
    case required
    /// The request carries the token where there is a session with a usable one.
    case optional
    /// The request never carries the token, and its answer never changes the session.
    case none
}
