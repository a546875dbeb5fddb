import CurlTransport
import JOSE
import SessionCore

/// What a provider says it can do, in the words of the flows and safeguards that this program knows.
struct ProviderOffers: Sendable {
    let metadata: ProviderMetadata

    /// Asks the provider's discovery document.
    ///
    /// Throws ``CommandFailure`` where it can't be had or can't be trusted, with what to look at.
    static func ask(_ settings: ProviderSettings) async throws(CommandFailure) -> ProviderOffers {
        do {
            try settings.client.validate()
            let directory = ProviderDirectory(configuration: settings.client)
            let channel = Channel(withoutSession: CurlTransport(settings.transport))
            return ProviderOffers(
                metadata: try await directory.metadata(with: ProviderEndpoint.unknownToOpenID, over: channel))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The ways to sign in that it offers.
    var flows: [String] {
        // What this client can do is another question than what the provider has.
        let client = ClientConfiguration(issuer: metadata.issuer, clientID: "", authentication: .mutualTLS)
        return SignInFlowName.allCases.filter { $0 != .import && $0.obstacle(in: metadata, for: client) == nil }
            .map(\.rawValue)
    }

    /// A line for each thing worth knowing before the first sign-in.
    var lines: [String] {
        guard metadata.isDiscovered else {
            return ["\(metadata.issuer) publishes no metadata: what is configured is all that is known."]
        }
        return [
            "sign in with  \(flows.isEmpty ? "nothing that this program knows" : flows.joined(separator: ", "))",
            "PKCE          \(pkce)",
            "refresh       \(refresh)",
            "revocation    \(offered(.revocation, "tokens are revoked on logout", "not listed: a logout only forgets them here"))",
            "device code   \(offered(.deviceAuthorization, "yes"))",
            "PAR           \(pushed)",
            "DPoP          \(proofs)",
            "userinfo      \(offered(.userInfo, "yes"))",
            "algorithms    \(metadata.idTokenAlgorithms?.joined(separator: ", ") ?? "not listed")",
            "client auth   \(metadata.clientAuthenticationMethods?.joined(separator: ", ") ?? "not listed (basic)")",
            "scopes        \(metadata.scopes?.joined(separator: " ") ?? "not listed")",
        ]
    }

    /// A provider may offer what its metadata does not mention.
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
        if metadata.requiresPushedAuthorization { return "required, and done" }
        return offered(.pushedAuthorization, "offered")
    }

    private var proofs: String {
        guard let algorithms = metadata.proofAlgorithms, !algorithms.isEmpty else { return Self.notListed }
        return "offered (\(algorithms.joined(separator: ", "))); bind tokens with --dpop-key"
    }

    var json: JSONValue {
        [
            "issuer": .string(metadata.issuer),
            "discovered": .bool(metadata.isDiscovered),
            "flows": .list(flows),
            "endpoints": .object(
                JSONObject(
                    ProviderEndpoint.allCases.compactMap { endpoint in
                        metadata.endpoints[endpoint].map { (endpoint.rawValue, .string($0)) }
                    })),
            "code_challenge_methods": .list(metadata.codeChallengeMethods),
            "grant_types": .list(metadata.grantTypes),
            "client_authentication_methods": .list(metadata.clientAuthenticationMethods),
            "id_token_algorithms": .list(metadata.idTokenAlgorithms),
            "dpop_algorithms": .list(metadata.proofAlgorithms),
            "requires_pushed_authorization": .bool(metadata.requiresPushedAuthorization),
            "scopes": .list(metadata.scopes),
        ]
    }
}

extension Channel {
    /// A channel for what concerns no session: nobody is told of it.
    init(withoutSession transport: any HTTPTransport) {
        let clock = SystemClock()
        self.init(
            transport: transport, clock: clock, randomness: SystemRandomness(),
            scope: EventScope(journal: EventJournal(clock: clock), generation: 0))
    }
}
