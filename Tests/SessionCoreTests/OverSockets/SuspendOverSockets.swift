import DemoProvider
import FoundationEssentials
import Glibc
import SessionCore
import Synchronization
import TestSupport
import Testing

/// A clock that goes on, and nights that the machine sleeps through.
private final class SuspendableClock: SessionClock {
    private let base = SlowClock()
    private let slept = Mutex(Duration.zero)

    var now: Date { base.now + slept.withLock { Double($0.components.seconds) } }
    var uptime: Duration { base.uptime + slept.withLock(\.self) }

    /// The lid is closed, and opened after that long.
    func suspend(for duration: Duration) { slept.withLock { $0 += duration } }

    func sleep(for duration: Duration) async throws { try await base.sleep(for: duration) }
}

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SuspendOverSockets {
    private static let night = Duration.seconds(8 * 3600)

    /// A session on a machine that has slept for a night since it signed in, and a provider that has not.
    private func afterNight(
        refreshTokenLifetime: Duration, test: (LiveSession, Session) async throws -> Void
    ) async throws {
        try await withLiveSession(signedInAs: nil, provider: { $0.refreshTokenLifetime = refreshTokenLifetime }) {
            live in
            let clock = SuspendableClock()
            let session = Session(client: live.client, transport: live.wire, store: live.store, clock: clock)
            try await session.configure()
            try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
            let answer = try await session.send(live.request())
            #expect(answer.verdict == .accepted)
            clock.suspend(for: Self.night)
            await live.demo.setClockOffset(Self.night)
            try await test(live, session)
        }
    }

    @Test
    func `statement 20, invariant 35 over sockets: after suspend the first use refreshes, and no dead token is sent`()
        async throws
    {
        try await afterNight(refreshTokenLifetime: Self.night * 2) { live, session in
            let request = try live.request()
            for call in inParallel(5, { try await session.send(request).verdict }) {
                #expect(try await call.value == .accepted)
            }
            #expect(await live.refreshes == 1)
            #expect(await live.answers(at: "/orders") == ["200": 6])
        }
    }

    @Test func `invariant 35 over sockets: what has ended in the night is seen at the first use, and told as such`()
        async throws
    {
        try await afterNight(refreshTokenLifetime: .seconds(600)) { live, session in
            guard
                case .sessionExpired(.refreshRejected(.named(let error))) = await sessionError({
                    _ = try await session.send(live.request())
                })
            else {
                Issue.record("the end is not noticed")
                return
            }
            #expect(error.code == "invalid_grant")
            #expect(await live.answers(at: "/orders") == ["200": 1])
            try await until { try await live.store.holdsNoToken }
        }
    }

    @Test func `invariant 35 over sockets: a process that starts after the night sees the true expiry as well`()
        async throws
    {
        try await afterNight(refreshTokenLifetime: Self.night * 2) { live, _ in
            let clock = SuspendableClock()
            clock.suspend(for: Self.night)
            let restarted = Session(client: live.client, transport: live.wire, store: live.store, clock: clock)
            try await restarted.configure()
            #expect(try await restarted.send(live.request()).verdict == .accepted)
            #expect(await live.answers(at: "/orders") == ["200": 2])
            #expect(await live.refreshes == 1)
        }
    }

    @Test func `invariant 35: the machine's clock is the one that counts suspend`() {
        func boot() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let (before, now, after) = (boot(), SystemClock().uptime, boot())
        #expect(before <= now && now <= after)
    }
}
