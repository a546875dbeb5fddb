import CurlTransport
import DemoProvider
import FoundationEssentials
import SessionCore
import Testing
import TestSupport

@testable import ConsoleKit
@testable import ConsoleApp
@testable import session_console

/// The requests that the provider's pane counts.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProviderCountTests {
    @Test func `unknown paths have a row of their own, and a wrong method is counted at its endpoint`() async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        let transport = CurlTransport()
        for (method, url) in [
            ("DELETE", demo.issuer + "/token"), ("POST", demo.issuer + "/jwks"), ("GET", demo.issuer + "/nowhere"),
            ("GET", demo.api + "/nowhere"), ("GET", demo.issuer + "/made-up"),
        ] {
            let address = try #require(URL(string: url))
            _ = try await transport.send(HTTPRequest(method: method, url: address))
        }
        let state = await ProviderCommands.perform(.look, demo, for: host.session).state
        let rows = state.counts.map { "\($0.name) \($0.count) \($0.outcomes)".trimmed }
        #expect(
            rows == [
                "discovery 1", "jwks 2 405 1", "token 2 405 1, ok 1", "other paths 2 404 2", "other API paths 1 404 1",
            ])
        await demo.stop()
    }
}
