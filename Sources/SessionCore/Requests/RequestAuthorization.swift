/// Whether a request carries the session's access token.
public enum RequestAuthorization: Sendable, Hashable {
    /// It is not sent without one.
    case required
    /// It carries one where there is a session and a usable token.
    case optional
    /// It never carries one, and its answer never touches the session.
    case none
}
