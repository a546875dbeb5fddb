import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RotationOverSockets {
    @Test(arguments: LiveSession.Store.both)
    func `invariant 25 over sockets: a rotated refresh token is stored before its access token is handed out`(
        store: LiveSession.Store
    ) async throws {
        let base: any SessionStore = MemoryStore()
        let gate = Gate()
        let slow = FaultyStore(base)
        try await withLiveSession(store: .given(slow)) { live in
            let before = try #require(try await live.tokens.refresh).reveal()
            slow.holdWriting(by: gate)
            let refresh = Task { try await live.session.refresh() }
            try await until { slow.writeCount > 1 }
            // The provider has answered, the store has not, and so nobody has been told.
            #expect(await live.refreshes == 1)
            #expect(live.events("refreshed") == 0)
            #expect(await live.session.status.refreshWaiters == 1)
            gate.open()
            try await refresh.value
            let after = try #require(try await live.tokens.refresh).reveal()
            #expect(after != before)
            #expect(try await base.text.contains(after))
        }
        try await withLiveSession(store: store) { live in
            try await live.session.refresh()
            #expect(try await live.store.text.contains(try #require(try await live.tokens.refresh).reveal()))
        }
    }

    @Test func `invariant 26 over sockets: tokens that can't be stored are used, and stored when it can be done`()
        async throws
    {
        let store = FaultyStore()
        try await withLiveSession(store: .given(store), clock: SystemClock()) { live in
            store.failWriting(.unwritable("the disk is full"))
            try await live.session.refresh()
            #expect(live.events("storeFailed") > 0)
            #expect(try await live.send().verdict == .accepted)
            // The spent token would have ended the session.
            try await live.session.refresh()
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 2, "invalid_grant": 0])
            let newest = try #require(try await live.tokens.refresh).reveal()
            store.failWriting(nil)
            try await until { try await store.text.contains(newest) }
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `invariant 27 over sockets: sessions that share a store make one request`(store: LiveSession.Store)
        async throws
    {
        try await withLiveSession(store: store) { live in
            let others = (0..<3).map { _ in live.another(on: live.store) }
            for other in others { try await other.configure() }
            let sessions = [live.session] + others
            for session in sessions { await session.declareAccessTokenExpired() }
            let callers = sessions.map { session in Task { try await session.accessToken().value } }
            var tokens: Set<Secret> = []
            for caller in callers { tokens.insert(try await caller.value) }
            #expect(tokens.count == 1)
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "invalid_grant": 0])
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `invariant 28 over sockets: after invalid_grant a newer stored token is used, and nothing deleted`(
        store: LiveSession.Store
    ) async throws {
        try await withLiveSession(store: store) { live in
            let elsewhere = MemoryStore(record: try await live.store.read())
            let other = live.another(on: elsewhere)
            try await other.configure()

            await live.demo.rejectNextRefreshes()
            await live.session.declareAccessTokenExpired()
            let hold = live.wire.holdAnswer(from: "/token")
            let caller = Task { try await live.session.accessToken().value }
            try await hold.answered()
            try await other.refresh()
            try await live.store.write(try #require(elsewhere.read()))
            hold.release()
            #expect(try await caller.value == (try await other.accessToken().value))
            #expect(try await live.store.read() == elsewhere.read())
            #expect(live.events("forcedOut") == 0)
            #expect(live.events("adoptedFromStore") == 1)
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "invalid_grant": 1])
        }
    }

    @Test func `invariant 29 over sockets: a request that was lost is sent again once, and the session kept`()
        async throws
    {
        try await withLiveSession { live in
            await live.demo.inject(.drop, at: .endpoint(.token))
            try await live.session.refresh()
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "fault": 1, "invalid_grant": 0])
            #expect(try await live.send().verdict == .accepted)
        }
    }

    @Test func `invariant 29 over sockets: where the answer was lost and the provider is lenient, the session is kept`()
        async throws
    {
        try await withLiveSession(provider: { $0.refreshTokenLeeway = .seconds(10) }) { live in
            await live.demo.inject(.drop, at: .endpoint(.token), timing: .after)
            try await live.session.refresh()
            let sent = live.wire.requests(to: "/token").suffix(2).map { $0.form["refresh_token"] }
            #expect(sent[0] == sent[1])
            #expect(await live.refreshes == 2)
            #expect(try await live.send().verdict == .accepted)
            try await live.session.refresh()
        }
    }

    @Test func `invariant 29 over sockets: where the provider is strict, the spent token is sent twice and no more`()
        async throws
    {
        try await withLiveSession { live in
            await live.demo.inject(.drop, at: .endpoint(.token), timing: .after)
            guard
                case .sessionExpired(.refreshRejected(.named(let error))) = await sessionError({
                    try await live.session.refresh()
                })
            else {
                Issue.record("the provider takes a spent token")
                return
            }
            #expect(error.code == "invalid_grant")
            #expect(await live.refreshes == 2)
            #expect(live.events("forcedOut") == 1)
        }
    }
}
