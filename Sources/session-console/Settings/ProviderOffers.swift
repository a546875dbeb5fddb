import SessionCore

/// What a provider offers, by its metadata: flows, safeguards and algorithms that this program knows.
struct ProviderOffers: Sendable {
    let metadata: ProviderMetadata

    /// Reads the provider's discovery document.
    ///
    /// Throws ``CommandFailure``, with advice, if it can't be read or trusted.
    static func ask(
        _ settings: ProviderSettings, over channel: Channel
    ) async throws(CommandFailure) -> ProviderOffers {
        do {
            try settings.client.validate()
            let directory = ProviderDirectory(configuration: settings.client)
            return ProviderOffers(
                metadata: try await directory.metadata(with: ProviderEndpoint.unknownToOpenID, over: channel))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The sign-in flows that it offers.
    var flows: [String] {
        // Whether this client may use a flow does not matter here, only what the provider offers.
        let client = ClientConfiguration(issuer: metadata.issuer, clientID: "", authentication: .mutualTLS)
        return SignInFlowName.allCases.filter { $0 != .import && $0.obstacle(in: metadata, for: client) == nil }
            .map(\.rawValue)
    }

    /// A line for each thing worth knowing before the first sign-in.
    var lines: [String] {
        guard metadata.isDiscovered else {
            return ["\(metadata.issuer) publishes no metadata; only the configured endpoints are known."]
        }
        return [
            "sign in with  \(flows.isEmpty ? "no flow that this program knows" : flows.joined(separator: ", "))",
            "PKCE          \(pkce)",
            "refresh       \(refresh)",
            "revocation    "
                + offered(
                    .revocation, "tokens are revoked at logout", "not listed: a logout only deletes them here"),
            "device code   \(offered(.deviceAuthorization, "yes"))",
            "PAR           \(pushed)",
            "DPoP          \(proofs)",
            "userinfo      \(offered(.userInfo, "yes"))",
            "algorithms    \(metadata.idTokenAlgorithms?.joined(separator: ", ") ?? "not listed")",
            "client auth   \(metadata.clientAuthenticationMethods?.joined(separator: ", ") ?? "not listed (basic)")",
            "scopes        \(metadata.scopes?.joined(separator: " ") ?? "not listed")",
        ]
    }

    /// A provider may offer features that its metadata doesn't list.
    private static let notListed = "not listed"

    private func offered(_ endpoint: ProviderEndpoint, _ yes: String, _ no: String = Self.notListed) -> String {
        metadata.endpoints[endpoint] == nil ? no : yes
    }

    private var pkce: String {
        guard let methods = metadata.codeChallengeMethods else { return "not listed; S256 is sent anyway" }
        return methods.contains("S256") ? "S256" : "without S256 (\(methods.joined(separator: ", ")))"
    }

    private var refresh: String {
        guard let grants = metadata.grantTypes else { return "not listed" }
        return grants.contains("refresh_token")
            ? "yes" : "not listed: a session may last only as long as its access token"
    }

    private var pushed: String {
        if metadata.requiresPushedAuthorization { return "required, and used" }
        return offered(.pushedAuthorization, "offered")
    }

    private var proofs: String {
        guard let algorithms = metadata.proofAlgorithms, !algorithms.isEmpty else { return Self.notListed }
        return "offered (\(algorithms.joined(separator: ", "))); bind tokens with --dpop-key"
    }
}
