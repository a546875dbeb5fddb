/// Something that is done only after a yes; every other key is a no.
enum Question: Sendable, Hashable {
    case signOut
    case forceSignOut
    case copyAccessToken

    var title: String {
        switch self {
        case .signOut: "Sign out?"
        case .forceSignOut: "Force sign-out?"
        case .copyAccessToken: "Copy the access token?"
        }
    }

    /// Further answers than yes: their keys and what they mean.
    var otherAnswers: [(key: Character, meaning: String)] {
        switch self {
        case .signOut: [("b", "yes, in the browser too")]
        case .forceSignOut, .copyAccessToken: []
        }
    }

    var text: String {
        switch self {
        case .signOut:
            "Deletes the tokens here and tells the provider to revoke them. With b the browser ends the provider's own "
                + "session too."
        case .forceSignOut:
            "Deletes the tokens here, whether or not the provider can be told."
        case .copyAccessToken:
            "The token itself goes to the clipboard: whoever has it can act as you until it expires."
        }
    }
}
