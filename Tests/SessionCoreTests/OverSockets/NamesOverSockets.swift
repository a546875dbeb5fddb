import CurlTransport
import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Names that have no address, at each place where one is looked up.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct NamesOverSockets {
    /// Longer than a label can be, so that no name server is asked.
    private static let host = String(repeating: "a", count: 64) + ".invalid"

    private func url(_ path: String) throws -> URL { try #require(URL(string: "https://\(Self.host)\(path)")) }

    private func expectLookUp(_ error: SessionError?, for purpose: SessionError.Purpose) {
        #expect(error == .transport(.couldNotResolve(host: Self.host), during: purpose))
        #expect(error.map { "\($0)" }?.contains("the name \(Self.host) could not be resolved") == true)
    }

    @Test func `a provider whose name has no address is told as such, and nobody is signed in`() async throws {
        let client = ClientConfiguration(issuer: "https://\(Self.host)", clientID: "console")
        let session = Session(client: client, transport: CurlTransport.patient(), store: MemoryStore())
        try await session.configure()
        let error = await sessionError {
            try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        }
        expectLookUp(error, for: .discovery)
        #expect(await !session.state.isAuthenticated)
    }

    @Test func `invariant 21 over sockets: a token endpoint whose name is gone keeps the session`() async throws {
        let endpoint = try url("/token")
        try await withLiveSession(store: .file) { live in
            let record = try await live.store.read()
            let cutOff = live.another(on: live.store) { $0.endpoints[.token] = endpoint }
            try await cutOff.configure()
            await cutOff.declareAccessTokenExpired()
            expectLookUp(await sessionError { _ = try await cutOff.accessToken() }, for: .token)
            #expect(cutOff.recentEvents.count { $0.name == "refreshFailed" } == 1)
            #expect(live.wire.requests(to: "/token").count { $0.url.host == Self.host } == 1)
            #expect(await cutOff.state.isAuthenticated)
            #expect(try await live.store.read() == record)
        }
    }

    @Test func `invariant 21 over sockets: an API whose name has no address says nothing about the session`()
        async throws
    {
        let api = try url("/orders")
        try await withLiveSession(client: { client, _ in client.apis.append(api) }) { live in
            expectLookUp(
                await sessionError { _ = try await live.session.send(HTTPRequest(url: api)) }, for: .request)
            #expect(await live.refreshes == 0)
            let answer = try await live.send()
            #expect(answer.verdict == .accepted)
        }
    }
}
