/// The outcome of a request to the userinfo endpoint.
package enum UserInfoOutcome: Sendable, Hashable {
    case fetched(UserInfo)
    /// 401, whatever its body.
    case unauthorized(AuthenticationChallenge?)
    /// 403 that says that the access token is invalid, as Salesforce does where others answer 401.
    case tokenRejected(SessionError)
    /// Any other end: it says nothing about the session.
    case failed(SessionError)
}
