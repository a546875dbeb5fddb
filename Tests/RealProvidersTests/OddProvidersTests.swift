import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

extension RealProviders {
    /// What only one provider does.
    @Suite struct OddProviders {
        @Test func `a provider that lets no public client revoke is told nothing, and the user signs out all the same`()
            async throws
        {
            let visit = try await Visit(.glewlwyd) {
                $0.clientID = "console-public"
                $0.authentication = .none
            }
            try await visit.signIn()
            try await visit.session.signOut()
            #expect(await visit.session.state == .noSession(.signedOut))
            #expect(visit.events(named: "revocationPending").isEmpty)
        }

        @Test func `a reused refresh token ends the session where the provider watches for it`() async throws {
            let visit = try await Visit(.djangoRotating)
            try await visit.signIn()
            let thief = try await visit.twin()
            _ = try await visit.session.refresh()
            await #expect(throws: SessionError.self) { _ = try await thief.refresh() }
            // The provider has taken back the whole family: the honest session is over too, and says why.
            await #expect(throws: SessionError.self) { _ = try await visit.session.refresh() }
            guard case .noSession(.refreshRejected(.named(let error))) = await visit.session.state else {
                Issue.record("\(await visit.session.state)")
                return
            }
            #expect(error.code == "invalid_grant")
        }

        @Test(arguments: [KnownProvider.djangoRotating, .djangoSteady])
        func `a later sign-in of the user elsewhere, which ID tokens then tell as auth_time, stops no refresh`(
            provider: KnownProvider
        ) async throws {
            let visit = try await Visit(provider)
            try await visit.signIn()
            let elsewhere = try await Visit(provider)
            let signedInAt = try await authenticationTime(in: visit.session)
            // It is told in whole seconds.
            try await until { Date.now.timeIntervalSince(signedInAt) > 1 }
            try await elsewhere.signIn()
            try await visit.session.refresh()
            #expect(visit.events(named: "idTokenRejected").isEmpty)
            #expect(try await authenticationTime(in: visit.session) > signedInAt)
        }

        @Test func `an ID token by Ed25519 and signed userinfo are verified`() async throws {
            let visit = try await Visit(.canaille) { $0.clientID = "console-signed" }
            try await visit.signIn()
            guard case .verified(let algorithm, keyID: _) = await visit.session.status.idToken?.trust else {
                Issue.record("\(String(describing: await visit.session.status.idToken?.trust))")
                return
            }
            #expect(algorithm == "EdDSA")
            #expect(try await visit.session.fetchUserInfo().subject == "alice")
        }

        @Test func `an access token that is revoked alone is replaced once, and the calls go through`() async throws {
            let visit = try await Visit(.glewlwyd)
            try await visit.signIn()
            try await visit.revokeAccessToken()
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await visit.callAPI().response.status } }
                for try await status in group { #expect(status == 200) }
            }
            #expect(visit.events(named: "refreshed").count == 1)
            #expect(visit.events(named: "forcedOut").isEmpty)
        }

        @Test func `invariant 42: a session whose refreshes are refused without a word is suspect, then over`()
            async throws
        {
            let clock = TestClock(now: .now)
            let visit = try await Visit(.glewlwyd, clock: clock)
            try await visit.signIn()
            let twin = try await visit.twin()
            try await twin.signOut()
            let answer = try await visit.callAPI()
            #expect(answer.response.status == 401)
            #expect(await visit.session.state.isAuthenticated)
            #expect(await visit.session.status.suspicion?.refusal == .unexplained(status: 400))
            let session = visit.session
            for _ in 0..<2 {
                #expect(await session.state.isAuthenticated)
                clock.advance(by: .seconds(15))
                _ = await sessionError { try await session.refresh() }
            }
            #expect(await session.state == .noSession(.refreshRejected(.unexplained(status: 400))))
        }

        @Test func `a request may be pushed first`() async throws {
            let visit = try await Visit(.glewlwyd) { $0.pushesAuthorizationRequests = true }
            try await visit.signIn()
            #expect(await visit.session.state.isAuthenticated)
        }

        @Test func `a confidential client's secret of any characters reaches the provider as it is`() async throws {
            for authentication in [ClientAuthentication.basic, ClientAuthentication.post] {
                let visit = try await Visit(.djangoRotating) {
                    $0.clientID = "console-confidential"
                    $0.authentication = authentication(Secret("a secret: of + & = % and more"))
                }
                try await visit.signIn()
                #expect(await visit.session.state.isAuthenticated)
            }
        }

        @Test(arguments: [(KnownProvider.glewlwyd, "ES256"), (.canaille, "RS256")])
        func `a client is known by what it signs, at the sign-in and at each refresh`(
            provider: KnownProvider, algorithm: String
        ) async throws {
            let visit = try await Visit(provider) { try identify(&$0, by: ProviderFleet.current.signingKey(algorithm)) }
            try await visit.signIn()
            for _ in 0..<2 {
                try await visit.awaitNewToken()
                try await visit.session.refresh()
            }
            #expect(try await visit.callAPI().verdict == .accepted)
            #expect(visit.exchanges(during: .token).count == 3)
        }

        @Test(arguments: [KnownProvider.glewlwyd, .canaille])
        func `by a key that the provider does not know, nobody is that client`(provider: KnownProvider) async throws {
            let visit = try await Visit(provider) { configuration in
                let file = try ProviderFleet.current.client.keyFile
                try identify(&configuration, by: ClientKey(contentsOf: file))
            }
            await #expect(throws: SessionError.self) { try await visit.signIn() }
            #expect(visit.exchanges(during: .token).count == 1)
            #expect(await !visit.session.state.isAuthenticated)
        }

        private func authenticationTime(in session: Session) async throws -> Date {
            let token = try #require(await session.revealTokens()?.idToken)
            return try #require(try JWT.parse(token.reveal()).claims.authTime)
        }

        private func identify(_ configuration: inout ClientConfiguration, by key: ClientKey) {
            configuration.clientID = "console-signing"
            configuration.authentication = .privateKeyJWT(key)
        }
    }
}
