import Relay
import SessionCore

extension LocalAnswer {
    /// What a program is answered whose request got no token, or none that is of use.
    init(_ error: SessionError, login: String) {
        let reason = error.description.split(whereSeparator: \.isNewline).joined(separator: " ")
        switch error {
        case .noSession, .sessionExpired, .sessionChanged:
            // RFC 6750 §3.1: the program's own way to sign in, where it has one, begins with this.
            self.init(
                401, "\(reason); sign in with: \(login)",
                fields: [("WWW-Authenticate", "Bearer realm=\"session-console\", error=\"invalid_token\"")])
        case .backingOff(let delay, _):
            self.init(503, reason, fields: [("Retry-After", "\(max(1, delay.components.seconds))")])
        case .originNotAllowed, .insecureURL, .relativeURL:
            self.init(403, reason)
        case .cancelled:
            self.init(503, "the proxy is ending")
        default:
            self.init(502, reason)
        }
    }
}

extension LocalAnswer {
    /// gRPC is HTTP/2 alone; every other client can do without.
    static let toHTTP2 = LocalAnswer(
        505,
        "HTTP/2 is not spoken here: set the client to HTTP/1.1; a gRPC client gets a token by 'session-console exec'")
}
