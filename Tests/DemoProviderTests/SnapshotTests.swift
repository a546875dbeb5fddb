import DemoProvider
import FoundationEssentials
import SessionCore
import Testing
import TestSupport

/// What a display reads of the provider, and what it can end there.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SnapshotTests {
    @Test func `it holds the sessions with their valid tokens`() async throws {
        try await withProvider { visitor in
            let alice = try await visitor.signIn()
            _ = try await visitor.signIn("bob", "builder")
            let renewed = try Visitor.Tokens(try await visitor.refresh(alice.refresh))
            let sessions = await visitor.provider.snapshot().sessions
            #expect(sessions.map(\.username) == ["alice", "bob"])
            let values = try #require(sessions.first).tokens.map(\.value)
            #expect(Set(values) == [alice.access, renewed.access, renewed.refresh], "the spent one is not valid")
        }
    }

    @Test func `the time when a session began does not move with the provider's clock`() async throws {
        try await withProvider { visitor in
            let now = Date()
            await visitor.provider.setClockOffset(.seconds(300))
            let tokens = try await visitor.signIn()
            _ = try await visitor.refresh(tokens.refresh)
            let session = try #require(await visitor.provider.snapshot().sessions.first)
            #expect(abs(session.startedAt.timeIntervalSince(now)) < 60)
        }
    }

    @Test func `a session is revoked, and no other`() async throws {
        try await withProvider { visitor in
            let (alice, bob) = (try await visitor.signIn(), try await visitor.signIn("bob", "builder"))
            let session = try #require(await visitor.provider.snapshot().sessions.first { $0.username == "alice" })
            #expect(await visitor.provider.revokeSession(session.id))
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: alice.access).status == 401)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: bob.access).status == 200)
            #expect(await visitor.provider.snapshot().sessions.map(\.username) == ["bob"])
        }
    }

    @Test func `an access token is revoked alone, a refresh token with its session`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            await visitor.provider.revokeToken(tokens.access)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: tokens.access).status == 401)
            let renewed = try Visitor.Tokens(try await visitor.refresh(tokens.refresh))
            await visitor.provider.revokeToken(renewed.refresh)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: renewed.access).status == 401)
            #expect(try await visitor.refresh(renewed.refresh).error == "invalid_grant")
        }
    }

    @Test func `short lifetimes end when they are restored`() async throws {
        try await withProvider { visitor in
            let provider = visitor.provider
            await provider.shortenLifetimes()
            #expect(await provider.hasShortLifetimes)
            #expect(await provider.snapshot().accessTokenLifetime == .seconds(5))
            await provider.restoreLifetimes()
            #expect(await !provider.hasShortLifetimes)
            await provider.setLifetimes(access: .seconds(30))
            await provider.shortenLifetimes()
            await provider.shortenLifetimes()
            await provider.restoreLifetimes()
            #expect(await provider.snapshot().accessTokenLifetime == .seconds(30))
            await provider.setLifetimes(access: .seconds(5))
            #expect(await !provider.hasShortLifetimes)
        }
    }

    @Test func `the mark of an answer names the switch that changed it`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            await visitor.provider.narrowScopeOnNextRefresh(to: "openid", times: 2)
            let first = try await visitor.refresh(tokens.refresh)
            #expect(first.headers["Injected-Fault"] == "scope-narrowed")
            let second = try await visitor.refresh(try Visitor.Tokens(first).refresh)
            #expect(second.headers["Injected-Fault"] == "scope-narrowed")
            let third = try await visitor.refresh(try Visitor.Tokens(second).refresh)
            #expect(third.headers["Injected-Fault"] == nil)
        }
    }
}
