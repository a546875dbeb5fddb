import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// A signed-in session between a provider and an API that are scripted, or real and behind sockets.
struct Stage: Sendable {
    enum Network: String, Sendable, CaseIterable {
        case scripted, sockets
    }

    let session: Session
    let wire: Wire
    let store: any SessionStore
    /// What can go wrong at the provider and the API.
    let faults: Faults
    private let api: String

    struct Faults: Sendable {
        /// The API accepts no token that has been issued so far.
        let rejectAccessToken: @Sendable () async throws -> Void
        /// The API rejects every token with a bare 401, and so does userinfo.
        let rejectEveryToken: @Sendable () async -> Void
        /// The API answers its next request with this status.
        let answer: @Sendable (Int) async -> Void
        /// The token endpoint answers its next request with this status.
        let failRefresh: @Sendable (Int) async -> Void
        /// The provider answers the next refresh with `invalid_grant`.
        let rejectRefresh: @Sendable () async -> Void
    }

    func request(_ method: String = "GET", body: HTTPBody = .none) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try #require(URL(string: api + "/orders")), body: body)
    }

    func send(_ method: String = "GET", body: HTTPBody = .none) async throws -> AuthorizedResponse {
        try await session.send(try request(method, body: body))
    }

    /// How many refreshes have been sent.
    var refreshes: Int { wire.requests(to: "/token").count { $0.form["grant_type"] == "refresh_token" } }

    var calls: Int { wire.requests(to: "/orders").count }

    func events(_ name: String) -> Int { session.recentEvents.count { $0.name == name } }

    /// Returns once so many callers wait for the refresh under way.
    func waiting(_ count: Int) async throws {
        try await until { [session] in await session.status.refreshWaiters == count }
    }
}

extension Stage {
    static func run(_ network: Network, _ test: (Stage) async throws -> Void) async throws {
        switch network {
        case .scripted: try await test(try await scripted())
        case .sockets:
            try await withLiveSession { live in
                try await test(
                    Stage(
                        session: live.session, wire: live.wire, store: live.store, faults: Faults(live.demo),
                        api: live.demo.api))
            }
        }
    }

    private static func scripted() async throws -> Stage {
        let transport = ScriptedTransport()
        let wire = Wire(over: transport)
        let store = MemoryStore()
        transport.publishProvider(SessionFixture.issuer)
        let clock = TestClock()
        let session = Session(
            client: SessionFixture.configuration, transport: wire, store: store, clock: clock,
            randomness: CountingRandomness())
        let faults = Faults(transport)
        try await session.configure()
        try await session.signIn(GivenTokens())
        // The token is older than the requests to come.
        clock.advance(by: .seconds(1))
        return Stage(session: session, wire: wire, store: store, faults: faults, api: SessionFixture.api)
    }
}

extension Stage.Faults {
    fileprivate init(_ demo: DemoProvider) {
        rejectAccessToken = { try await demo.revokeAccessTokens(of: "alice") }
        rejectEveryToken = {
            await demo.inject(.status(401), at: .path("/orders"), times: 100)
            await demo.inject(.status(401), at: .endpoint(.userInfo), times: 100)
        }
        answer = { await demo.inject(.status($0), at: .path("/orders")) }
        failRefresh = { await demo.inject(.status($0), at: .endpoint(.token)) }
        rejectRefresh = { await demo.rejectNextRefreshes() }
    }

    fileprivate init(_ transport: ScriptedTransport) {
        let api = ScriptedAPI(accepting: ["A1", "A2"])
        transport.always("/token", ScriptedTransport.tokens())
        transport.always("/orders", api.answer)
        transport.always("/userinfo", ScriptedTransport.json("{\"sub\":\"alice\"}"))
        transport.always("/revoke", ScriptedTransport.answer(200))
        rejectAccessToken = { api.accept(["A2"]) }
        rejectEveryToken = {
            transport.always("/orders", ScriptedTransport.answer(401))
            transport.always("/userinfo", ScriptedTransport.answer(401))
        }
        answer = { transport.once("/orders", ScriptedTransport.answer($0)) }
        failRefresh = { transport.once("/token", ScriptedTransport.answer($0)) }
        rejectRefresh = { transport.once("/token", ScriptedTransport.refusal("invalid_grant")) }
    }
}
