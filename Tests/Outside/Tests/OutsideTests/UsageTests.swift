import CurlTransport
import Foundation
import FoundationNetworking
@testable import Samples
import SessionCore
import Testing

/// What programs usually do with a session, as the samples write it.
@Suite(.timeLimit(.minutes(5)))
struct UsageTests {
    private func withSession(_ body: (Session, Provider) async throws -> Void) async throws {
        try await Provider.run { provider in
            let session = try await provider.session(over: CurlTransport())
            try await signIn(session, as: "alice", password: Secret("wonderland"))
            try await body(session, provider)
        }
    }

    @Test func `the state is local knowledge until the provider is asked`() async throws {
        try await Provider.run { provider in
            let store = MemoryStore()
            let first = try await provider.session(over: CurlTransport(), store: store)
            try await signIn(first, as: "alice", password: Secret("wonderland"))
            let session = Session(client: provider.client, transport: CurlTransport(), store: store)
            #expect(await restore(session) == "signed in, as far as this machine knows")
            #expect(try await verify(session)?["preferred_username"] == "alice")
            try await provider.revokeSession()
            #expect(try await verify(session) == nil)
            #expect(await !session.isAuthenticated)
        }
    }

    @Test func `a request of one's own carries the token while somebody is signed in`() async throws {
        try await withSession { session, provider in
            var request = URLRequest(url: provider.api.appending(path: "orders"))
            try await authorize(&request, with: session)
            let token = try await session.accessToken().value.reveal()
            #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer \(token)")
            try await signOut(session)
            var later = URLRequest(url: provider.api.appending(path: "orders"))
            try await authorize(&later, with: session)
            #expect(later.value(forHTTPHeaderField: "Authorization") == nil)
        }
    }

    @Test func `a 401 of the server signs the user out`() async throws {
        try await withSession { session, provider in
            try await provider.expireAccessTokens()
            var request = URLRequest(url: provider.api.appending(path: "orders"))
            try await authorize(&request, with: session)
            let (_, answer) = try await URLSession.shared.data(for: request)
            let response = try #require(answer as? HTTPURLResponse)
            #expect(response.statusCode == 401)
            try await react(to: response, with: session)
            #expect(await session.state == .noSession(.signedOut))
        }
    }

    @Test func `a view shows the resource, or why it is not there`() async throws {
        try await withSession { session, provider in
            let orders = provider.api.appending(path: "orders")
            #expect(await text(of: orders, with: session).contains("Coffee"))
            let admin = provider.api.appending(path: "admin")
            #expect(await text(of: admin, with: session) == "Error: the server answered 403")
            try await provider.revokeSession()
            try await provider.expireAccessTokens()
            _ = try? await session.refresh()
            #expect(await text(of: orders, with: session).hasPrefix("Sign in again"))
            var pagesShown = 0
            #expect(try await token(of: session) { pagesShown += 1 } == nil)
            #expect(pagesShown == 1)
        }
    }

    @Test func `some requests need the token, some may have it, some never do`() async throws {
        try await withSession { session, provider in
            let backend = Backend(session: session, baseURL: provider.api)
            #expect(try await backend.getPublic("status").facts.token == nil)
            #expect(try await backend.get("orders").facts.token != nil)
            try await signOut(session)
            #expect(try await backend.get("public").response.status == 200)
            await #expect(throws: SessionError.noSession) { try await backend.getProtected("orders") }
        }
    }

    @Test func `a repository kept beyond the sign-out sends nothing`() async throws {
        try await withSession { session, provider in
            let repository = OrdersRepository(backend: Backend(session: session, baseURL: provider.api))
            #expect(try await repository.readAll().orders.count == 3)
            try await signOut(session)
            await #expect(throws: SessionError.noSession) { try await repository.readAll() }
            #expect(try await provider.statistics().api["/orders"] == ["200": 1])
        }
    }
}
