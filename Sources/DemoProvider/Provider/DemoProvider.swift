import FoundationEssentials
import HTTPServer
import JOSE
import Synchronization

/// An OpenID provider and a small protected API on 127.0.0.1, with a switch for every fault.
///
/// All state is in memory and in this actor. The API has a port of its own, so that its origin differs from the
/// issuer's. A provider that is released without `stop()` frees its ports by itself.
package actor DemoProvider {
    nonisolated let configuration: Configuration
    /// The issuer identifier, `http://127.0.0.1:PORT`.
    package nonisolated let issuer: String
    /// The base URL of the protected API.
    package nonisolated let api: String
    /// The unguessable base URL of the switches.
    package nonisolated let control: String
    nonisolated let publicClient: Client
    nonisolated let confidentialClient: Client
    /// Registers clients where the policy wants a token.
    package nonisolated let initialAccessToken: String
    var registrationPolicy = RegistrationPolicy.open
    var registrations = ClientRegistrations()
    let controlPath: String
    private let servers: [HTTPServer]

    var clock: ProviderClock
    var accessTokenLifetime: Duration
    /// What it was before it was made short; `nil` while it is not.
    var lifetimeBefore: Duration?
    var refreshTokenLifetime: Duration
    var keys = SigningKeys()
    var sessions = Sessions()
    var browserSessions = BrowserSessions()
    var interactions = Interactions()
    var pushedRequests = PushedRequests()
    var codes = AuthorizationCodes()
    var usedAssertions = UsedIdentifiers()
    var usedProofs = UsedIdentifiers()
    var proofNonces: ProofNonces
    var devices = DeviceAuthorizations()
    var accessTokens = AccessTokens()
    var refreshTokens: RefreshTokens
    var nextRefresh = RefreshSurprise()
    /// The names of the switches that changed the answer of the token endpoint that is being made.
    var strikes: [String] = []
    var idTokenFlaw: IDTokenFlaw?
    var tokenStyle = TokenStyle()
    /// The members that are missing in the document of OpenID Connect Discovery, but not in that of RFC 8414.
    var membersLeftOut: Set<String> = []
    /// What is wrong on the way from the API's URL to the first call.
    var chainFlaws: Set<ChainFlaw> = []
    /// What is wrong with grants.
    var grantFlaws: Set<GrantFlaw> = []
    var faults = Faults()
    /// The slow answers that are waiting now.
    var pauses: [Int: Task<Void, Never>] = [:]
    var lastPause = 0
    package internal(set) var statistics = Statistics()
    var journal = RequestJournal()

    /// Binds both ports and serves at once.
    package static func start(
        _ configuration: Configuration = Configuration()
    ) async throws(DemoProviderError) -> DemoProvider {
        let entrance = Entrance()
        let issuer = try listen(on: configuration.port) { await entrance.provider?.answerAsIssuer($0) }
        let api = try listen(on: configuration.apiPort) { await entrance.provider?.answerAsAPI($0) }
        let provider: DemoProvider
        do {
            provider = try DemoProvider(configuration, issuer: issuer, api: api)
        } catch {
            throw .cryptographyFailed(String(describing: error))
        }
        entrance.provider = provider
        return provider
    }

    private init(_ configuration: Configuration, issuer: HTTPServer, api: HTTPServer) throws(JOSEError) {
        self.configuration = configuration
        self.issuer = issuer.origin
        self.api = api.origin
        servers = [issuer, api]
        controlPath = "/control/\(try RandomText.token())"
        control = issuer.origin + controlPath
        let secret = try RandomText.token()
        publicClient = .publicClient(secret: secret, logoutURI: configuration.logoutURI)
        confidentialClient = .confidentialClient(
            secret: secret, keys: configuration.clientKeys, logoutURI: configuration.logoutURI)
        initialAccessToken = try RandomText.token()
        clock = ProviderClock(base: configuration.clock)
        accessTokenLifetime = configuration.accessTokenLifetime
        refreshTokenLifetime = configuration.refreshTokenLifetime
        refreshTokens = RefreshTokens(leeway: configuration.refreshTokenLeeway)
        proofNonces = try ProofNonces()
    }

    /// Frees both ports and closes every connection, hung ones too.
    package func stop() async {
        for server in servers { await server.stop() }
    }

    private static func listen(
        on port: UInt16, _ answer: @escaping @Sendable (ServerRequest) async -> ServerResponse?
    ) throws(DemoProviderError) -> HTTPServer {
        do throws(HTTPServerError) {
            return try HTTPServer.start(port: port) { request in
                await answer(request) ?? ServerResponse(status: 503)
            }
        } catch .portTaken(let port) {
            throw .portTaken(port)
        } catch {
            throw .notStarted(error.description)
        }
    }
}

/// Passes requests to the provider.
///
/// The servers must exist before the provider, which needs their ports, so they call this object. Its reference is weak
/// because the provider owns the servers.
private final class Entrance: Sendable {
    private struct Reference {
        weak var provider: DemoProvider?
    }

    private let reference = Mutex(Reference())

    var provider: DemoProvider? {
        get { reference.withLock { $0.provider } }
        set { reference.withLock { $0.provider = newValue } }
    }
}
