import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing

/// What the provider keeps of each request, for those who watch it.
@Suite(.timeLimit(.minutes(5)))
struct JournalTests {
    @Test func `every request is kept with its client and what was wrong`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            _ = try await visitor.refresh(tokens.refresh)
            _ = try await visitor.refresh(tokens.refresh)
            _ = try await visitor.get(visitor.provider.api + "/admin?secret=1", bearer: tokens.access)
            _ = try await visitor.get(visitor.provider.issuer + "/made-up")
            _ = try await visitor.post(.token, ["grant_type": "client_credentials"], basic: ("my-app", "wrong"))
            _ = try await visitor.get(visitor.url(.authorization) + "?client_id=nobody")
            _ = try await visitor.get(visitor.provider.api + "/me")
            let requests = await visitor.provider.requests()
            #expect(
                requests.map { "\($0.method) \($0.path) \($0.grantType ?? "-") \($0.clientID ?? "-")" } == [
                    "POST /token password session-console", "POST /token refresh_token session-console",
                    "POST /token refresh_token session-console", "GET /admin - session-console", "GET /made-up - -",
                    "POST /token client_credentials my-app", "GET /authorize - nobody", "GET /me - -",
                ])
            #expect(requests.map(\.answer) == [200, 200, 400, 401, 404, 401, 400, 401].map { .status($0) })
            let flaws = requests.map { $0.flaw ?? "" }
            #expect(flaws[0].isEmpty && flaws[1].isEmpty)
            #expect(flaws[2].hasPrefix("invalid_grant: "))
            #expect(flaws[3].hasPrefix("invalid_token: "))
            #expect(flaws[4] == "not_found: there is no endpoint at this path")
            #expect(flaws[5] == "invalid_client: the client is unknown")
            #expect(flaws[6] == "The client is unknown.")
            #expect(flaws[7] == "the request has no access token")
        }
    }

    @Test func `the control URL is not kept, nor one sent to the wrong server`() async throws {
        try await withProvider { visitor in
            _ = try await visitor.get(visitor.provider.control + "/statistics")
            let stray = visitor.provider.control.replacing(visitor.provider.issuer, with: visitor.provider.api)
            _ = try await visitor.get(stray + "/statistics")
            #expect(await visitor.provider.requests().map(\.path) == ["/control/…"])
        }
    }

    @Test func `a request is kept from its arrival, and changes when it is answered`() async throws {
        try await withProvider { visitor in
            await visitor.provider.inject(.slow(.seconds(3600)), at: .api)
            async let slow = visitor.get(visitor.provider.api + "/status")
            var requests = await visitor.provider.requests()
            while requests.isEmpty {
                await Task.yield()
                requests = await visitor.provider.requests()
            }
            #expect(requests.map(\.answer) == [.pending])
            let change = try #require(requests.first?.change)
            #expect(await visitor.provider.requests(changedAfter: change).isEmpty)
            while await visitor.provider.requests(changedAfter: change).isEmpty {
                await visitor.provider.clearFaults()
                await Task.yield()
            }
            #expect(try await slow.status == 200)
            #expect(await visitor.provider.requests(changedAfter: change).map(\.answer) == [.status(200)])
        }
    }

    @Test func `the oldest requests leave`() async throws {
        try await withProvider { visitor in
            for _ in 0..<510 { _ = try await visitor.get(visitor.provider.api + "/status") }
            let requests = await visitor.provider.requests()
            #expect(requests.count == 500)
            #expect(requests.first?.id == 11)
        }
    }
}
