public import FoundationEssentials

/// What each error is called where a program shows `localizedDescription`: a sentence that says what happened.
extension SessionError: LocalizedError {
    /// ``description`` as a sentence; a setting keeps its spelling.
    public var errorDescription: String? {
        if case .invalidConfiguration = self { return "The setting \(description)".asSentence }
        return description.asSentence
    }

    /// What helps, where the session itself knows.
    public var recoverySuggestion: String? {
        switch self {
        case .noSession: "Sign in."
        case .sessionExpired, .signInDenied, .signInTimedOut, .authorizationResponseMismatch: "Sign in again."
        case .notConfigured: "Call configure() first."
        case .alreadyConfigured: "Call configure() once for each session."
        case .server(_, .token, nil, _) where refusesRefresh, .refused(_, .token):
            "Sign in again if this goes on; the session is unchanged."
        case .backingOff(let delay, _): "Try again in \(delay.inWords); the session is kept."
        case .transport(.cancelled, _), .cancelled: nil
        case .transport, .server: "Try again; the session is unchanged."
        case .originNotAllowed: "Name the origin in the configuration's apis if it may have the token."
        case .relativeURL: "Give an absolute URL."
        case .insecureURL: "Use https, or set allowsPlainHTTP where the network is trusted."
        case .sessionChanged: "Check who is signed in before you send it again."
        case .invalidConfiguration, .refused, .unintelligible, .untrustworthy, .unsupported, .noUser, .store: nil
        }
    }
}

extension TransportError: LocalizedError {
    /// ``description`` as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension StoreError: LocalizedError {
    /// ``description`` as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension OAuthError: LocalizedError {
    /// ``description`` as a sentence.
    public var errorDescription: String? { "The provider refused with \(description)".asSentence }
}

extension String {
    fileprivate var asSentence: String {
        let capitalized = prefix(1).uppercased() + dropFirst()
        return last.map { ".!?".contains($0) } ?? true ? capitalized : capitalized + "."
    }
}
