package import FoundationEssentials
package import JOSE

extension DemoProvider {
    /// What a provider starts with; everything has a default.
    package struct Configuration: Sendable {
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

        /// The issuer's port; 0 takes any free one.
        package var port: UInt16 = 0
        /// The protected API's port; 0 takes any free one.
        ///
        /// A port of its own makes the API another origin.
        package var apiPort: UInt16 = 0
        package var accessTokenLifetime = Duration.seconds(60)
        package var refreshTokenLifetime = Duration.seconds(600)
        /// How long a refresh token that was just spent is good once more, for a client that lost the answer.
        ///
        /// Zero takes every second use for theft (RFC 9700 §4.14.2); others allow some seconds.
        package var refreshTokenLeeway = Duration.zero
        /// Whether access tokens are random strings instead of JWTs (RFC 9068).
        package var opaqueAccessTokens = false
        /// Whether tokens are bound to the key that their client proves to hold (DPoP, RFC 9449); `nil`: they are not.
        package var proofs: ProofPolicy?
        package var deviceCodeLifetime = Duration.seconds(300)
        /// How long a device must wait between two polls (RFC 8628 §3.5); zero never answers `slow_down`.
        package var deviceCodeInterval = Duration.seconds(5)
        /// Public keys by which the confidential client may authenticate (`private_key_jwt`, RFC 7523).
        package var clientKeys: [JWK] = []
        /// The wall clock, for tests; the machine's own by default.
        package var clock: @Sendable () -> Date = { Date() }
        package var users = [
            User(
                username: "alice", password: "wonderland", subject: "248289761001", name: "Alice Example",
                email: "alice@example.com"),
            User(
                username: "bob", password: "builder", subject: "248289761002", name: "Bob Example",
                email: "bob@example.com"),
        ]

        package init() {}
    }
}
