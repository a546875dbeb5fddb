import ConsoleApp
import SessionCore

/// The situation in which a command failed: the session's state, and how to call the program for it.
struct Situation: Sendable {
    /// The command's name; `nil` if it failed before the command was known.
    var command: String?
    var call = ProgramCall()
    /// The program of the credential helper that stores the session, if one does.
    var helper: String?
    /// The flow that the session began by; `nil` where that is not known.
    var flow: String?
    /// Whether the user is still signed in after the failure.
    var isSignedIn = false
    /// Whether it was a sign-in with a browser that failed.
    var isOfBrowser = false
    /// Whether the client has a key to bind tokens to.
    var hasProofKey = false
    /// Whether the token endpoint was asked for something else than a refresh of the session.
    var isTokenExchange = false
}

extension CommandFailure {
    /// Makes the exit status, message and advice of a session's error.
    init(_ error: SessionError, in situation: Situation = Situation()) {
        var message = error.description.inProfileTerms.capitalizedSentence
        // A setting is called by its key in profiles.
        if case .invalidConfiguration(let setting, let reason) = error {
            message = "\(setting.profileKey): \(reason.inProfileTerms.asClause)."
        }
        self.init(Self.status(of: error), message, advice: Self.advice(for: error, in: situation))
    }

    private static func status(of error: SessionError) -> ExitStatus {
        switch error {
        case .invalidConfiguration, .originNotAllowed, .relativeURL, .insecureURL: .badCommandLine
        case .noSession: .noSession
        case .sessionExpired: .sessionEnded
        // A 404 for metadata means a wrong address, not a provider's refusal.
        case .server(_, .discovery, _, _), .refused(_, .discovery): .networkOrServer
        case .transport(.outOfResources, _), .transport(.notTaken, _): .failed
        case .transport, .backingOff, .unintelligible: .networkOrServer
        case .server: error.isRefusal ? .refusedByProvider : .networkOrServer
        case .refused, .signInDenied: .refusedByProvider
        case .notConfigured, .alreadyConfigured, .sessionChanged, .untrustworthy, .unsupported, .noUser,
            .authorizationResponseMismatch, .signInTimedOut, .store, .cancelled:
            .failed
        }
    }

    private static func advice(for error: SessionError, in situation: Situation) -> String? {
        switch error {
        case .noSession, .sessionExpired: return "Sign in with: \(situation.login)"
        case .signInDenied(let refusal), .refused(let refusal, _):
            // A refused refresh says how to sign in again, whatever the reason.
            let isOfRefresh = situation.command != "login" && situation.isOfRefusedRefresh(error)
            if let advice = advice(after: refusal, ofRefresh: isOfRefresh, in: situation) { return advice }
        default: break
        }
        switch error {
        case .signInTimedOut where situation.isOfBrowser:
            return situation.kept("If the browser showed an error from the provider, \(SignInAdvice.compare).")
        case .signInTimedOut, .signInDenied:
            return (situation.isSignedIn ? "The session is kept" : "You stay signed out") + "; try again."
        case _ where situation.isOfRefusedRefresh(error):
            return situation.adviceAfterRefusedRefresh(error)
        case .transport(.tls(let fault, _), _): return situation.kept(fault.advice.capitalizedSentence)
        case .transport(.proxyRefused(status: 407), _):
            return situation.kept("Give both with: --proxy http://USER:PASSWORD@HOST:PORT")
        case .transport(.proxyRefused, _): return situation.kept("Ask the proxy's operator, or check --proxy.")
        case .transport(.outOfResources, _):
            return situation.kept("Raise the open-file limit (ulimit -n), or send fewer at once.")
        case .server(_, _, let delay?, _): return situation.kept("Try again in \(delay.inWords).")
        case .server(_, let purpose, _, _) where error.isOfWrongAddress && purpose != .discovery:
            return situation.kept("Is the endpoint's address right? --endpoint NAME=URL gives another.")
        case .transport(_, let purpose), .unintelligible(_, let purpose), .server(_, let purpose, _, _):
            return situation.advice(afterFailureOf: purpose, isRefusal: error.isRefusal)
        case .refused(_, .discovery): return situation.advice(afterFailureOf: .discovery, isRefusal: false)
        case .refused(_, .introspection):
            return situation.kept("Many providers answer only confidential clients: see --client-secret-file.")
        case .refused(let error, _) where ["invalid_client", "unauthorized_client"].contains(error.code):
            return situation.kept("Check --client-id, --client-auth and --client-secret-file.")
        case .refused: return situation.isSignedIn ? "The session is kept." : nil
        case .untrustworthy(_, .discovery):
            return "Give --issuer exactly as the provider writes it."
        case .untrustworthy: return situation.kept("--verbose shows the exchange; check --issuer and the clock.")
        case .backingOff(let delay, _): return situation.kept("Try again in \(delay.inWords).")
        case .originNotAllowed: return "If it may receive the token, add it with --api."
        case .insecureURL: return "Use https, or --allow-http if nobody can read the network traffic."
        case .store(.locked): return "Another session-console has locked it; try again."
        case .store(.lockFailed):
            return "No token was spent. Remove that file, or make it and its folder your own (chown); then "
                + "try again."
        case .store(.noLocks):
            return "No token was spent. Name a folder on another file system with XDG_STATE_HOME, or use "
                + "--store memory or --store helper:NAME."
        case .store(.unreadable):
            if let helper = situation.helper { return "Nothing was changed. Test the helper: \(helper) list" }
            return "Nothing was changed. Make that file your own (chown, chmod 600), or move it away."
        case .store(.unwritable):
            return "No token was spent. Free space on the disk, or make the folder writable, and try again."
        case .invalidConfiguration: return "See: \(ProgramCall.line("--help"))"
        default: return nil
        }
    }
}

extension CommandFailure {
    /// What helps against a refusal that an option answers.
    private static func advice(
        after refusal: OAuthError, ofRefresh isOfRefresh: Bool, in situation: Situation
    ) -> String? {
        if refusal.asksForProof, !situation.hasProofKey {
            return situation.kept("The provider binds tokens to a key (RFC 9449): name one with --dpop-key.")
        }
        if refusal.code == "invalid_scope", !isOfRefresh {
            return situation.kept("Ask for another scope with --scope.")
        }
        return nil
    }
}

extension Situation {
    /// The advice, after the remark that the session is kept, if there is one.
    fileprivate func kept(_ advice: String) -> String {
        (isSignedIn ? "The session is kept. " : "") + advice
    }

    /// Whether the provider refused to refresh the session's tokens.
    fileprivate func isOfRefusedRefresh(_ error: SessionError) -> Bool {
        isSignedIn && error.refusesRefresh && !isTokenExchange
    }

    /// The command line that signs in again.
    fileprivate var login: String { call.login(by: flow) }

    /// The advice after a refusal of the refresh token, which a new sign-in mends in the end.
    fileprivate func adviceAfterRefusedRefresh(_ error: SessionError) -> String {
        guard command != "login" else { return kept("Try again.") }
        switch error {
        case .refused(let error, _) where ["invalid_client", "unauthorized_client"].contains(error.code):
            return kept("Check --client-id, --client-auth and --client-secret-file, or sign in again with: \(login)")
        case .backingOff(let delay, _), .server(_, _, let delay?, _):
            return kept("Try again in \(delay.inWords), or sign in again with: \(login)")
        default: return kept("Sign in again with: \(login)")
        }
    }

    /// The advice after an error of the network or a server, or a refusal without a reason.
    fileprivate func advice(afterFailureOf purpose: SessionError.Purpose, isRefusal: Bool) -> String {
        if isSignedIn {
            let need = purpose == .request ? "" : "\(command.map { "'\($0)'" } ?? "This") needs the provider. "
            return need + "The session is kept; try again."
        }
        switch purpose {
        case .discovery:
            return "Is --issuer an OpenID provider's issuer, and is it up? Its document is "
                + "ISSUER/.well-known/openid-configuration."
        case .request: return "Try again."
        case _ where command == "login":
            return isRefusal
                ? "You stay signed out: check the user, --client-id and --client-auth."
                : "You stay signed out; try again."
        default: return "Try again."
        }
    }
}

extension SessionError {
    /// Whether it is a refusal that gives no reason.
    fileprivate var isRefusal: Bool {
        guard case .server(let status, _, _, _) = self else { return false }
        return StatusMeaning(status) == .refusal
    }
}

extension String {
    /// The text with a capital letter first and a full stop last.
    var capitalizedSentence: String {
        guard let first else { return self }
        return first.uppercased() + dropFirst() + ([".", "?", "!", "…"].contains { hasSuffix($0) } ? "" : ".")
    }
}
