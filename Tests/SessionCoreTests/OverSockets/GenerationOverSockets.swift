import DemoProvider
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct GenerationOverSockets {
    @Test func `invariant 9 over sockets: a late 401 for the user before touches nothing of the present one`()
        async throws
    {
        try await withLiveSession { live in
            try await live.demo.revokeAccessTokens(of: "alice")
            let hold = live.wire.holdAnswer(from: "/orders")
            let late = Task { try await live.send() }
            try await hold.answered()
            try await live.signIn("bob")
            let tokens = try await live.tokens
            hold.release()
            #expect(await errors(of: [late]) == [.sessionChanged])
            #expect(try await live.tokens == tokens)
            #expect(await live.refreshes == 0)
            #expect(live.events("forcedOut") == 0)
            #expect(try await live.send("GET", "/me").response.json["username"] == "bob")
        }
    }

    @Test func `invariant 10 over sockets: a request of one user is never sent again with another's token`()
        async throws
    {
        try await withLiveSession { live in
            try await live.demo.revokeAccessTokens(of: "alice")
            let hold = live.wire.holdAnswer(from: "/orders")
            let order = Task { try await live.send("POST", "/orders", body: .text("one of alice's")) }
            try await hold.answered()
            try await live.signIn("bob")
            hold.release()
            #expect(await errors(of: [order]) == [.sessionChanged])
            #expect(await live.answers(at: "/orders") == ["401": 1])
        }
    }

    @Test func `invariant 10 over sockets: a request that waits for a token is not sent under another user`()
        async throws
    {
        try await withLiveSession { live in
            await live.session.declareAccessTokenExpired()
            let hold = live.wire.holdAnswer(from: "/token")
            let queued = Task { try await live.send("POST", "/echo", body: .text("one of alice's")) }
            try await hold.answered()
            let signIn = Task { try await live.signIn("bob") }
            #expect(await errors(of: [queued]) == [.sessionChanged])
            hold.release()
            try await signIn.value
            #expect(await live.answers(at: "/echo").isEmpty)
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `invariant 11 over sockets: a refresh that succeeds after sign-out installs and stores nothing`(
        store: LiveSession.Store
    ) async throws {
        try await withLiveSession(store: store) { live in
            let hold = live.wire.holdAnswer(from: "/token")
            let refresh = Task { try await live.session.refresh() }
            try await hold.answered()
            let signOut = Task { try await live.session.signOut(force: true) }
            #expect(await errors(of: [refresh]) == [.sessionChanged])
            hold.release()
            _ = try await signOut.value
            try await live.happened("ignoredLateAnswer")
            #expect(await live.session.state == .noSession(.signedOut))
            #expect(try await live.store.holdsNoSession)
            #expect(live.events("refreshed") == 0)
            // The session's tokens, and those that came too late: they are kept until they are revoked, which takes
            // more than one try where the machine is slow.
            await live.session.finishRevocations(within: .seconds(60))
            try await live.happened("revoked", times: 4)
            try await until { try await live.store.holdsNoToken }
        }
    }

    @Test func `invariant 11 over sockets: a refresh rejected after another sign-in ends nothing`() async throws {
        // The sign-in waits for the store, which the refresh has locked.
        try await withLiveSession { live in
            await live.demo.rejectNextRefreshes()
            let hold = live.wire.holdAnswer(from: "/token")
            let refresh = Task { try await live.session.refresh() }
            try await hold.answered()
            let signIn = Task { try await live.signIn("bob") }
            #expect(await errors(of: [refresh]) == [.sessionChanged])
            hold.release()
            try await signIn.value
            try await live.happened("ignoredLateAnswer")
            #expect(live.events("refreshRejected") == 0)
            #expect(live.events("forcedOut") == 0)
            #expect(try await live.store.text.contains(live.tokens.access.reveal()))
            #expect(try await live.send("GET", "/me").response.json["username"] == "bob")
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `invariant 12 over sockets: a sign-in keeps nothing of the session before`(store: LiveSession.Store)
        async throws
    {
        try await withLiveSession(store: store) { live in
            let alice = try await live.tokens
            try await live.session.fetchUserInfo()
            let other = live.another(on: MemoryStore())
            try await other.configure()
            try await other.signIn(PasswordFlow(username: "bob", password: Secret("builder")))
            let access = try await other.accessToken().value.reveal()
            let json = #"{"access_token":"\#(access)","token_type":"Bearer"}"#
            try await live.session.signIn(ImportFlow(json: Secret(json)))
            // Until then the old tokens are kept to be revoked, beside the new session.
            await live.session.finishRevocations(within: .seconds(60))

            let status = await live.session.status
            #expect(status.refreshToken == nil && status.idToken == nil && status.userInfo == nil)
            #expect(status.scope == nil && status.subject == nil)
            #expect(status.accessToken?.expiry == .unknown)
            let stored = try await live.store.text
            for secret in [alice.access, alice.refresh, alice.idToken] {
                #expect(!stored.contains(try #require(secret).reveal()))
            }
            #expect(try await live.send("GET", "/me").response.json["username"] == "bob")
        }
    }

    @Test func `invariant 13 over sockets: after sign-out nothing made before it sends the old token`() async throws {
        try await withLiveSession { live in
            let request = try live.request()
            await live.session.declareAccessTokenExpired()
            let hold = live.wire.holdAnswer(from: "/token")
            let queued = Task { try await live.session.send(request) }
            try await hold.answered()
            let signOut = Task { try await live.session.signOut(force: true) }
            #expect(await errors(of: [queued]) == [.sessionChanged])
            hold.release()
            _ = try await signOut.value
            #expect(await sessionError { _ = try await live.session.send(request) } == .noSession)
            #expect(await sessionError { _ = try await live.session.authorize(request) } == .noSession)
            #expect(await live.answers(at: "/orders").isEmpty)
        }
    }

    @Test func `invariant 13 over sockets: a sign-in that is overtaken by a sign-out brings no session back`()
        async throws
    {
        try await withLiveSession(signedInAs: nil) { live in
            try await live.session.configure()
            let hold = live.wire.holdAnswer(from: "/token")
            let signIn = Task { try await live.signIn() }
            try await hold.answered()
            try await live.session.signOut(force: true)
            hold.release()
            #expect(await errors(of: [signIn]) == [.sessionChanged])
            #expect(await !live.isAuthenticated)
            #expect(try await live.store.holdsNoToken)
            // The provider is told that the tokens it has just given are not wanted.
            try await live.happened("revoked")
        }
    }
}
