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
    /// The issuer identifier, `http://127.0.0.1:PORT` until ``move()``.
    package nonisolated var issuer: String { place.withLock(\.self) }
    private nonisolated let place: Mutex<String>
    /// The base URL of the protected API.
    package nonisolated let api: String
    /// The unguessable base URL of the switches.
    package nonisolated let control: String
    nonisolated let clients: AnnouncedClients
    /// Registers clients where the policy wants a token.
    package nonisolated let initialAccessToken: String
    var registrations = ClientRegistrations()
    private let servers: [HTTPServer]

    var clock: ProviderClock
    var lifetimes: TokenLifetimes
    var keys = SigningKeys()
    var sessions = Sessions()
    var browserSessions = BrowserSessions()
    var signIns = SignInsUnderWay()
    var proofs: SeenProofs
    var accessTokens = AccessTokens()
    var refreshTokens: RefreshTokens
    var nextRefresh = RefreshSurprise()
    var tokenStyle = TokenStyle()
    var flaws = ProviderFlaws()
    var faults = Faults()
    var pauses = SlowAnswers()
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
        place = Mutex(issuer.origin)
        self.api = api.origin
        servers = [issuer, api]
        control = "\(issuer.origin)/control/\(try RandomText.id())"
        let secret = try RandomText.token()
        clients = AnnouncedClients(
            public: .publicClient(secret: secret, logoutURI: configuration.logoutURI),
            confidential: .confidentialClient(
                secret: secret, keys: configuration.clientKeys, logoutURI: configuration.logoutURI))
        initialAccessToken = try RandomText.token()
        clock = ProviderClock(base: configuration.clock)
        lifetimes = TokenLifetimes(
            access: configuration.accessTokenLifetime, refresh: configuration.refreshTokenLifetime)
        refreshTokens = RefreshTokens(leeway: configuration.refreshTokenLeeway)
        proofs = SeenProofs(nonces: try ProofNonces())
    }

    /// Goes to this machine's other name: a new issuer, which knows no client, session or token of before.
    ///
    /// The old one answers 404.
    package func move() throws(DemoProviderError) {
        for user in configuration.users { try revokeSessions(of: user.username) }
        let policy = registrations.policy
        registrations = ClientRegistrations()
        registrations.policy = policy
        place.withLock { $0 = $0.replacing("127.0.0.1", with: "localhost") }
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
