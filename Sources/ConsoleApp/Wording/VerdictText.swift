package import SessionCore

extension AuthorizedResponse {
    /// What the answer says about the authorisation, and what can be done about it; `nil` where nothing is wrong.
    package var verdictText: String? {
        switch verdict {
        case .none, .accepted: nil
        case .rejected(let challenge): "the token was not accepted: \(ChallengeWords.of(challenge))"
        case .rejectedByAPI(let challenge):
            "rejected by this API: the provider has just issued this token, so it is about this resource "
                + "(audience, scope): \(ChallengeWords.of(challenge))"
        case .refreshFailed(let challenge, let error):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the refresh failed: \(error)"
        case .sessionEnded(let challenge, let end):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the session has ended: \(end)"
        case .sessionChanged(let challenge):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the session that the call began under is "
                + "gone"
        case .insufficientScope(let scope):
            scope.isEmpty
                ? "the token's scope is not enough, and the API does not say which is"
                : "needs the scope \(scope.joined(separator: " "))"
        case .stepUpRequired(let acrValues, let maxAge):
            "asks for \(ChallengeWords.stepUp(acrValues, maxAge))"
        }
    }
}
