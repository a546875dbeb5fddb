import DemoProvider
import FaultInjection
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClocksOverSockets {
    @Test func `invariant 33 over sockets: a lifetime counts from before the request was sent`() async throws {
        try await withLiveSession(clock: SystemClock()) { live in
            await live.demo.inject(.slow(.milliseconds(400)), at: .endpoint(.token))
            try await live.session.refresh()
            let end = try #require(try await live.session.accessToken().expiresAt)
            // An hour from the answer would be later than this.
            #expect(end <= Date().addingTimeInterval(3_600 - 0.4))
        }
    }

    @Test(arguments: [Duration.seconds(36_000), .seconds(-36_000)])
    func `invariant 34 over sockets: clocks that are hours apart cost no refresh`(offset: Duration) async throws {
        try await withLiveSession(signedInAs: nil) { live in
            await live.demo.setClockOffset(offset)
            try await live.session.configure()
            try await live.signIn()
            for _ in 0..<5 { #expect(try await live.send().verdict == .accepted) }
            #expect(await live.refreshes == 0)
            let skew = try #require(await live.session.status.clockSkew)
            // Off by half of the time that the exchange took, at most.
            #expect(abs((skew - offset) / .seconds(1)) < 600)
        }
    }

    @Test(arguments: [Duration.seconds(300), .seconds(-300)])
    func `statement 19: with a server's clock five minutes off the times stay right, and the skew is known`(
        offset: Duration
    ) async throws {
        try await withLiveSession(signedInAs: nil, clock: SystemClock()) { live in
            await live.demo.setClockOffset(offset)
            try await live.session.configure()
            let before = Date()
            try await live.signIn()
            let after = Date()
            let status = await live.session.status
            guard case .at(let end, .expiresIn) = status.accessToken?.expiry else {
                Issue.record("the end is not known")
                return
            }
            #expect(end >= before.addingTimeInterval(3_599) && end <= after.addingTimeInterval(3_600))
            let due = try #require(status.refreshDueAt)
            #expect(due < end && due > end.addingTimeInterval(-3_600 / 5 - 1))
            // The Date field has whole seconds.
            let took = after.timeIntervalSince(before)
            #expect(abs((try #require(status.clockSkew) - offset) / .seconds(1)) < 2 + took)
        }
    }

    @Test func `invariant 34 over sockets: a provider whose clock jumps costs one refresh`() async throws {
        try await withLiveSession { live in
            let rejected = try await live.tokens.access
            await live.demo.setClockOffset(.seconds(3_700))
            for _ in 0..<5 { #expect(try await live.send().verdict == .accepted) }
            #expect(await live.refreshes == 1)
            #expect(await live.answers(at: "/orders") == ["401": 1, "200": 5])
            #expect(try await live.tokens.access != rejected)
        }
    }

    @Test(arguments: [InjectableFault.clockAhead, .clockBehind])
    func `invariant 34 over sockets: our own wall clock may jump without a refresh`(jump: InjectableFault)
        async throws
    {
        let switches = FaultSwitches()
        try await withLiveSession { live in
            let session = Session(
                client: live.client, transport: live.wire, store: MemoryStore(),
                clock: SkewedClock(SystemClock(), switches: switches))
            try await session.configure()
            try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
            switches.arm(jump)
            for _ in 0..<5 { #expect(try await session.send(live.request()).verdict == .accepted) }
            #expect(await live.refreshes == 0)
        }
    }

    /// Literals of `expires_in`, and whether the end is known afterwards.
    static let lifetimes: [(literal: String?, isKnown: Bool)] = [
        (nil, false), ("null", false), ("\"60\"", true), ("60", true), ("0", true), ("-60", true), ("1e30", true),
        ("5", true), ("\"soon\"", false),
    ]

    @Test(arguments: lifetimes)
    func `invariant 36 over sockets: no expires_in causes a refresh for every call`(
        literal: String?, isKnown: Bool
    ) async throws {
        try await withLiveSession(clock: TestClock(now: Date())) { live in
            let member = literal.map { ",\"expires_in\":\($0)" } ?? ""
            let body = #"{"access_token":"A2","token_type":"Bearer"\#(member)}"#
            await live.demo.inject(.status(200, body: body), at: .endpoint(.token))
            try await live.session.refresh()
            for _ in 0..<20 { #expect(try await live.session.accessToken().value.reveal() == "A2") }
            #expect(await live.refreshes == 1)
            let expiry = await live.session.status.accessToken?.expiry
            #expect((expiry != .unknown) == isKnown)
        }
    }

    @Test func `the end of the refresh token is shown, and survives a new start`() async throws {
        try await withLiveSession(store: .file) { live in
            let before = Date()
            try await live.session.refresh()
            let restarted = live.another(on: live.store)
            try await restarted.configure()
            for session in [live.session, restarted] {
                guard case .at(let end, .refreshExpiresIn) = await session.status.refreshToken?.expiry else {
                    Issue.record("the end is not known")
                    return
                }
                #expect(end > before.addingTimeInterval(35_999) && end < Date().addingTimeInterval(36_001))
            }
        }
    }
}
