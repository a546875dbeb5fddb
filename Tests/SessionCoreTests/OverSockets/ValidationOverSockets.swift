import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ValidationOverSockets {
    @Test func `invariant 40b over sockets: userinfo that speaks of somebody else is refused`() async throws {
        try await withLiveSession { live in
            await live.demo.inject(
                .status(200, body: #"{"sub":"248289761002","name":"Bob"}"#), at: .endpoint(.userInfo))
            let error = await sessionError { try await live.session.fetchUserInfo() }
            guard case .untrustworthy(let check, during: .userInfo) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(check.contains("sub"))
            #expect(await live.session.status.userInfo == nil)
            #expect(await live.isAuthenticated)
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `invariant 40c over sockets: a refresh that brings another user's ID token is refused`(
        store: LiveSession.Store
    ) async throws {
        try await withLiveSession(store: store) { live in
            let before = try await live.tokens
            try await live.demo.switchUserOnNextRefresh(to: "bob")
            let error = await sessionError { try await live.session.refresh() }
            guard case .untrustworthy(let check, during: .token) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(check.contains("sub"))
            let after = try await live.tokens
            #expect(after.access == before.access)
            #expect(after.idToken == before.idToken)
            #expect(await live.session.status.subject == "248289761001")
            // The refresh token was rotated all the same: the spent one must not be the newest that is known.
            #expect(after.refresh != before.refresh)
            #expect(try await live.store.text.contains(try #require(after.refresh).reveal()))
        }
    }

    @Test func `invariant 40c over sockets: a refresh keeps the ID token of its session bound, and verified`()
        async throws
    {
        try await withLiveSession { live in
            let before = try #require(try await live.tokens.idToken)
            try await live.session.refresh()
            #expect(try await live.tokens.idToken != before)
            guard case .verified(algorithm: "ES256", keyID: _?) = await live.session.status.idToken?.trust else {
                Issue.record("the refreshed ID token is not verified")
                return
            }
        }
    }

    @Test func `invariant 40d over sockets: keys that rotate cost one look at the key set`() async throws {
        try await withLiveSession { live in
            #expect(await live.requests(to: .jwks) == 1)
            try await live.session.refresh()
            #expect(await live.requests(to: .jwks) == 1)
            try await live.demo.rotateKeys()
            try await live.session.refresh()
            #expect(await live.requests(to: .jwks) == 2)
            try await live.session.refresh()
            #expect(await live.requests(to: .jwks) == 2)
            guard case .verified = await live.session.status.idToken?.trust else {
                Issue.record("the ID token is not verified")
                return
            }
        }
    }

    @Test func `invariant 40d over sockets: keys that can't be had end nothing`() async throws {
        try await withLiveSession { live in
            try await live.demo.rotateKeys()
            await live.demo.inject(.status(500), at: .endpoint(.jwks), times: 5)
            _ = await sessionError { try await live.session.refresh() }
            #expect(await live.isAuthenticated)
            await live.demo.clearFaults()
            #expect(try await live.send().verdict == .accepted)
        }
    }

    @Test func `discovery that names another issuer is refused`() async throws {
        try await withLiveSession(signedInAs: nil, client: { client, _ in client.issuer += "/" }) { live in
            try await live.session.configure()
            guard case .untrustworthy(_, during: .discovery) = await sessionError({ try await live.signIn() }) else {
                Issue.record("another issuer is believed")
                return
            }
            #expect(live.wire.requests(to: "/token").isEmpty)
        }
    }
}
