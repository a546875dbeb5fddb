/// The answer to a caller's request, with what the session did on the way.
public struct AuthorizedResponse: Sendable {
    /// What the answer says about the authorisation; new cases may come with any version.
    @nonexhaustive public enum Verdict: Sendable, Hashable {
        /// The request carried no token, or the answer is not about it.
        case none
        /// The answer is 2xx: the token counts as accepted, and the session as verified.
        case accepted
        /// 401 to the last attempt; the session is kept.
        case rejected(AuthenticationChallenge?)
        /// 401 to a token that the provider has just issued and that its userinfo endpoint accepts: it is about this
        /// resource, its audience or scope. The session is as it was.
        case rejectedByAPI(AuthenticationChallenge?)
        /// 401, and the refresh after it failed in a way that keeps the session.
        case refreshFailed(AuthenticationChallenge?, SessionError)
        /// 401, and the session has ended, by this answer or by one that came at the same time.
        case sessionEnded(AuthenticationChallenge?, SessionEnd)
        /// 401 to a request of a session that was signed out or replaced by another sign-in in the meantime.
        case sessionChanged(AuthenticationChallenge?)
        /// Another scope is needed (RFC 6750 §3.1); the session is unchanged.
        case insufficientScope([String])
        /// Another kind of sign-in is needed (RFC 9470, or a claims challenge); the session is unchanged.
        ///
        /// `claims` is the JSON for the `claims` parameter of the authorization request.
        case stepUpRequired(acrValues: [String], maxAge: Duration?, claims: String?)
    }

    /// The final answer, after redirects and at most one retry; its status may be any.
    public let response: HTTPResponse
    /// What it took to get the answer, free of secrets.
    public let facts: RequestFacts
    /// What the answer means for the session; ``Verdict/none`` where it says nothing.
    public let verdict: Verdict
    /// The answers before it, oldest first: redirects that were followed, and each 401 after which the request was sent
    /// again.
    ///
    /// Their bodies are kept up to 1 MiB together; of one that is left out ``HTTPResponse/receivedSize`` is the size.
    public let earlierAnswers: [HTTPResponse]

    /// Creates a response, for tests of code that gets one from ``Session/send(_:authorization:)``.
    public init(
        response: HTTPResponse, facts: RequestFacts, verdict: Verdict, earlierAnswers: [HTTPResponse] = []
    ) {
        self.response = response
        self.facts = facts
        self.verdict = verdict
        self.earlierAnswers = earlierAnswers
    }

    /// The response with every answer changed, the earlier ones too.
    package func mapAnswers(_ change: (HTTPResponse) -> HTTPResponse) -> AuthorizedResponse {
        AuthorizedResponse(
            response: change(response), facts: facts, verdict: verdict, earlierAnswers: earlierAnswers.map(change))
    }
}

/// What the session itself says of the answers is free of secrets from the start.
extension AuthorizedResponse: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> AuthorizedResponse { mapAnswers { $0.mapTexts(shown) } }
}
