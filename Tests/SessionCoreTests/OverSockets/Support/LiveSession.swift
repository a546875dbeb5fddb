import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// A session on a demo provider of its own: real sockets, a real clock if a slow one, a store.
struct LiveSession: Sendable {
    let demo: DemoProvider
    let wire: Wire
    let store: any SessionStore
    let client: ClientConfiguration
    let clock: any SessionClock
    let session: Session

    /// Where the record is kept.
    enum Store: Sendable, CustomTestStringConvertible {
        case memory
        /// In a folder that is removed after the test.
        case file
        case given(any SessionStore)

        static let both: [Store] = [.memory, .file]

        var testDescription: String {
            switch self {
            case .memory: "memory"
            case .file: "file"
            case .given: "given"
            }
        }
    }

    /// Another session of the same client at the same provider, not configured yet.
    func another(on store: any SessionStore, change: (inout ClientConfiguration) -> Void = { _ in }) -> Session {
        var client = client
        change(&client)
        return Session(client: client, transport: wire, store: store, clock: clock)
    }

    func signIn(_ username: String = "alice") async throws {
        let passwords = ["alice": "wonderland", "bob": "builder"]
        let password = Secret(try #require(passwords[username]))
        try await session.signIn(PasswordFlow(username: username, password: password))
    }

    func request(
        _ method: String = "GET", _ path: String = "/orders", headers: HTTPHeaders = [:], body: HTTPBody = .none
    ) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try #require(URL(string: demo.api + path)), headers: headers, body: body)
    }

    @discardableResult
    func send(
        _ method: String = "GET", _ path: String = "/orders", headers: HTTPHeaders = [:], body: HTTPBody = .none,
        authorization: RequestAuthorization = .required
    ) async throws -> AuthorizedResponse {
        try await session.send(
            try request(method, path, headers: headers, body: body), authorization: authorization)
    }
}

/// What the provider and the session tell afterwards.
extension LiveSession {
    /// The refresh requests that reached the provider, whatever came of them.
    var refreshes: Int { get async { await demo.statistics.refreshes } }

    /// The answers of the API at one path, by status.
    func answers(at path: String) async -> [String: Int] { await demo.statistics.api[path] ?? [:] }

    func requests(to endpoint: DemoProvider.Endpoint) async -> Int {
        await demo.statistics.endpoints[endpoint.rawValue] ?? 0
    }

    func events(_ name: String) -> Int { session.recentEvents.count { $0.name == name } }

    /// Returns once an event of that name has happened that often.
    func happened(
        _ name: String, times: Int = 1, file: String = #filePath, line: Int = #line
    ) async throws {
        try await until(
            seen: "events: \(session.recentEvents.map(\.name).joined(separator: ", "))", file: file, line: line
        ) {
            events(name) >= times
        }
    }

    var isAuthenticated: Bool { get async { await session.state.isAuthenticated } }

    var tokens: (access: Secret, refresh: Secret?, idToken: Secret?) {
        get async throws { try #require(await session.revealTokens()) }
    }

    /// Returns once so many callers wait for the refresh that is on its way.
    func waiting(_ count: Int) async throws {
        try await until { [session] in await session.status.refreshWaiters == count }
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    var json: JSONObject {
        get throws { try #require(JSONValue(parsing: body).object) }
    }
}

/// Starts a provider and a session on it, signs in by password, and stops the provider when the test is over.
///
/// Without a name to sign in as, the session is not even configured.
func withLiveSession(
    store: LiveSession.Store = .memory, signedInAs username: String? = "alice",
    clock: any SessionClock = SlowClock(),
    provider change: (inout DemoProvider.Configuration) throws -> Void = { _ in },
    client configure: (inout ClientConfiguration, DemoProvider) -> Void = { _, _ in },
    test: (LiveSession) async throws -> Void
) async throws {
    var configuration = DemoProvider.Configuration()
    // No test takes that long: what ends in a test ends because the test wants it.
    (configuration.accessTokenLifetime, configuration.refreshTokenLifetime) = (.seconds(3_600), .seconds(36_000))
    try change(&configuration)
    let demo = try await DemoProvider.start(configuration)
    let folder = FileManager.default.temporaryDirectory.appending(path: "live-session-\(UUID().uuidString)")
    do {
        var client = ClientConfiguration(
            issuer: demo.issuer, clientID: demo.clientID, scope: ["openid", "profile", "email", "orders"],
            apis: [try #require(URL(string: demo.api))])
        client.keptEvents = 2_000
        configure(&client, demo)
        let store: any SessionStore =
            switch store {
            case .memory: MemoryStore()
            case .file: FileStore(path: folder.appending(path: "session.json").path)
            case .given(let store): store
            }
        let wire = Wire()
        let live = LiveSession(
            demo: demo, wire: wire, store: store, client: client, clock: clock,
            session: Session(client: client, transport: wire, store: store, clock: clock))
        if let username {
            try await live.session.configure()
            try await live.signIn(username)
        }
        try await test(live)
    } catch {
        await demo.stop()
        try? FileManager.default.removeItem(at: folder)
        throw error
    }
    await demo.stop()
    try? FileManager.default.removeItem(at: folder)
}

/// The results of pieces of work that run at the same time.
func inParallel<Value: Sendable>(
    _ count: Int, _ work: @escaping @Sendable () async throws -> Value
) -> [Task<Value, any Error>] {
    (0..<count).map { _ in Task { try await work() } }
}

/// The session's errors that pieces of work end with; `nil` for one that ends well.
func errors<Value: Sendable>(of tasks: [Task<Value, any Error>]) async -> [SessionError?] {
    var errors: [SessionError?] = []
    for task in tasks { errors.append(await sessionError { _ = try await task.value }) }
    return errors
}

/// The errors that requests end with, or that the verdicts of their answers amount to.
func errors(of tasks: [Task<AuthorizedResponse, any Error>]) async -> [SessionError?] {
    var errors: [SessionError?] = []
    for task in tasks {
        do {
            errors.append(try await task.value.consequence)
        } catch {
            errors.append(error as? SessionError)
        }
    }
    return errors
}
