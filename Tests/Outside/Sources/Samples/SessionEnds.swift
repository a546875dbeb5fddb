import SessionCore

/// Prints why users were signed out, with the request or refresh that led to it.
func logForcedSignOuts(of session: Session) async {
    var events: [Int: SessionEvent] = [:]
    for await event in session.events() {
        events[event.sequence] = event
        guard case .forcedOut(let end) = event.kind else { continue }
        print("Signed out: \(end)")
        var cause = event.cause
        while let sequence = cause, let earlier = events[sequence] {
            print("  because of event \(sequence): \(earlier)")
            cause = earlier.cause
        }
    }
}

/// Tells apart what an answer means for the session.
func explain(_ answer: AuthorizedResponse) -> String {
    switch answer.verdict {
    case .accepted: "the API took the token"
    case .none: "the answer says nothing about the token"
    case .rejected, .rejectedByAPI: "the API refused the token; the session goes on"
    case .refreshFailed(_, let error): "401, and the refresh failed: \(error)"
    case .sessionEnded(_, let end): "the session is over: \(end)"
    case .sessionChanged: "another user has signed in, or this one out"
    case .insufficientScope(let scope): "the token lacks the scope \(scope.joined(separator: " "))"
    case .stepUpRequired(let acrValues, _, _): "sign in again with \(acrValues.joined(separator: " "))"
    @unknown default: "\(answer.verdict)"
    }
}
