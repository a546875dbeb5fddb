import Alamofire
import CurlTransport
import Foundation
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

    @Test func `after a sign-out neither client sends anything`() async throws {
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
            let statistics = try await provider.statistics()
            #expect(statistics.api.isEmpty)
        }
    }

    @Test func `neither client takes the token to another origin`() async throws {
        try await withSession { session, provider in
            let get = getClient(for: provider.api, session: session)
            let alamofire = alamofireSession(for: session)
            await #expect(throws: APIError.unacceptableStatusCode(302)) {
                try await get.send(Get.Request<Orders>(path: "redirect-out"))
            }
            await #expect(throws: AFError.unacceptableStatusCode(302)) {
                try await alamofire.value(of: Orders.self, from: provider.api.appending(path: "redirect-out"))
            }
            let statistics = try await provider.statistics()
            #expect(statistics.api == ["/redirect-out": ["302": 2]])
            #expect(await session.state.isAuthenticated)
        }
    }
}
