/// Whether a request carries the session's access token.
public enum RequestAuthorization: Sendable, Hashable {
    /// It is not sent without one.
    case required
    /// It carries one if somebody is signed in and one can be had.
    case optional
    /// It never carries one, and its answer never touches the session.
    case none
}
