/// What a step expects of the session, or of what has happened since the steps before the last expectations.
package enum Expectation: Sendable, Hashable {
    case state(State)
    /// Every answer to the calls since had this status.
    case status(Int)
    /// The calls since got no answer or were not sent, with this text in the reason where one is given.
    case noAnswer(String?)
    /// So many of these happened since.
    case count(Int, Countable)
    case countAtLeast(Int, Countable)
    case countAtMost(Int, Countable)
    /// The session was forced out, with this text in its reason where one is given.
    case forcedLogout(because: String?)
    /// The sign-in before failed, with this text in its reason where one is given.
    case signInFailed(because: String?)
    /// The refresh failed or was rejected, with this text in its reason where one is given.
    case refreshFailed(because: String?)
    /// The last answer's challenge has this parameter (RFC 9110 §11.2).
    case challenge(name: String, value: String)
    /// The last answer's body contains this text.
    case body(contains: String)
    /// The last answer has this header field.
    case header(name: String, value: String)
    /// The granted scope holds all of these, or none of these.
    case scope([String], isGranted: Bool)
    /// The token was replaced since, or was not.
    case token(TokenName, isNew: Bool)
    /// The claim of the latest user info.
    case user(claim: String, value: String)
    /// The provider's clock differs from ours by this much, to the second or two that a header's date allows.
    case clockSkew(Duration)
    /// An event of this name, as `events --json` has it, happened since.
    case event(String)
    /// The tab line's fault is armed, or is not.
    case fault(String, isArmed: Bool)
    /// This line of the checklist of a sign-in from a URL ended so.
    case line(String, Outcome)

    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        case done, doubtful, skipped, question, failed
    }

    package enum State: String, Sendable, Hashable, CaseIterable {
        case authenticated
        case expired
        case signedOut = "signed out"
    }

    package enum TokenName: String, Sendable, Hashable, CaseIterable {
        case access = "access token"
        case refresh = "refresh token"
        case identity = "ID token"
    }
}

/// What expectations count.
package enum Countable: String, Sendable, Hashable, CaseIterable {
    /// A successful refresh.
    case refreshes
    /// A session that has ended: signed out, or against the user's will.
    case logouts
    /// A call with its final answer.
    case calls
    /// An answer 401 of the API or of userinfo, to any attempt.
    case rejections = "401s"
    case signIns = "sign-ins"
    /// A message to the token endpoint.
    case tokenRequests = "token requests"
    /// Tokens that another process has stored, adopted here.
    case adoptions
    /// A fault that struck.
    case strikes

    /// One of them: "refresh".
    var singular: String {
        switch self {
        case .refreshes: "refresh"
        case .logouts: "logout"
        case .calls: "call"
        case .rejections: "401"
        case .signIns: "sign-in"
        case .tokenRequests: "token request"
        case .adoptions: "adoption"
        case .strikes: "strike"
        }
    }

    /// So many of them: "1 refresh", "2 refreshes".
    package func words(_ count: Int) -> String { "\(count) \(count == 1 ? singular : rawValue)" }
}

/// What a step waits for.
package enum Condition: Sendable, Hashable {
    /// A refresh succeeded since the step began.
    case refreshed
    /// The browser has been led back to the program with the provider's answer.
    case authorized
    /// The access token has expired.
    case expired
    case forcedLogout
    case state(Expectation.State)
    /// The access token lives no longer than this.
    case timeLeft(Duration)
    /// The next refresh is due.
    case refreshDue
    /// An event of this name happened.
    case event(String)
}
