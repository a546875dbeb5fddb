/// A story as a file: steps that a session goes through, and what is expected of it.
package struct Scenario: Sendable, Hashable {
    /// What it is played on.
    package enum Stage: Sendable, Hashable {
        case demo(DemoStage)
        /// A profile of the user.
        case profile(String)
        /// Another program's session on the demo's provider.
        case client(ClientStage)
    }

    package var stage: Stage
    /// In the order of the file.
    package var steps: [ScenarioStep]

    package init(stage: Stage, steps: [ScenarioStep]) {
        (self.stage, self.steps) = (stage, steps)
    }
}

/// The demo's provider as a scenario sets it up; `nil` leaves what the demo has.
package struct DemoStage: Sendable, Hashable {
    package var accessTokenLifetime: Duration?
    package var refreshTokenLifetime: Duration?
    /// How long a spent refresh token is accepted once more.
    package var leeway: Duration?
    package var hasOpaqueTokens = false
    /// Whether the first poll of each device sign-in is answered `slow_down` (RFC 8628 §3.5).
    package var slowsDownDevices = false
    package var proof = Proof.none
    /// The path of the API whose URL is all that the console knows at first; `nil` where it knows the demo's client.
    package var resource: String?

    /// Whether tokens are bound to a key of the client (DPoP, RFC 9449).
    package enum Proof: String, Sendable, Hashable, CaseIterable {
        case none
        case dpop
        /// The provider and the API ask for a nonce as well (RFC 9449 §8 and §9).
        case dpopWithNonce = "dpop-nonce"
    }

    package init() {}
}
