import CurlTransport
import DemoProvider
import FoundationEssentials
import Relay
import SessionCore
import SessionProxy
import TestSupport
import Testing

/// A session at a demo provider, with a proxy on a port of its own.
struct Proxied: Sendable {
    let demo: DemoProvider
    let session: Session
    let proxy: SessionProxy
    let port: UInt16
    let origin: Origin

    static let key = "0123456789abcdef"

    /// Sends a request as a program does that knows nothing of sessions, and reads the answer to its end.
    func send(_ method: String = "GET", _ path: String = "/orders", _ fields: String = "", body: String = "")
        async throws
        -> String
    {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return try await raw(
            "\(method) /\(Self.key)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: "
                + "close\r\n\(fields)\(length)\r\n\(body)"
        )
    }

    func raw(_ text: String) async throws -> String {
        try await blocking { [port] in
            let client = try RawConnection(port: port)
            client.write(text)
            // A call that passes where a test refuses it ends its connection, too.
            client.endSending()
            return client.readToEnd()
        }
    }

    var refreshes: Int { get async { await demo.statistics.refreshes } }

    func answers(at path: String = "/orders") async -> [String: Int] { await demo.statistics.api[path] ?? [:] }

    func events(_ name: String) -> Int { session.recentEvents.count { $0.name == name } }
}

/// Starts a provider, a session that is signed in, and a proxy; ends them when the test is over.
func withProxy(
    only rules: [ProxyRule] = [], client configure: (inout ClientConfiguration) -> Void = { _ in },
    provider change: (inout DemoProvider.Configuration) -> Void = { _ in }, limits: RelayLimits = RelayLimits(),
    refused: @escaping @Sendable (SessionProxy.Refusal) -> Void = { _ in },
    test: (Proxied) async throws -> Void
) async throws {
    var configuration = DemoProvider.Configuration()
    (configuration.accessTokenLifetime, configuration.refreshTokenLifetime) = (.seconds(3_600), .seconds(36_000))
    change(&configuration)
    let demo = try await DemoProvider.start(configuration)
    let api = try #require(URL(string: demo.api))
    var client = ClientConfiguration(
        issuer: demo.issuer, clientID: demo.clientID, scope: ["openid", "profile", "email", "orders"], apis: [api])
    configure(&client)
    let session = Session(client: client, transport: CurlTransport.patient(), store: MemoryStore())
    try await session.configure()
    try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
    let origin = try #require(Origin(api))
    let proxy = SessionProxy(
        of: session, ProxyGate(.keys([(key: Proxied.key, origin: origin)]), only: rules), login: "sign-in",
        onRefusal: refused)
    let relay = try Relay(.port(0), dialler: Dialler(.patient), limits: limits, owner: proxy)
    guard case .port(let port) = relay.address else { return }
    do {
        try await test(Proxied(demo: demo, session: session, proxy: proxy, port: port, origin: origin))
    } catch {
        await relay.stop()
        await demo.stop()
        throw error
    }
    await relay.stop()
    await demo.stop()
}
