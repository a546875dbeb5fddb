/// Why a provider could not be started or a switch failed.
package enum DemoProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Thrown when another program listens on the requested port.
    case portTaken(UInt16)
    /// Thrown when a server could not be started for another reason, with the server's error text.
    case notStarted(String)
    /// Thrown when a switch names a user that the provider doesn't have.
    case unknownUser(String)
    /// Thrown when a switch names a user code that isn't waiting for a decision.
    case unknownUserCode(String)
    /// Thrown when OpenSSL could not make a key or random bytes.
    case cryptographyFailed(String)

    package var description: String {
        switch self {
        case .portTaken(let port):
            "Port \(port) is taken by another program. Choose another port, or 0 for any free one."
        case .notStarted(let reason):
            "The demo provider could not start: \(reason)"
        case .unknownUser(let username):
            "There is no user “\(username)”. Use one of the users announced at start."
        case .unknownUserCode(let code):
            "No device sign-in waits for the code “\(code)”. Start one, and use its user_code before it expires."
        case .cryptographyFailed(let reason):
            "The demo provider could not make a key: \(reason)"
        }
    }
}
