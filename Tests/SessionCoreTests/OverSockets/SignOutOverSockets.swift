import DemoProvider
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SignOutOverSockets {
    @Test(arguments: LiveSession.Store.both)
    func `invariant 24 over sockets: one can sign out while the provider is down`(store: LiveSession.Store)
        async throws
    {
        let port = try ReservedPort()
        try await withLiveSession(store: store, provider: { $0.port = port.number }) { live in
            await live.demo.stop()
            try await live.session.signOut(force: true)
            #expect(await live.session.state == .noSession(.signedOut))
            #expect(live.events("revocationPending") == 2)
            #expect(try await live.store.holdsNoSession)
            let restarted = live.another(on: live.store)
            try await restarted.configure()
            #expect(await restarted.state == .noSession(.signedOut))
        }
        withExtendedLifetime(port) {}
    }

    @Test func `invariant 24 over sockets: nobody is signed in before the provider has been heard from`() async throws {
        try await withLiveSession { live in
            await live.demo.inject(.hang, at: .endpoint(.revocation))
            let signOut = Task { try await live.session.signOut(force: true) }
            try await until { await live.requests(to: .revocation) == 1 }
            #expect(await live.session.state == .noSession(.signedOut))
            #expect(try await live.store.holdsNoSession)
            await live.demo.stop()
            _ = try await signOut.value
        }
    }

    @Test func `invariant 24 over sockets: five calls at once revoke once, and a sixth does nothing`() async throws {
        try await withLiveSession { live in
            let hold = live.wire.holdAnswer(from: "/revoke")
            let calls = inParallel(5) { try await live.session.signOut(force: true) }
            try await hold.answered()
            hold.release()
            #expect(await errors(of: calls) == [nil, nil, nil, nil, nil])
            try await live.session.signOut(force: true)
            #expect(await live.requests(to: .revocation) == 2)
            #expect(live.events("signedOut") == 1)
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `invariant 24 over sockets: a revocation that failed is made up for`(store: LiveSession.Store) async throws {
        try await withLiveSession(store: store) { live in
            let refresh = try #require(try await live.tokens.refresh)
            await live.demo.inject(.status(503), at: .endpoint(.revocation))
            try await live.session.signOut(force: true)
            #expect(live.events("revocationPending") == 2)
            #expect(try await live.store.text.contains(refresh.reveal()))

            try await live.signIn("bob")
            try await live.happened("revoked", times: 2)
            try await until { try await !live.store.text.contains(refresh.reveal()) }
            #expect(await live.requests(to: .revocation) == 3)
            #expect(
                live.wire.requests(to: "/revoke").map { $0.form["token"] }.prefix(2) == [
                    refresh.reveal(), refresh.reveal(),
                ])
            #expect(try await live.send("GET", "/me").response.status == 200)
        }
    }
}
