/// The names of the sign-in flows that come with the library: ``SignInFlow/name``, `--flow`, events and records.
package enum SignInFlowName: String, Sendable, Hashable, CaseIterable {
    case code
    case device
    case password
    case clientCredentials = "client-credentials"
    case jwtBearer = "jwt-bearer"
    case tokenExchange = "token-exchange"
    case `import`

    /// The flow as its RFC calls it.
    package var title: String {
        switch self {
        case .code: "authorization code"
        case .device: "device code"
        case .clientCredentials: "client credentials"
        case .jwtBearer: "JWT bearer"
        case .tokenExchange: "token exchange"
        case .password, .import: rawValue
        }
    }

    /// The title of a flow by its name; other programs' flows have none but their name.
    package static func title(of name: String) -> String {
        SignInFlowName(rawValue: name)?.title ?? name
    }
}
