import SessionCore

extension AuthorizedResponse {
    /// What the answer says about the authorisation, and what can be done about it; `nil` where nothing is wrong.
    var verdictText: String? {
        switch verdict {
        case .none, .accepted: nil
        case .rejected(let challenge): "the token was not accepted: \(EventText.words(for: challenge))"
        case .insufficientScope(let scope):
            scope.isEmpty
                ? "the token's scope is not enough; sign in again with a wider one"
                : "needs the scope \(scope.joined(separator: " ")); sign in again and ask for it"
        case .stepUpRequired(let acrValues, let maxAge):
            "asks for \(EventText.stepUp(acrValues, maxAge)); sign in again"
        }
    }
}
