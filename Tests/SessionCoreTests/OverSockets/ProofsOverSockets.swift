import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// DPoP (RFC 9449) against a provider and an API that verify every proof.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProofsOverSockets {
    private func withProofs(
        _ policy: DemoProvider.ProofPolicy, key: TestKey = .p256, store: LiveSession.Store = .memory,
        signedInAs username: String? = "alice", test: (LiveSession) async throws -> Void
    ) async throws {
        try await withLiveSession(
            store: store, signedInAs: username, provider: { $0.proofs = policy },
            client: { client, _ in client.proofKey = ProofKey(pem: Secret(key.pem)) }, test: test)
    }

    /// The nonces of the proofs that were sent to a path.
    private func nonces(_ live: LiveSession, to path: String) throws -> [String?] {
        try live.wire.requests(to: path).map { try ReceivedProof(in: $0).nonce }
    }

    @Test(arguments: [TestKey.p256, .ed25519, .rsa])
    func `invariant 40e over sockets: every request of a session's life is proved, whatever the kind of key`(
        key: TestKey
    ) async throws {
        try await withProofs(.init(), key: key, store: .file, signedInAs: nil) { live in
            try await live.session.configure()
            try await CodeSignIn(live).run()
            #expect(try await live.send("POST", "/me?with=query", body: .text("x")).verdict == .accepted)
            try await live.session.refresh()
            #expect(try await live.session.fetchUserInfo().subject == "248289761001")
            #expect(try await live.send().verdict == .accepted)
            let access = try await live.tokens.access.reveal()
            #expect(
                try JWT.parse(access).claims.object["cnf"]?["jkt"]?.string == JWK(pem: key.pem).thumbprint)
            // Another process with the same key goes on with the stored session.
            let restarted = live.another(on: live.store)
            try await restarted.configure()
            try await restarted.refresh()
            #expect(try await restarted.send(live.request()).verdict == .accepted)
            try await restarted.signOut()
            #expect(await live.requests(to: .revocation) == 2)
        }
    }

    @Test func `invariant 40e over sockets: a nonce that is asked for costs one retry at each origin, and no more`()
        async throws
    {
        try await withProofs(.init(wantsNonce: true)) { live in
            #expect(await live.demo.statistics.token["password"] == ["ok": 1, "invalid_grant": 0, "use_dpop_nonce": 1])
            for _ in 0..<3 { #expect(try await live.send().verdict == .accepted) }
            #expect(await live.answers(at: "/orders") == ["401": 1, "200": 3])
            try await live.session.refresh()
            try await live.session.fetchUserInfo()
            #expect(try await live.send().verdict == .accepted)
            // The issuer's nonce is known from the sign-in, the API's from the first request.
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "invalid_grant": 0])
            #expect(await live.requests(to: .userInfo) == 1)
            #expect(await live.answers(at: "/orders") == ["401": 1, "200": 4])
            let (issuer, api) = (try nonces(live, to: "/token"), try nonces(live, to: "/orders"))
            #expect(issuer[0] == nil && issuer[1] != nil && issuer[2] == issuer[1])
            // The first one at the API is made for an origin that has told none yet.
            #expect(api[0] == nil && api[1] != nil && api[1] != issuer[1])
            #expect(await live.session.status.unauthorizedCount == 0)
            #expect(live.events("forcedOut") == 0)
        }
    }

    @Test func `invariant 40e over sockets: a nonce that comes with a success is used from then on`() async throws {
        try await withProofs(.init(wantsNonce: true)) { live in
            _ = try await live.send()
            for _ in 0..<3 {
                try await live.demo.rotateProofNonces(keepingPrevious: true)
                #expect(try await live.send().verdict == .accepted)
                try await live.session.refresh()
            }
            #expect(await live.answers(at: "/orders") == ["401": 1, "200": 4])
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 3, "invalid_grant": 0])
            // None, then the first until the second was told, and so on.
            let sent = try nonces(live, to: "/orders")
            #expect(sent[1] == sent[2])
            #expect(Set(sent[2...]).count == 3)
        }
    }

    @Test func `invariant 40e over sockets: nonces that are no longer good cost one retry, for a burst as well`()
        async throws
    {
        try await withProofs(.init(wantsNonce: true)) { live in
            _ = try await live.send()
            try await live.demo.rotateProofNonces()
            let request = try live.request("POST", body: .text("once"))
            for call in inParallel(10, { try await live.session.send(request).verdict }) {
                #expect(try await call.value == .accepted)
            }
            #expect(await live.answers(at: "/orders")["200"] == 11)
            #expect(await live.refreshes == 0)
            #expect(await live.isAuthenticated)
        }
    }

    @Test func `invariant 40e over sockets: a provider whose clock is hours off believes the proofs`() async throws {
        try await withProofs(.init(wantsNonce: true), signedInAs: nil) { live in
            await live.demo.setClockOffset(.seconds(-7_200))
            try await live.session.configure()
            try await live.signIn()
            #expect(try await live.send().verdict == .accepted)
            try await live.session.refresh()
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "invalid_grant": 0])
        }
    }

    @Test func `a stolen token is of no use without its key, at the API and at the token endpoint`() async throws {
        try await withProofs(.init(isRequired: false)) { live in
            let thief = live.another(on: MemoryStore(record: try await live.store.read())) { client in
                client.proofKey = ProofKey(pem: Secret(TestKey.ed25519.pem))
                client.unauthorizedPolicy = .report
            }
            try await thief.configure()
            #expect(try await thief.send(live.request()).response.status == 401)
            _ = await sessionError { try await thief.refresh() }
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 0, "invalid_grant": 1])
            let bearer = live.another(on: MemoryStore(record: try await live.store.read())) { client in
                client.proofKey = nil
                client.unauthorizedPolicy = .report
            }
            try await bearer.configure()
            #expect(try await bearer.send(live.request()).response.status == 401)
            // Whose key it is has lost nothing by that.
            #expect(try await live.send().verdict == .accepted)
            try await live.session.refresh()
        }
    }

    @Test func `a client without a key is refused where proofs are required, and one with a key where there are none`()
        async throws
    {
        try await withLiveSession(signedInAs: nil, provider: { $0.proofs = .init() }) { live in
            try await live.session.configure()
            guard case .refused(let error, during: .token) = await sessionError({ try await live.signIn() }) else {
                Issue.record("a proof is not required")
                return
            }
            #expect(error.code == "invalid_dpop_proof")
        }
        try await withLiveSession(
            signedInAs: nil, client: { client, _ in client.proofKey = ProofKey(pem: Secret(TestKey.p256.pem)) }
        ) { live in
            try await live.session.configure()
            #expect(
                await sessionError { try await live.signIn() } == .unsupported("tokens bound to a key (DPoP)"))
        }
    }
}
