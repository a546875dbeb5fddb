package import Relay

/// Why the proxy lets a request not pass.
package enum ProxyRefusal: Error, Sendable, Equatable {
    /// `CONNECT`: tunnels carry no token.
    case tunnel
    /// A target that is no plain path.
    case target
    /// A field over several lines, which servers read differently (RFC 9112 §5.2).
    case folded
    /// A page of a browser sent it.
    case browser
    /// `Host` names something else.
    case host
    /// The path does not begin with a key.
    case key
    /// `--only` doesn't name it.
    case notOnly(method: String)
    /// The user has cut off who sent it.
    case cutOff
    /// The user has cut off the proxy itself.
    case proxyCutOff
    /// Nobody knows who sent it, and it may be one that was cut off.
    case unknownCaller
    /// Who sent it is neither the command that is served, nor was started by it.
    case stranger

    package var answer: LocalAnswer {
        switch self {
        case .tunnel: LocalAnswer(501, "tunnels are not offered: use the address that the proxy printed")
        case .target: LocalAnswer(400, "the target must be a plain path")
        case .folded: LocalAnswer(400, "a header field goes on in another line")
        case .browser: LocalAnswer(403, "pages of a browser may not use this proxy")
        case .host: LocalAnswer(421, "this is a proxy for other hosts")
        case .key: LocalAnswer(404, "the path must begin with the key that the proxy printed")
        case .stranger: LocalAnswer(403, "this proxy serves one command and what that starts")
        case .cutOff: LocalAnswer(403, "this program was cut off from the session")
        case .proxyCutOff: LocalAnswer(403, "this proxy was cut off from the session")
        case .unknownCaller:
            LocalAnswer(403, "a program was cut off, and the system does not say which one sends this")
        case .notOnly(let method): LocalAnswer(403, "--only does not let this \(method) pass")
        }
    }
}
