/// A 401 to a request that carried a token of this session.
struct Rejection: Sendable {
    let bearer: Bearer
    let attempt: Int
    /// When the first attempt of the request was begun, by ``SessionClock/uptime``.
    let requestBegan: Duration
    /// When the answer came, by ``SessionClock/uptime``.
    let answeredAt: Duration
    let challenge: AuthenticationChallenge?
    /// `GET /orders`: what the session's end is explained with.
    let requestName: String

    /// Whether the token ran out on its way: then it is no wonder that it was rejected.
    var isOfEndedToken: Bool { bearer.hasEnded(at: answeredAt) }
}

extension AuthenticationChallenge {
    /// Whether it asks for another scope or another kind of sign-in, so that the token itself is good.
    var isAboutAnotherSignIn: Bool { error == "insufficient_scope" || asksForStepUp }
}
