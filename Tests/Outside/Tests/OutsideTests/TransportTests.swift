import Foundation
@testable import Samples
import SessionCore
import Testing

/// A whole session over each transport, at a real provider.
@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
    @Test(arguments: TransportKind.allCases)
    func `a password signs in, a request is answered, and a sign-out revokes both tokens`(
        kind: TransportKind
    ) async throws {
        try await Provider.run { provider in
            let session = try await provider.session(over: kind.transport())
            try await signIn(session, as: "alice", password: Secret("wonderland"))
            let answer = try await session.send(HTTPRequest(url: provider.api.appending(path: "orders")))
            #expect(answer.response.status == 200)
            #expect(explain(answer) == "the API took the token")
            let revoked = try await session.signOut()
            #expect(revoked.map(\.outcome) == [.revoked, .revoked])
            #expect(await session.state == .noSession(.signedOut))
            await #expect(throws: SessionError.noSession) {
                try await session.send(HTTPRequest(url: provider.api.appending(path: "orders")))
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `twenty requests on an expired token cost one refresh`(kind: TransportKind) async throws {
        try await Provider.run { provider in
            let session = try await provider.session(over: kind.transport())
            try await signIn(session, as: "alice", password: Secret("wonderland"))
            try await provider.expireAccessTokens()
            let statuses = try await send(provider.orders(20), with: session)
            #expect(statuses == Array(repeating: 200, count: 20))
            let statistics = try await provider.statistics()
            #expect(statistics.refreshes == ["ok": 1])
            #expect(statistics.api["/orders"]?["200"] == 20)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `the token does not follow a redirect to another origin`(kind: TransportKind) async throws {
        try await Provider.run { provider in
            let session = try await provider.session(over: kind.transport())
            try await signIn(session, as: "alice", password: Secret("wonderland"))
            let answer = try await session.send(HTTPRequest(url: provider.api.appending(path: "redirect-out")))
            #expect(!String(decoding: answer.response.body, as: UTF8.self).contains("Authorization"))
            #expect(await session.isAuthenticated)
        }
    }

    @Test func `a device sign-in is approved elsewhere`() async throws {
        try await Provider.run { provider in
            let session = try await provider.session(over: TransportKind.curl.transport())
            try await session.signIn(DeviceFlow { prompt in try? await provider.approveDevice(prompt.userCode) })
            #expect(try await session.fetchUserInfo()["preferred_username"] == "alice")
        }
    }

    @Test func `a browser sign-in comes back by a redirect to this machine`() async throws {
        try await Provider.run { provider in
            let session = try await provider.session(over: TransportKind.curl.transport())
            let (pages, opener) = AsyncStream<URL>.makeStream()
            async let signedIn: Void = signInByBrowser(session) { page in opener.yield(page) }
            let page = try #require(await pages.first { _ in true })
            let result = try await Browser().signIn(at: page)
            try #require(result.status == 200)
            #expect(result.url.host() == "127.0.0.1")
            #expect(result.url.path() == "/callback")
            try await signedIn
            #expect(try await session.fetchUserInfo()["preferred_username"] == "alice")
            #expect(try await provider.statistics().token["authorization_code"]?["ok"] == 1)
        }
    }

    @Test func `a program that starts again goes on with the stored session`() async throws {
        try await Provider.run { provider in
            try await withTemporaryFolder { folder in
                let path = folder + "/session.json"
                let first = try await provider.session(over: URLSessionTransport(), store: FileStore(path: path))
                try await signIn(first, as: "alice", password: Secret("wonderland"))
                try await printOrders(issuer: provider.issuer, api: provider.api, path: path)
                #expect(try await provider.statistics().api["/orders"] == ["200": 1])
                await finish(first)
            }
        }
    }
}
