extension RefreshRefusal {
    /// The answer's status and error: `400 invalid_grant: session revoked`.
    package var answer: String {
        switch self {
        case .named(let error): error.answer
        case .unexplained: description
        }
    }

    /// The answer, and what it means for the session.
    fileprivate var cause: String { "\(answer) · the provider no longer accepts the refresh token" }
}

extension OAuthError {
    /// The error after the answer's status, where that is known.
    package var answer: String { (status.map { "\($0) " } ?? "") + description }
}

extension SessionError {
    /// What happened with the server's error at the head: `401 invalid_client: unknown client · token`.
    package var cause: String {
        switch self {
        case .refused(let error, let purpose): "\(error.answer) · \(purpose.rawValue)"
        case .signInDenied(let error): error.answer
        case .server(let status, let purpose, _, let reason?) where purpose != .request:
            "\(status) \"\(reason.asClause)\" · \(purpose.rawValue)"
        case .backingOff(let delay, let failure): "\(failure.cause); the next may be tried in \(delay.inWords)"
        default: description
        }
    }
}

extension SessionSuspicion {
    /// The suspicion with the provider's answer at the head.
    package var cause: String { refusal.cause }
}

extension SessionEnd {
    /// Why there is no session, with the deciding answer at the head where there was one.
    package var cause: String {
        switch self {
        case .forcedOut(let request): "401 to \(request)"
        case .userInfoRejected: "401 to userinfo"
        case .refreshRejected(let refusal): refusal.cause
        default: description
        }
    }

    /// The state that it leaves, in two words: badges, cards and events have it in capitals.
    package var word: String { isForced ? "forced out" : "signed out" }

    /// The state and why it is so: `signed out: no stored session`.
    package var state: String { self == .signedOut ? word : "\(word): \(self)" }
}

extension EndedSession {
    /// Why it ended, with the deciding answer at the head where there was one, and who noticed.
    package var cause: String { "\(end.cause), \(noticed)" }
}

extension SessionStatus {
    /// What was asked for and did not come, and what was not asked for; each a sentence without its capital and its
    /// full stop.
    ///
    /// A scope that was not granted is shown beside the one that was asked for.
    package var scopeNotes: [String] {
        var notes = shortfalls.filter { if case .scope = $0 { false } else { true } }.map { "\($0)" }
        if let unlistedNote { notes.append(unlistedNote) }
        return notes
    }

    /// That a scope was not asked for; `nil` where all was.
    package var unlistedNote: String? {
        guard !unlistedScope.isEmpty else { return nil }
        return "not asked for, because the provider does not list it: \(unlistedScope.joined(separator: " ")); "
            + "--scope asks for it anyway"
    }
}
