package import SessionCore

/// How a person chose to sign in, with what they typed.
package enum SignInChoice: Sendable, Hashable {
    case browser
    case device
    case password(username: String, password: Secret)
    case client
    /// The JSON of a token response.
    case imported(Secret)

    package var flow: SignInFlowKind {
        switch self {
        case .browser: .browser
        case .device: .device
        case .password: .password
        case .client: .client
        case .imported: .imported
        }
    }
}
