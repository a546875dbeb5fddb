import SessionCore

extension CommandFailure {
    /// What a session's error means for a script and for a person at a prompt.
    init(_ error: SessionError) {
        var message = error.description.capitalizedSentence
        // A setting keeps the name that it has in a profile.
        if case .invalidConfiguration(let setting, let reason) = error { message = "\(setting): \(reason)." }
        self.init(Self.status(of: error), message, advice: Self.advice(for: error))
    }

    /// Anything that is thrown and is no failure of a command yet.
    init(describing error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as SessionError: self.init(error)
        case let error as TransportError: self.init(.networkOrServer, error.description.capitalizedSentence)
        case let error as ProfileError: self.init(error)
        case let error as UsageError: self.init(error, command: nil)
        default: self.init(.failed, "\(error)".capitalizedSentence)
        }
    }

    private static func status(of error: SessionError) -> ExitStatus {
        switch error {
        case .invalidConfiguration, .originNotAllowed, .insecureURL: .badCommandLine
        case .noSession: .noSession
        case .sessionExpired: .sessionEnded
        // A place without metadata is no provider that refuses, whatever its 404 says.
        case .transport, .server, .backingOff, .unintelligible, .refused(_, .discovery): .networkOrServer
        case .refused, .signInDenied: .refusedByProvider
        case .notConfigured, .alreadyConfigured, .sessionChanged, .untrustworthy, .unsupported, .noUser,
            .authorizationResponseMismatch, .signInTimedOut, .store, .cancelled:
            .failed
        }
    }

    private static func advice(for error: SessionError) -> String? {
        switch error {
        case .noSession, .sessionExpired: "Sign in with: session-console login"
        case .signInTimedOut, .signInDenied: "Nobody was signed in by it; try again."
        case .transport(.tls, _): "If the server's certificate comes from a private authority, name it with --ca-file."
        case .transport(_, .discovery), .unintelligible(_, .discovery), .server(_, .discovery, _),
            .refused(_, .discovery):
            "Is --issuer an OpenID provider's issuer, and is it up? Its document is ISSUER/.well-known/openid-configuration."
        case .untrustworthy(_, .discovery): "Give --issuer exactly as the provider writes it: a trailing slash counts."
        case .transport, .server: "The session is kept; try again."
        case .backingOff(let delay): "The session is kept; try again in \(delay.inWords)."
        case .originNotAllowed: "If it may have the token, name it with --api."
        case .insecureURL: "Use https, or --allow-http if you know what reads along."
        case .store(.locked): "Another session-console holds it; try again."
        case .store(.lockFailed):
            "Nothing was spent or changed. Remove that file, or make it and its folder your own (chown); then try again."
        case .store(.unreadable): "Nothing was changed. Make that file your own (chown, chmod 600), or move it away."
        case .store(.unwritable): "Nothing was spent. Make room on the disk, or the folder writable, and try again."
        case .invalidConfiguration: "See: session-console --help"
        default: nil
        }
    }
}

extension String {
    /// The text with a capital letter first and a full stop last.
    var capitalizedSentence: String {
        guard let first else { return self }
        return first.uppercased() + dropFirst() + (hasSuffix(".") || hasSuffix("?") ? "" : ".")
    }
}
