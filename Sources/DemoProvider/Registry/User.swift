/// A person who can sign in at the provider.
package struct User: Sendable, Hashable {
    package var username: String
    package var password: String
    /// The `sub` claim.
    package var subject: String
    package var name: String
    package var email: String

    package init(username: String, password: String, subject: String, name: String, email: String) {
        self.username = username
        self.password = password
        self.subject = subject
        self.name = name
        self.email = email
    }
}
