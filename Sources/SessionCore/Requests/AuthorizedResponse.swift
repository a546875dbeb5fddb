/// The answer to a caller's request, with what the session did on the way.
public struct AuthorizedResponse: Sendable {
    /// What the answer says about the authorisation.
    public enum Verdict: Sendable, Hashable {
        /// No token went along, or the answer does not speak of it.
        case none
        case accepted
        /// 401 to the last attempt; what that did to the session is told by its state and its events.
        case rejected(AuthenticationChallenge?)
        /// Another scope is needed (RFC 6750 §3.1); the session is as it was.
        case insufficientScope([String])
        /// Another kind of sign-in is needed (RFC 9470); the session is as it was.
        case stepUpRequired(acrValues: [String], maxAge: Duration?)
    }

    public let response: HTTPResponse
    public let facts: RequestFacts
    public let verdict: Verdict

    public init(response: HTTPResponse, facts: RequestFacts, verdict: Verdict) {
        self.response = response
        self.facts = facts
        self.verdict = verdict
    }
}
