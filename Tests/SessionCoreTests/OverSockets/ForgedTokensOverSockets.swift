import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// A provider, or whoever stands in its place, that issues ID tokens which are none.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ForgedTokensOverSockets {
    /// What is said of each flaw: the claim, or the part of the signature, that is at fault.
    private static let complaints: [IDTokenFlaw: String] = [
        .signature: "signature", .unknownKey: "the key unpublished is not among", .unsigned: "alg none",
        .sharedSecret: "alg HS256", .issuer: "iss is https://elsewhere.example", .audience: "aud is another-client",
        .audiences: "azp is missing", .authorizedParty: "azp is another-client", .noSubject: "sub is missing",
        .expired: "exp was", .noExpiry: "exp is missing", .issuedAhead: "iat is", .nonce: "nonce is that of another",
        .noNonce: "nonce is missing", .authenticationTime: "auth_time was", .accessTokenHash: "at_hash",
    ]

    private func complaint(of error: SessionError?) throws -> String {
        guard case .untrustworthy(let check, during: .token) = error else {
            Issue.record("\(String(describing: error))")
            return ""
        }
        return check
    }

    @Test(arguments: IDTokenFlaw.allCases)
    func `invariant 40d over sockets: a sign-in with a wrong ID token signs nobody in, and says what is wrong`(
        flaw: IDTokenFlaw
    ) async throws {
        try await withLiveSession(store: .file, signedInAs: nil) { live in
            try await live.session.configure()
            await live.demo.spoilIDTokens(by: flaw)
            let signIn = CodeSignIn(live)
            let error = await sessionError { _ = try await signIn.run { $0.maxAge = .seconds(600) } }
            #expect(try complaint(of: error).contains(try #require(Self.complaints[flaw])))
            #expect(await !live.isAuthenticated)
            #expect(try await live.store.read() == nil)
            for secret in live.wire.secrets { #expect(!"\(String(describing: error))".contains(secret)) }

            await live.demo.spoilIDTokens(by: nil)
            try await signIn.run { $0.maxAge = .seconds(600) }
            guard case .verified = await live.session.status.idToken?.trust else {
                Issue.record("the right ID token is not verified")
                return
            }
        }
    }

    /// A refreshed ID token need not have a nonce, and one that has none says nothing of another attempt.
    private static let whileRefreshing = IDTokenFlaw.allCases.filter { $0 != .noNonce }

    @Test(arguments: whileRefreshing)
    func `invariant 40d over sockets: a refresh with a wrong ID token keeps the session and its tokens`(
        flaw: IDTokenFlaw
    ) async throws {
        try await withLiveSession(store: .file, signedInAs: nil) { live in
            try await live.session.configure()
            try await CodeSignIn(live).run()
            let before = try await live.tokens
            await live.demo.spoilIDTokens(by: flaw)
            let error = await sessionError { try await live.session.refresh() }
            let claim = try #require(Self.complaints[flaw]?.split(separator: " ").first)
            #expect(try complaint(of: error).contains(claim))
            #expect(await live.isAuthenticated)
            let after = try await live.tokens
            #expect(after.access == before.access && after.idToken == before.idToken)
            // The refresh token was rotated all the same, and the spent one must never be sent again.
            #expect(after.refresh != before.refresh)
            await live.demo.spoilIDTokens(by: nil)
            #expect(try await live.send().verdict == .accepted)
            #expect(await live.demo.statistics.token["refresh_token"]?["invalid_grant"] == 0)
        }
    }

    @Test func `invariant 40d over sockets: keys that nobody knows cost one more look at the key set`() async throws {
        try await withLiveSession(signedInAs: nil) { live in
            try await live.session.configure()
            await live.demo.spoilIDTokens(by: .unknownKey)
            for _ in 0..<3 { _ = try complaint(of: await sessionError { try await live.signIn() }) }
            #expect(await live.requests(to: .jwks) == 2)
        }
    }
}
