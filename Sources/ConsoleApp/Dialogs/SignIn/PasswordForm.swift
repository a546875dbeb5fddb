import TerminalUI

/// Username and password, and which of them is being typed.
struct PasswordForm: Sendable {
    var username: TextField
    var password = TextField(kind: .secret)
    var isAtPassword: Bool

    /// A known user name leaves the password to be typed.
    init(username: String) {
        self.username = TextField(username)
        isAtPassword = !username.isEmpty
    }

    mutating func type(_ key: Key) {
        _ = isAtPassword ? password.handle(key) : username.handle(key)
    }
}
