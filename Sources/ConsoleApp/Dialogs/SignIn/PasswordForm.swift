import TerminalUI

/// The fields for username and password, and which of them has the cursor.
struct PasswordForm: Sendable {
    var username: TextField
    var password = TextField(kind: .secret)
    var isAtPassword: Bool

    /// With a known user name the cursor starts in the password.
    init(username: String) {
        self.username = TextField(username)
        isAtPassword = !username.isEmpty
    }

    mutating func type(_ key: Key) {
        _ = isAtPassword ? password.handle(key) : username.handle(key)
    }
}
