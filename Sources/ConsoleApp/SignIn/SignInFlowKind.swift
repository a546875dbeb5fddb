/// A way to sign in that the dialog offers.
package enum SignInFlowKind: String, Sendable, Hashable, CaseIterable {
    case browser, device, password

    /// The key that chooses it.
    var letter: Character {
        switch self {
        case .browser: "b"
        case .device: "d"
        case .password: "p"
        }
    }

    /// How the dialog names it.
    var title: String {
        switch self {
        case .browser: "Browser"
        case .device: "Device code"
        case .password: "Password"
        }
    }

    /// What it means for the person who chooses.
    var summary: String {
        switch self {
        case .browser: "opens the provider's sign-in page (authorization code, PKCE)"
        case .device: "a code and a QR code to use on a phone or another machine"
        case .password: "username and password, typed here (password grant)"
        }
    }
}
