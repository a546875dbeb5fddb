import ConsoleFaults
import ConsoleKit
import FoundationEssentials
package import SessionCore

/// What the user can do about an error.
package enum NextStep: Sendable, Hashable {
    case signIn
    case signInAgain
    case tryAgain
    case tryAgainLater(Duration)
    case checkNetwork
    /// The proxy asks for a user name and a password.
    case nameProxyUser
    case checkCertificate(TransportError.TLSFault)
    case raiseLimits
    case checkConfiguration
    case checkExchange
    /// The provider binds tokens to a key.
    case giveProofKey
    /// The token endpoint refused: to a session's refresh a sign-in helps, to a sign-in only another configuration.
    case signInOrCheckConfiguration
    /// The token goes to no other origin than the APIs'.
    case sendWithoutToken
    /// The answer is too large for memory.
    case saveToFile
    case none

    package init(after error: SessionError) {
        switch error {
        case .noSession: self = .signIn
        case .refused(let error, _) where error.asksForProof: self = .giveProofKey
        case .sessionExpired, .signInDenied, .signInTimedOut, .authorizationResponseMismatch: self = .signInAgain
        case .transport(.tls(let fault, _), _): self = .checkCertificate(fault)
        case .transport(.outOfResources, _): self = .raiseLimits
        case .transport(.proxyRefused(status: 407), _): self = .nameProxyUser
        case .transport(.couldNotResolve, _), .transport(.couldNotConnect, _), .transport(.proxyRefused, _):
            self = .checkNetwork
        case .transport(.tooLarge, _): self = .saveToFile
        case .transport(.redirectRefused, _), .transport(.invalidRequest, _): self = .none
        case .transport: self = .tryAgain
        case .refused(let error, .token) where error.code == "invalid_grant": self = .signInAgain
        case _ where error.refusesRefresh: self = .signInOrCheckConfiguration
        case .server(_, _, let delay?, _): self = .tryAgainLater(delay)
        case .server where error.isOfWrongAddress: self = .checkConfiguration
        case .server: self = .tryAgain
        case .backingOff(let delay, _): self = .tryAgainLater(delay)
        case .invalidConfiguration, .refused, .unsupported, .relativeURL, .insecureURL, .unintelligible:
            self = .checkConfiguration
        case .originNotAllowed: self = .sendWithoutToken
        case .untrustworthy: self = .checkExchange
        case .sessionChanged, .store: self = .tryAgain
        case .notConfigured, .alreadyConfigured, .noUser, .cancelled: self = .none
        }
    }

    /// Creates the step after an error of a message that faults struck: nothing is wrong with profile, network or
    /// provider then.
    init(after error: SessionError, struckBy faults: [LabFault]) {
        let step = NextStep(after: error)
        // Only a sign-in brings another one.
        if faults == [.droppedRefreshToken] {
            self = .signInAgain
            return
        }
        switch step {
        case .checkNetwork, .nameProxyUser, .checkCertificate, .checkConfiguration, .checkExchange,
            .signInOrCheckConfiguration:
            self = faults.isEmpty ? step : .tryAgain
        case .signIn, .signInAgain, .tryAgain, .tryAgainLater, .raiseLimits, .giveProofKey, .sendWithoutToken,
            .saveToFile, .none:
            self = step
        }
    }

    /// The advice in the console, with its keys.
    package func consoleText(isSignedIn: Bool) -> String? {
        switch self {
        case .signIn: return "press \(ShellAction.signIn.letter) to sign in"
        case .signInAgain: return "press \(ShellAction.signIn.letter) to sign in again"
        // Their reasons are long, and have to fit into a notice at 80 columns.
        case .checkConfiguration: return "compare the profile with what the provider offers"
        case .giveProofKey: return "the provider binds tokens to a key: restart with --dpop-key FILE"
        case .signInOrCheckConfiguration:
            return isSignedIn
                ? kept(true, "press \(ShellAction.signIn.letter) to sign in again, or check the profile")
                : NextStep.checkConfiguration.consoleText(isSignedIn: false)
        case .checkExchange: return "check issuer, clock and the exchange in Events"
        case .sendWithoutToken:
            let key = Binding.switchAuthorization.letter
            return "press \(key) until Token is \"never sent\"; or name this origin as an API, with --api"
        case .saveToFile: return "'session-console request URL >FILE' accepts an answer of any size"
        case .raiseLimits: return "raise the open-file limit (ulimit -n), or send fewer at once"
        case .none: return nil
        case .tryAgain: return kept(isSignedIn, "try again")
        case .tryAgainLater(let delay): return kept(isSignedIn, "try again in \(delay.asWait)")
        case .nameProxyUser: return kept(isSignedIn, "give both with --proxy http://USER:PASSWORD@HOST:PORT")
        case .checkNetwork: return kept(isSignedIn, "check the address and the network")
        case .checkCertificate(let fault): return kept(isSignedIn, fault.advice)
        }
    }

    /// The step in a text that stays: a moment to wait for is named, and not how long that is from when it failed.
    func consoleText(isSignedIn: Bool, in time: TimeText, since failure: Date) -> String? {
        guard let end = end(since: failure) else { return consoleText(isSignedIn: isSignedIn) }
        return kept(isSignedIn, end > time.now ? "try again at \(time.clock(end))" : "try again")
    }

    /// When it may be tried again, in whole seconds; `nil` where there is nothing to wait for.
    func end(since failure: Date) -> Date? {
        guard case .tryAgainLater(let delay) = self else { return nil }
        return Date(timeIntervalSince1970: (failure.timeIntervalSince1970 + delay / .seconds(1)).rounded(.up))
    }

    private func kept(_ isSignedIn: Bool, _ advice: String) -> String {
        (isSignedIn ? "the session is kept; " : "") + advice
    }
}

extension TransportError.TLSFault {
    /// What to check, as a clause.
    package var advice: String {
        switch self {
        case .wrongName: "the certificate is for another name: is the host in the URL the right one?"
        case .expired: "the server needs a new certificate, unless this machine's clock is wrong"
        case .notYetValid: "the certificate is not valid yet: is this machine's clock right?"
        case .untrustedIssuer: "if the certificate comes from a private authority, name it with --ca-file"
        case .pinMismatch:
            "the server's key is not the one of --pin: ask its operator for the new pin before trusting it"
        case .other: "does a server speak TLS at that port, and does it ask for a client certificate (--cert)?"
        }
    }
}
