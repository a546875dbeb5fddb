import FaultInjection
import Foundation
import SessionCore
import Synchronization
import TestSupport
import Testing

/// Where a fault struck: the event that tells of it names the exchange, and the exchange names the fault.
@Suite(.timeLimit(.minutes(5))) struct StruckExchangeTests {
    private let transport = ScriptedTransport()
    private let switches: FaultSwitches
    private let session: Session
    private let clock = TestClock()
    private let store = MemoryStore()

    init() async throws {
        let reporter = Reporter()
        let switches = FaultSwitches { reporter.report($0) }
        self.switches = switches
        transport.publishProvider(SessionFixture.issuer)
        transport.always("/token", ScriptedTransport.tokens())
        transport.always("/orders", ScriptedTransport.answer(200))
        session = Session(
            client: SessionFixture.configuration,
            transport: FaultInjector(transport, switches: switches, clock: clock, readsMarks: true),
            store: store, clock: clock)
        reporter.session.withLock { [session] in $0 = session }
        try await session.configure()
        try await session.signIn(GivenTokens())
    }

    private var exchanges: [HTTPExchange] {
        session.recentEvents.compactMap { if case .exchange(let exchange) = $0.kind { exchange } else { nil } }
    }

    private var struck: [InjectedFault] {
        session.recentEvents.compactMap { if case .injected(let fault) = $0.kind { fault } else { nil } }
    }

    private func call() throws -> HTTPRequest {
        HTTPRequest(url: try #require(URL(string: SessionFixture.api + "/orders")))
    }

    @Test func `a call that a fault struck is named by it, and names it`() async throws {
        _ = try await session.send(call())
        switches.arm(.networkOff)
        await #expect(throws: SessionError.self) { try await session.send(call()) }
        _ = try await session.send(call())
        let calls = exchanges.filter { $0.purpose == .request }
        #expect(calls.map(\.faults) == [[], ["network-off"], []])
        #expect(struck.map(\.exchange) == [calls[1].id])
        #expect(struck.map(\.step) == [.struck])
        #expect(Set(exchanges.map(\.id)).count == exchanges.count)
    }

    @Test func `so is a message to the provider, by all that struck it`() async throws {
        try await session.refresh()
        switches.arm(.replayedRefreshToken)
        switches.arm(.droppedRefreshToken)
        try await session.refresh()
        let tokens = exchanges.filter { $0.purpose == .token }
        #expect(tokens.map(\.faults) == [[], ["refresh-token-replayed", "refresh-token-dropped"]])
        #expect(struck.map(\.exchange) == [tokens[1].id, tokens[1].id])
    }

    @Test func `a call that ran out of its time tells of its limit`() async throws {
        transport.once("/orders", ScriptedTransport.failure(.timedOut(.waiting)))
        var request = try call()
        request.timeout = .seconds(2)
        await #expect(throws: SessionError.self) { try await session.send(request) }
        #expect(exchanges.last?.failure == "timed out (limit 2 s) while waiting for the answer")
    }

    @Test func `a message with a replayed token shows the token that was sent`() async throws {
        transport.always("/token", ScriptedTransport.tokens(refresh: "R2"))
        try await session.refresh()
        switches.arm(.replayedRefreshToken)
        try await session.refresh()
        let bodies = exchanges.filter { $0.purpose == .token }.compactMap(\.requestBody)
        #expect(transport.requests(to: "/token").map { $0.form["refresh_token"] } == ["R1", "R1"])
        let sent = "refresh_token=•••• \(Secret("R1").fingerprint)"
        #expect(bodies.count == 2 && bodies.allSatisfy { $0.contains(sent) }, "\(bodies)")
        try await session.refresh()
        #expect(
            exchanges.last?.requestBody?.contains("refresh_token=•••• \(Secret("R2").fingerprint)") == true,
            "only the message that was struck")
    }

    @Test func `a token that another process rotated is spent, and is replayed`() async throws {
        let other = SessionFixture(store: store, clock: clock, transport: transport)
        try await other.session.configure()
        transport.once("/token", ScriptedTransport.tokens(refresh: "R2"))
        try await other.session.refresh()
        await session.checkStore()
        switches.arm(.replayedRefreshToken)
        try await session.refresh()
        #expect(transport.requests(to: "/token").map { $0.form["refresh_token"] } == ["R1", "R1"])
        #expect(switches.armed.isEmpty)
    }

    @Test func `a token of the session before another process's sign-in is not replayed`() async throws {
        let other = SessionFixture(store: store, clock: clock, transport: transport)
        try await other.session.configure()
        try await other.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        await session.checkStore()
        switches.arm(.replayedRefreshToken)
        try await session.refresh()
        #expect(transport.requests(to: "/token").map { $0.form["refresh_token"] } == ["S1"])
        #expect(switches.armed == [.replayedRefreshToken: .times(1)])
    }

    @Test func `a fault of the provider is known by the mark of its answer`() async throws {
        transport.once(
            "/token",
            ScriptedTransport.json(
                #"{"error":"invalid_grant"}"#, status: 400, headers: ["Injected-Fault": "refresh-rejected"]))
        await #expect(throws: SessionError.self) { try await session.refresh() }
        #expect(exchanges.last { $0.purpose == .token }?.faults == ["refresh-rejected"])
        #expect(struck.map(\.name) == ["refresh-rejected"])
    }
}

/// Passes injections to a session that is made after the switches.
private final class Reporter: Sendable {
    let session = Mutex<Session?>(nil)

    func report(_ injection: FaultSwitches.Injection) {
        session.withLock { $0 }?.report(
            injected: InjectedFault(
                name: injection.name, step: .struck, exchange: injection.exchange, text: injection.description),
            sending: injection.refreshToken)
    }
}
