import SessionCore
import TestSupport
import Testing

extension RealProviders {
    /// What must hold with every provider.
    @Suite struct EveryProvider {
        @Test(arguments: KnownProvider.allCases)
        func `a person signs in by code, and the ID token is verified by the published keys`(
            provider: KnownProvider
        ) async throws {
            let visit = try await Visit(provider)
            try await visit.signIn()
            #expect(await visit.session.state == .authenticated(.signedIn(flow: "code")))
            let status = await visit.session.status
            guard case .verified = status.idToken?.trust else {
                Issue.record("\(String(describing: status.idToken?.trust))")
                return
            }
            let info = try await visit.session.fetchUserInfo()
            #expect(info.subject == status.subject)
        }

        @Test(arguments: KnownProvider.allCases)
        func `the API behind the gateway takes the token`(provider: KnownProvider) async throws {
            let visit = try await Visit(provider)
            try await visit.signIn()
            let answer = try await visit.callAPI()
            #expect(answer.response.status == 200)
            #expect(answer.verdict == .accepted)
            #expect(String(decoding: answer.response.body, as: UTF8.self).contains("orders"))
        }

        @Test(arguments: KnownProvider.allCases)
        func `a refresh yields another access token, and another refresh token where they rotate`(
            provider: KnownProvider
        ) async throws {
            let visit = try await Visit(provider)
            try await visit.signIn()
            let before = await visit.session.status
            for _ in 0..<3 {
                try await visit.awaitNewToken()
                _ = try await visit.session.refresh()
            }
            let after = await visit.session.status
            #expect(after.refreshCount == 3)
            #expect(after.accessToken?.fingerprint != before.accessToken?.fingerprint)
            #expect((after.refreshToken?.fingerprint != before.refreshToken?.fingerprint) == provider.rotates)
            #expect(after.subject == before.subject)
            #expect(try await visit.callAPI().response.status == 200)
        }

        @Test(arguments: KnownProvider.allCases.filter(\.explainsRejections))
        func `when the session is revoked elsewhere, the next call forces the user out, once and with the cause`(
            provider: KnownProvider
        ) async throws {
            let visit = try await Visit(provider)
            try await visit.signIn()
            #expect(try await visit.callAPI().response.status == 200)
            try await visit.revokeElsewhere()
            let isAccepted = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { (try? await visit.callAPI().response.status) ?? 401 != 401 }
                }
                return await group.contains(true)
            }
            #expect(!isAccepted)
            guard case .noSession(.refreshRejected(.named(let error))) = await visit.session.state else {
                Issue.record("\(await visit.session.state)")
                return
            }
            #expect(error.code == "invalid_grant")
            let end = try #require(visit.events(named: "forcedOut").first)
            #expect(visit.events(named: "forcedOut").count == 1)
            #expect(visit.events(named: "refreshStarted").count == 1)
            #expect(
                visit.causes(of: end) == [
                    "forcedOut", "refreshRejected", "refreshStarted", "unauthorized", "requestStarted",
                ])
        }

        @Test(arguments: KnownProvider.allCases)
        func `end 2: an API that takes none of the provider's tokens ends nothing, since userinfo takes them`(
            provider: KnownProvider
        ) async throws {
            let stranger: KnownProvider = provider == .canaille ? .djangoSteady : .canaille
            let visit = try await Visit(provider) { $0.apis += try stranger.configuration(.current).apis }
            try await visit.signIn()
            try await visit.awaitNewToken()
            let answer = try await visit.callAPI(of: stranger)
            #expect(answer.response.status == 401)
            guard case .rejectedByAPI(let challenge?) = answer.verdict else {
                Issue.record("\(answer.verdict)")
                return
            }
            #expect(challenge.error == "invalid_token")
            #expect(visit.events(named: "unauthorized").count == 2)
            #expect(visit.events(named: "refreshed").count == 1)
            #expect(visit.events(named: "userInfoFetched").count == 1)
            #expect(visit.events(named: "forcedOut").isEmpty)
            #expect(visit.events(named: "revoked").isEmpty)
            #expect(await visit.session.state.isAuthenticated)
            #expect(try await visit.callAPI().verdict == .accepted)
        }

        @Test(arguments: KnownProvider.allCases)
        func `where the first 401 is to end the session, it does, and nothing is refreshed`(
            provider: KnownProvider
        ) async throws {
            let visit = try await Visit(provider) { $0.unauthorizedPolicy = .forceLogout }
            try await visit.signIn()
            #expect(try await visit.callAPI().response.status == 200)
            try await visit.revokeElsewhere()
            #expect(try await visit.callAPI().response.status == 401)
            guard case .noSession(.forcedOut) = await visit.session.state else {
                Issue.record("\(await visit.session.state)")
                return
            }
            #expect(visit.events(named: "refreshStarted").isEmpty)
            let end = try #require(visit.events(named: "forcedOut").first)
            #expect(visit.causes(of: end) == ["forcedOut", "unauthorized", "requestStarted"])
        }

        @Test(arguments: KnownProvider.allCases.filter(\.revokes))
        func `signing out revokes the tokens at the provider`(provider: KnownProvider) async throws {
            let visit = try await Visit(provider)
            try await visit.signIn()
            let twin = try await visit.twin()
            try await visit.session.signOut()
            #expect(await visit.session.state == .noSession(.signedOut))
            #expect(visit.events(named: "revoked").count == 2)
            #expect(try await visit.store.holdsNoSession)
            await #expect(throws: SessionError.self) { _ = try await twin.refresh() }
            guard provider.explainsRejections else { return }
            guard case .noSession(.refreshRejected) = await twin.state else {
                Issue.record("\(await twin.state)")
                return
            }
        }
    }
}
