/// The outcome of a request to the userinfo endpoint.
package enum UserInfoOutcome: Sendable, Hashable {
    case fetched(UserInfo)
    /// 401, whatever its body.
    case unauthorized(AuthenticationChallenge?)
    /// Any other end: it says nothing about the session.
    case failed(SessionError)
}
