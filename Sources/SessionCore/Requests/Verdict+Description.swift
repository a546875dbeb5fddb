extension AuthorizedResponse.Verdict: CustomStringConvertible {
    /// What the answer means for the session, for logs.
    public var description: String {
        switch self {
        case .none: "the answer says nothing about the token"
        case .accepted: "the token was accepted"
        case .rejected: "the token was rejected; the session is kept"
        case .rejectedByAPI: "this API rejected a token that the provider accepts; the session is kept"
        case .refreshFailed(_, let error): "the token was rejected, and the refresh failed: \(error)"
        case .sessionEnded(_, let end): "the session has ended: \(end)"
        case .sessionChanged: "another session has begun, or this one has ended, meanwhile"
        case .insufficientScope(let scope): "the token lacks the scope \(scope.joined(separator: " "))"
        case .stepUpRequired(let acrValues, _, _):
            "another sign-in is needed" + (acrValues.isEmpty ? "" : ": \(acrValues.joined(separator: " "))")
        }
    }
}
