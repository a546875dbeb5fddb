import FoundationEssentials
import SessionCore
import Synchronization
import TestSupport
import Testing

/// Sessions whose flow needs no person: the flow renews them.
@Suite(.timeLimit(.minutes(5)))
struct RepeatedSignInTests {
    /// Exchanges a token that a file holds, which is another one each time.
    private struct WorkloadFlow: RepeatableSignInFlow {
        let name = "workload"
        let contents: @Sendable () throws -> String

        func grant(for configuration: ClientConfiguration) throws -> FormParameters {
            [
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": try contents(),
                "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
            ]
        }
    }

    private struct MissingFile: Error, CustomStringConvertible {
        var description: String { "token: no such file" }
    }

    /// A client that can authenticate; its provider issues C1, C2, … for a minute each.
    private static func fixture(
        sharing other: SessionFixture? = nil, change: (inout ClientConfiguration) -> Void = { _ in }
    ) -> SessionFixture {
        let fixture = SessionFixture(
            store: other?.store ?? MemoryStore(), clock: other?.clock ?? TestClock(),
            transport: other?.transport ?? ScriptedTransport()
        ) {
            $0.authentication = .basic(Secret("s"))
            change(&$0)
        }
        let transport = fixture.transport
        transport.always("/token") { request in
            let number = transport.requests(to: "/token").count
            return try await ScriptedTransport.tokens(access: "C\(number)", refresh: nil)(request)
        }
        return fixture
    }

    private static func signedIn() async throws -> SessionFixture {
        let fixture = fixture()
        try await fixture.session.configure()
        try await fixture.session.signIn(ClientCredentialsFlow())
        return fixture
    }

    @Test func `end 4: 600 calls of a client's own session across three expiries make four token requests`()
        async throws
    {
        let fixture = try await Self.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let session = fixture.session
        let request = try fixture.request()
        for _ in 0..<3 {
            fixture.expireAccessToken()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<200 { group.addTask { try await session.send(request).response.status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count == 200 && statuses.allSatisfy { $0 == 200 })
        }
        #expect(fixture.tokenRequests.map { $0.form["grant_type"] } == Array(repeating: "client_credentials", count: 4))
        #expect(fixture.count("refreshed") == 3 && fixture.count("forcedOut") == 0)
        #expect(await session.status.generation == 1)
        #expect(await session.status.isRenewedByFlow)
    }

    @Test func `invariant 50: another process renews the session by the flow's name, and the first adopts its token`()
        async throws
    {
        let one = try await Self.signedIn()
        let two = Self.fixture(sharing: one)
        try await two.session.configure()
        #expect(await two.session.status.isRenewedByFlow)
        one.expireAccessToken()
        #expect(try await two.session.accessToken().value.reveal() == "C2")
        #expect(try await one.session.accessToken().value.reveal() == "C2")
        #expect(one.tokenRequests.count == 2)
        #expect(await two.session.status.generation == 1)
    }

    @Test func `end 4: a refused repetition keeps the session, backs off, and is no forced logout`() async throws {
        for code in ["invalid_client", "unauthorized_client", "invalid_grant", "access_denied"] {
            let fixture = try await Self.signedIn()
            let session = fixture.session
            fixture.transport.always("/token", ScriptedTransport.refusal(code, status: 401))
            for attempt in 1...3 {
                fixture.clock.advance(by: .seconds(61))
                let error = await sessionError { _ = try await session.accessToken() }
                guard case .refused(let refusal, during: .token) = error else {
                    Issue.record("threw \(String(describing: error))")
                    return
                }
                #expect(refusal.code == code)
                guard case .backingOff = await sessionError({ _ = try await session.accessToken() }) else {
                    Issue.record("it does not back off")
                    return
                }
                #expect(fixture.tokenRequests.count == attempt + 1)
            }
            #expect(await session.state.isAuthenticated)
            #expect(fixture.count("forcedOut") == 0)
            fixture.clock.advance(by: .seconds(61))
            fixture.transport.always("/token", ScriptedTransport.tokens(access: "D1", refresh: nil))
            #expect(try await session.accessToken().value.reveal() == "D1")
        }
    }

    @Test func `end 4: an API that refuses the client's fresh tokens does not end its session`() async throws {
        let fixture = try await Self.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        let answer = try await fixture.session.send(try fixture.request())
        guard case .rejectedByAPI = answer.verdict else {
            Issue.record("\(answer.verdict)")
            return
        }
        #expect(fixture.tokenRequests.count == 2)
        #expect(fixture.count("forcedOut") == 0)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    @Test func `end 4: on_401 logout does not end a client's own session either`() async throws {
        let fixture = Self.fixture { $0.unauthorizedPolicy = .forceLogout }
        let session = fixture.session
        try await session.configure()
        try await session.signIn(ClientCredentialsFlow())
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        for _ in 1...2 {
            let answer = try await session.send(try fixture.request())
            guard case .rejectedByAPI = answer.verdict else {
                Issue.record("\(answer.verdict)")
                return
            }
        }
        #expect(fixture.count("forcedOut") == 0)
        #expect(await session.state.isAuthenticated)
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        #expect(try await session.send(try fixture.request()).verdict == .accepted)
    }

    @Test func `end 4: a refresh token that came as well is not used`() async throws {
        let fixture = Self.fixture()
        try await fixture.session.configure()
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "C1", refresh: "R1"))
        try await fixture.session.signIn(ClientCredentialsFlow())
        fixture.expireAccessToken()
        #expect(try await fixture.session.accessToken().value.reveal() == "C2")
        #expect(fixture.tokenRequests.last?.form["grant_type"] == "client_credentials")
    }

    @Test func `end 4: a flow of the caller's own renews its session with what it holds then`() async throws {
        let contents = Mutex("first")
        let flow = WorkloadFlow { contents.withLock(\.self) }
        let fixture = Self.fixture()
        try await fixture.session.configure()
        try await fixture.session.signIn(flow)
        contents.withLock { $0 = "second" }
        fixture.expireAccessToken()
        #expect(try await fixture.session.accessToken().value.reveal() == "C2")
        #expect(fixture.tokenRequests.map { $0.form["subject_token"] } == ["first", "second"])

        // After a restart it is renewed by the flow that the session was created with. A process without that flow
        // leaves it to the others.
        let later = Session(
            client: fixture.session.client, transport: fixture.transport, store: fixture.store, clock: fixture.clock,
            renewing: [flow])
        try await later.configure()
        fixture.expireAccessToken()
        #expect(try await later.accessToken().value.reveal() == "C3")
        let without = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await without.session.configure()
        fixture.expireAccessToken()
        let error = await sessionError { _ = try await without.session.accessToken() }
        guard case .invalidConfiguration(setting: .authentication, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("workload") && without.count("forcedOut") == 0)
        #expect(try await later.accessToken().value.reveal() == "C4")
    }

    @Test func `end 4: what keeps a flow from making its request is said, and the session is kept`() async throws {
        let isMissing = Mutex(false)
        let flow = WorkloadFlow {
            if isMissing.withLock(\.self) { throw MissingFile() }
            return "first"
        }
        let fixture = Self.fixture()
        let session = fixture.session
        try await session.configure()
        try await session.signIn(flow)
        isMissing.withLock { $0 = true }
        fixture.expireAccessToken()
        #expect(
            await sessionError { _ = try await session.accessToken() }
                == .unintelligible("token: no such file", during: .token))
        #expect(await session.state.isAuthenticated)
    }

    @Test func `end 4: a public client's session still ends with its token`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(refresh: nil, name: "client-credentials"))
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(
            await sessionError { _ = try await session.accessToken() } == .sessionExpired(.expiredWithoutRefreshToken))
    }
}
