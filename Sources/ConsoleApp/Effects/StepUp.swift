package import SessionCore

/// What a sign-in asks for besides the usual, because an answer demanded it (RFC 6750 §3.1, RFC 9470, claims
/// challenges).
package struct StepUp: Sendable, Hashable {
    package var scope: [String] = []
    package var acrValues: [String] = []
    package var maxAge: Duration?
    /// The `claims` parameter, as JSON.
    package var claims: String?

    /// Nothing besides the usual.
    package init() {}

    /// What an answer demands; `nil` where no other sign-in would help.
    package init?(_ verdict: AuthorizedResponse.Verdict) {
        switch verdict {
        case .insufficientScope(let scope) where !scope.isEmpty: self.scope = scope
        case .stepUpRequired(let acrValues, let maxAge, let claims):
            (self.acrValues, self.maxAge, self.claims) = (acrValues, maxAge, claims)
        case .insufficientScope, .none, .accepted, .rejected, .rejectedByAPI, .refreshFailed, .sessionEnded,
            .sessionChanged:
            return nil
        }
    }

    /// What the event of an answer tells of its demand.
    init?(_ kind: SessionEvent.Kind) {
        switch kind {
        case .forbidden(_, let scope): self.init(.insufficientScope(scope))
        case .stepUpRequired(_, let acrValues, let maxAge, let claims):
            self.init(.stepUpRequired(acrValues: acrValues, maxAge: maxAge, claims: claims))
        default:
            return nil
        }
    }

    /// As the object of "asks for"; `nil` where there is nothing.
    var words: String? {
        if !scope.isEmpty { return "the scope \(scope.joined(separator: " "))" }
        return needsBrowser ? ChallengeWords.stepUp(acrValues, maxAge, claims) : nil
    }

    /// Whether only a browser sign-in can do it: the level and the age of a sign-in, and the claims of its token, are
    /// parameters of the authorization request.
    var needsBrowser: Bool { !acrValues.isEmpty || maxAge != nil || claims != nil }
}
