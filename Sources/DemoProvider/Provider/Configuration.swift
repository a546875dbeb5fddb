package import FoundationEssentials
package import JOSE

extension DemoProvider {
    /// A provider's configuration; every value has a default.
    package struct Configuration: Sendable {
        /// The issuer's port; 0 means any free one.
        package var port: UInt16 = 0
        /// The protected API's port; 0 means any free one.
        ///
        /// It differs from the issuer's, so that the API is another origin.
        package var apiPort: UInt16 = 0
        package var accessTokenLifetime = Duration.seconds(60)
        package var refreshTokenLifetime = Duration.seconds(600)
        /// How long what a user allows lasts, which token answers then say together with the refresh token's timeout
        /// (draft-ietf-oauth-refresh-token-expiration); `nil` has no end and says nothing.
        package var grantLifetime: Duration?
        /// How long a spent refresh token is accepted once more, for a client that has lost the answer.
        ///
        /// With zero every second use counts as theft (RFC 9700 §4.14.2); some providers allow a few seconds.
        package var refreshTokenLeeway = Duration.zero
        /// How long the API still takes an access token that has ended (RFC 7519 §4.1.4).
        package var accessTokenLeeway = Duration.zero
        /// Whether access tokens are random strings instead of JWTs (RFC 9068).
        package var opaqueAccessTokens = false
        /// The policy for tokens bound to a client's key (DPoP, RFC 9449); `nil` for bearer tokens.
        package var proofs: ProofPolicy?
        package var deviceCodeLifetime = Duration.seconds(300)
        /// How long a device must wait between two polls (RFC 8628 §3.5); zero never answers `slow_down`.
        package var deviceCodeInterval = Duration.seconds(5)
        /// Whether the first poll of each device is answered `slow_down`, though it did not come too soon.
        package var slowsDownDevices = false
        /// The public keys with which the confidential client may authenticate (`private_key_jwt`, RFC 7523).
        package var clientKeys: [JWK] = []
        /// Where the announced clients receive logout tokens (`backchannel_logout_uri`); `nil` for nowhere.
        package var logoutURI: String?
        /// Posts a form to a client's URL: the provider itself sends no requests.
        package var deliver: @Sendable (_ url: String, _ form: String) async -> Void = { _, _ in }
        /// Sees all requests of clients.
        package var witness: (any RequestWitness)?
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
