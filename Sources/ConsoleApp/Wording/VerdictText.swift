package import SessionCore

extension AuthorizedResponse {
    /// The verdict in words; `nil` if nothing is wrong.
    package var verdictText: String? {
        switch verdict {
        case .none, .accepted: nil
        case .rejected(let challenge): "the token was not accepted: \(ChallengeWords.of(challenge))"
        case .rejectedByAPI(let challenge):
            "rejected by this API alone: the provider accepts the token, so check what this resource requires "
                + "(audience, scope): \(ChallengeWords.of(challenge))"
        case .refreshFailed(let challenge, let error):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the refresh failed: \(error)"
        case .sessionEnded(let challenge, let end):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the session has ended: \(end)"
        case .sessionChanged(let challenge):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the session that the call began under has "
                + "ended"
        case .insufficientScope(let scope):
            scope.isEmpty
                ? "the token's scope does not suffice, and the API does not name the scope that would"
                : "the API asks for the scope \(scope.joined(separator: " "))"
        case .stepUpRequired(let acrValues, let maxAge):
            "the API asks for \(ChallengeWords.stepUp(acrValues, maxAge))"
        }
    }
}
