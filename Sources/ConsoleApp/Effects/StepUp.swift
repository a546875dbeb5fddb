package import SessionCore

/// What a sign-in asks for besides the usual, because an answer demanded it (RFC 6750 §3.1, RFC 9470).
package struct StepUp: Sendable, Hashable {
    package var scope: [String] = []
    package var acrValues: [String] = []
    package var maxAge: Duration?

    /// Nothing besides the usual.
    package init() {}

    /// What an answer demands; `nil` where no other sign-in would help.
    package init?(_ verdict: AuthorizedResponse.Verdict) {
        switch verdict {
        case .insufficientScope(let scope) where !scope.isEmpty: self.scope = scope
        case .stepUpRequired(let acrValues, let maxAge): (self.acrValues, self.maxAge) = (acrValues, maxAge)
        case .insufficientScope, .none, .accepted, .rejected, .rejectedByAPI, .refreshFailed, .sessionEnded,
            .sessionChanged:
            return nil
        }
    }

    /// What the event of an answer tells of its demand.
    init?(_ kind: SessionEvent.Kind) {
        switch kind {
        case .forbidden(_, let scope): self.init(.insufficientScope(scope))
        case .stepUpRequired(_, let acrValues, let maxAge):
            self.init(.stepUpRequired(acrValues: acrValues, maxAge: maxAge))
        default:
            return nil
        }
    }

    /// As the object of "asks for"; `nil` where there is nothing.
    var words: String? {
        if !scope.isEmpty { return "the scope \(scope.joined(separator: " "))" }
        return acrValues.isEmpty && maxAge == nil ? nil : ChallengeWords.stepUp(acrValues, maxAge)
    }

    /// Whether only a browser sign-in can do it: the level and the age of a sign-in are parameters of the authorization
    /// request.
    var needsBrowser: Bool { !acrValues.isEmpty || maxAge != nil }
}
