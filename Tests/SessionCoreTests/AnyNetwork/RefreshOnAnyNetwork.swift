import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RefreshOnAnyNetwork {
    @Test(arguments: Stage.Network.allCases)
    func `statement 10, invariant 1: callers with an expired token cause and share one token request`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            let before = try await stage.session.accessToken().value
            await stage.session.declareAccessTokenExpired()
            let hold = stage.wire.holdAnswer(from: "/token")
            let callers = inParallel(50) { try await stage.session.accessToken().value }
            try await stage.waiting(50)
            hold.release()
            var tokens: Set<Secret> = []
            for caller in callers { tokens.insert(try await caller.value) }
            #expect(tokens == [try await stage.session.accessToken().value])
            #expect(!tokens.contains(before))
            #expect(stage.refreshes == 1)
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `invariant 2: the slot is held until the refresh ends, though its only waiter has left`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            let session = stage.session
            await session.declareAccessTokenExpired()
            let hold = stage.wire.holdAnswer(from: "/token")
            let first = Task { try await session.accessToken().value }
            try await hold.answered()
            first.cancel()
            #expect(await errors(of: [first]) == [.cancelled])
            #expect(await session.status.refreshWaiters == 0)
            let second = Task { try await session.accessToken().value }
            try await stage.waiting(1)
            hold.release()
            _ = try await second.value
            #expect(stage.refreshes == 1)
            #expect(await session.status.refreshWaiters == nil)

            // The finished refresh is not used again.
            await session.declareAccessTokenExpired()
            _ = try await session.accessToken()
            #expect(stage.refreshes == 2)
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `invariant 3: a cancelled caller returns at once, and the others get their token`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            await stage.session.declareAccessTokenExpired()
            let hold = stage.wire.holdAnswer(from: "/token")
            let first = Task { try await stage.send() }
            try await stage.waiting(1)
            let others = inParallel(5) { try await stage.send().response.status }
            try await stage.waiting(6)
            first.cancel()
            // The answer is still kept back: nothing but the cancellation can have ended the wait.
            #expect(await errors(of: [first]) == [.cancelled])
            hold.release()
            for other in others { #expect(try await other.value == 200) }
            #expect(stage.refreshes == 1)
            #expect(await stage.session.state.isAuthenticated)
            #expect(stage.events("refreshFailed") == 0)
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `invariant 5: all waiters share a failure, and none tries again by itself`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            await stage.session.declareAccessTokenExpired()
            await stage.faults.failRefresh(503)
            let hold = stage.wire.holdAnswer(from: "/token")
            let callers = inParallel(18) { try await stage.session.accessToken() }
            try await stage.waiting(18)
            hold.release()
            let reason = network == .sockets ? "the demo provider fails on demand" : nil
            let expected = SessionError.server(status: 503, during: .token, retryAfter: nil, reason: reason)
            #expect(Set(await errors(of: callers)) == [expected])
            #expect(stage.refreshes == 1)
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `statements 11 and 12, invariant 23: a dead session gives every waiter the same error, and is one event`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            await stage.session.declareAccessTokenExpired()
            await stage.faults.rejectRefresh()
            let hold = stage.wire.holdAnswer(from: "/token")
            let tokens = inParallel(5) { try await stage.session.accessToken() }
            let calls = inParallel(5) { try await stage.send() }
            try await stage.waiting(10)
            hold.release()
            let all = Set(await errors(of: tokens) + errors(of: calls))
            guard all.count == 1, case .sessionExpired(.refreshRejected(.named(let error)))?? = all.first else {
                Issue.record("\(all)")
                return
            }
            #expect(error.code == "invalid_grant")
            #expect(await stage.session.state == .noSession(.refreshRejected(.named(error))))
            #expect(
                stage.session.recentEvents.filter { $0.name == "forcedOut" }.map(\.kind)
                    == [.forcedOut(.refreshRejected(.named(error)))])
            #expect(stage.events("refreshRejected") == 1)
            #expect(stage.refreshes == 1)
        }
    }
}
