import Alamofire
import CurlTransport
import Foundation
import FoundationNetworking
import Get
@testable import Samples
import SessionCore
import Testing

/// HTTP clients that others wrote, authorised by the session's hooks.
@Suite(.timeLimit(.minutes(5)))
struct HookTests {
    private func withSession(_ body: (SessionCore.Session, Provider) async throws -> Void) async throws {
        try await Provider.run { provider in
            let session = try await provider.session(over: CurlTransport())
            try await signIn(session, as: "alice", password: Secret("wonderland"))
            try await body(session, provider)
        }
    }

    /// Calls twenty times at once and counts the orders that came.
    private func burst(_ call: @escaping @Sendable () async throws -> Orders) async throws -> Int {
        try await withThrowingTaskGroup(of: Orders.self) { group in
            for _ in 1...20 { group.addTask { try await call() } }
            return try await group.reduce(0) { $0 + $1.orders.count }
        }
    }

    private func expectOneRefresh(at provider: Provider) async throws {
        let statistics = try await provider.statistics()
        #expect(statistics.refreshes == ["ok": 1])
        #expect(statistics.api["/orders"]?["200"] == 20)
    }

    @Test func `twenty calls of URLSession on an expired token cost one refresh`() async throws {
        try await withSession { session, provider in
            let orders = provider.api.appending(path: "orders")
            try await provider.expireAccessTokens()
            let received = try await burst {
                let (data, _) = try await authorizedData(from: orders, by: session)
                return try JSONDecoder().decode(Orders.self, from: data)
            }
            #expect(received == 60)
            try await expectOneRefresh(at: provider)
        }
    }

    @Test func `a URLSession of one's own asks again after the refresh`() async throws {
        try await withSession { session, provider in
            let (orders, urlSession) = (provider.api.appending(path: "orders"), safeURLSession())
            defer { urlSession.invalidateAndCancel() }
            try await provider.expireAccessTokens()
            let (_, response) = try await data(from: orders, over: urlSession, by: session) {
                try await data(from: orders, over: urlSession, by: session) { throw SecondRetry() }
            }
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            #expect(try await provider.statistics().refreshes == ["ok": 1])
        }
    }

    private struct SecondRetry: Error {}

    @Test func `twenty calls of Get on an expired token cost one refresh`() async throws {
        try await withSession { session, provider in
            let client = getClient(for: provider.api, session: session)
            try await provider.expireAccessTokens()
            let received = try await burst { try await client.send(Get.Request<Orders>(path: "orders")) }
            #expect(received == 60)
            try await expectOneRefresh(at: provider)
        }
    }

    @Test func `twenty calls of Alamofire on an expired token cost one refresh`() async throws {
        try await withSession { session, provider in
            let client = alamofireSession(for: session)
            let orders = provider.api.appending(path: "orders")
            try await provider.expireAccessTokens()
            let received = try await burst { try await client.value(of: Orders.self, from: orders) }
            #expect(received == 60)
            try await expectOneRefresh(at: provider)
        }
    }

    @Test func `after a sign-out no client sends anything`() async throws {
        try await withSession { session, provider in
            let get = getClient(for: provider.api, session: session)
            let alamofire = alamofireSession(for: session)
            try await signOut(session)
            await #expect(throws: SessionError.noSession) {
                try await get.send(Get.Request<Orders>(path: "orders"))
            }
            await #expect(throws: SessionError.noSession) {
                try await alamofire.value(of: Orders.self, from: provider.api.appending(path: "orders"))
            }
            await #expect(throws: SessionError.noSession) {
                try await authorizedData(from: provider.api.appending(path: "orders"), by: session)
            }
            let statistics = try await provider.statistics()
            #expect(statistics.api.isEmpty)
        }
    }

    @Test func `no client takes the token to another origin`() async throws {
        try await withSession { session, provider in
            let get = getClient(for: provider.api, session: session)
            let alamofire = alamofireSession(for: session)
            await #expect(throws: APIError.unacceptableStatusCode(302)) {
                try await get.send(Get.Request<Orders>(path: "redirect-out"))
            }
            await #expect(throws: AFError.unacceptableStatusCode(302)) {
                try await alamofire.value(of: Orders.self, from: provider.api.appending(path: "redirect-out"))
            }
            let (_, response) = try await authorizedData(
                from: provider.api.appending(path: "redirect-out"), by: session)
            #expect((response as? HTTPURLResponse)?.statusCode == 302)
            let statistics = try await provider.statistics()
            #expect(statistics.api == ["/redirect-out": ["302": 3]])
            #expect(await session.isAuthenticated)
        }
    }
}
