package import SessionCore

/// What a person can do about an error.
package enum NextStep: Sendable, Hashable {
    case signIn
    case signInAgain
    case tryAgain
    case tryAgainLater(Duration)
    case checkNetwork
    case checkCertificate
    case checkConfiguration
    case checkExchange
    case none

    package init(after error: SessionError) {
        switch error {
        case .noSession: self = .signIn
        case .sessionExpired, .signInDenied, .signInTimedOut, .authorizationResponseMismatch: self = .signInAgain
        case .transport(.tls, _): self = .checkCertificate
        case .transport(.couldNotResolve, _), .transport(.couldNotConnect, _): self = .checkNetwork
        case .transport(.tooLarge, _), .transport(.redirectRefused, _), .transport(.invalidRequest, _): self = .none
        case .transport: self = .tryAgain
        case .server(_, _, let delay): self = delay.map { .tryAgainLater($0) } ?? .tryAgain
        case .backingOff(let delay): self = .tryAgainLater(delay)
        case .refused(let error, .token) where error.code == "invalid_grant": self = .signInAgain
        case .invalidConfiguration, .refused, .unsupported, .originNotAllowed, .insecureURL, .unintelligible:
            self = .checkConfiguration
        case .untrustworthy: self = .checkExchange
        case .sessionChanged, .store: self = .tryAgain
        case .notConfigured, .alreadyConfigured, .noUser, .cancelled: self = .none
        }
    }

    /// In the words of the console, with its keys.
    var consoleText: String? {
        switch self {
        case .signIn: "press l to sign in"
        case .signInAgain: "press l to sign in again"
        case .tryAgain: "the session is kept; try again"
        case .tryAgainLater(let delay): "the session is kept; try again in \(delay.inWords)"
        case .checkNetwork: "the session is kept; check the address and the network"
        case .checkCertificate: "the session is kept; check the certificate, or name its CA with --ca-file"
        case .checkConfiguration: "check the profile against what the provider offers"
        case .checkExchange: "open the exchange in Events, and check issuer and clock"
        case .none: nil
        }
    }
}
