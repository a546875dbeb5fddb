import CurlTransport
import FoundationEssentials
import LoopbackRedirect
import SessionCore
import TestSupport
import Testing

/// The way from a URL to an authorised call, over real sockets.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ResourceOverSockets {
    @Test func `a URL leads to a registered client, a sign-in and a call`() async throws {
        let server = try ProtectedServer()
        let transport = CurlTransport.patient()
        let receiver = LoopbackRedirect()
        let redirect = try await receiver.open()
        await receiver.close(succeeded: false)
        let options = ResourceDiscovery.Options(
            metadata: ClientMetadata(name: "test", softwareID: "id", softwareVersion: "1", redirectURI: redirect))
        let discovery = ResourceDiscovery(
            of: try #require(URL(string: server.url)), options: options, transport: transport)
        var steps: [DiscoveryStep] = []
        let found = try #require(try await discovery.server { steps.append($0) })
        #expect(found.issuer == server.issuer)
        #expect(!found.isOnInternet)
        let client = try await discovery.client(at: found) { steps.append($0) }
        #expect(steps.map(\.outcome) == [.done, .done, .done, .done, .done])

        let session = Session(client: client.configuration, transport: transport, store: MemoryStore())
        try await session.configure()
        let uri = try #require(client.redirectURI)
        try await session.signIn(
            AuthorizationCodeFlow(receivers: [try LoopbackRedirect(redirectURI: uri)]) { url in
                _ = try? await transport.send(HTTPRequest(url: url))
            })
        let request = HTTPRequest(url: try #require(URL(string: server.url)))
        #expect(try await session.send(request).response.status == 200)
        #expect(server.resources == [server.url, server.url])
        let elsewhere = HTTPRequest(url: try #require(URL(string: "\(server.issuer)/other")))
        let error = await failure { try await session.send(elsewhere) }
        #expect(error == .originNotAllowed("\(server.issuer)/other"))
        #expect(!server.requests.contains("GET /other"))

        let registration = try #require(client.registration)
        try await registration.unregister(over: transport)
        #expect(server.clients.isEmpty)
    }
}
