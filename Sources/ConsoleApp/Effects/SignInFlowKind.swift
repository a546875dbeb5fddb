/// A way to sign in that the dialog offers.
package enum SignInFlowKind: String, Sendable, Hashable, CaseIterable {
    case browser, device, password, client
    case imported = "import"

    /// The key that chooses it.
    var letter: Character {
        switch self {
        case .browser: "b"
        case .device: "d"
        case .password: "p"
        case .client: "c"
        case .imported: "i"
        }
    }

    /// How the dialog names it.
    var title: String {
        switch self {
        case .browser: "Browser"
        case .device: "Device code"
        case .password: "Password"
        case .client: "Client credentials"
        case .imported: "Import"
        }
    }

    /// What it means for the person who chooses.
    var summary: String {
        switch self {
        case .browser: "opens the provider's sign-in page (authorization code, PKCE)"
        case .device: "a code and a QR code to use on a phone or another machine"
        case .password: "username and password, typed here (password grant)"
        case .client: "the client signs in as itself, without a user"
        case .imported: "tokens obtained elsewhere: the JSON of a token response"
        }
    }
}
