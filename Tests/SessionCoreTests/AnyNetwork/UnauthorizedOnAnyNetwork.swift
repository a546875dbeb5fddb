import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UnauthorizedOnAnyNetwork {
    @Test(arguments: Stage.Network.allCases)
    func `statement 10, invariant 14: at most one retry is sent, and the second 401 goes to the caller`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            await stage.faults.rejectEveryToken()
            let answer = try await stage.send()
            #expect(answer.response.status == 401)
            #expect(answer.facts.attempts == 2)
            #expect(answer.consequence == .sessionExpired(.forcedOut(request: "GET /orders")))
            #expect(stage.calls == 2)
            #expect(stage.refreshes == 1)
            #expect(await stage.session.state == .noSession(.forcedOut(request: "GET /orders")))
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `invariant 16: a 403 spends no refresh token and ends nothing`(network: Stage.Network) async throws {
        try await Stage.run(network) { stage in
            await stage.faults.answer(403)
            let answer = try await stage.send()
            #expect(answer.verdict == .none)
            #expect(stage.calls == 1)
            #expect(stage.refreshes == 0)
            #expect(await stage.session.state.isAuthenticated)
            #expect(stage.events("forbidden") == 1)
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `invariant 18: a stream is not sent twice; the token is renewed and the 401 goes to the caller`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            try await stage.faults.rejectAccessToken()
            let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield(Array("once".utf8))
                continuation.finish()
            }
            let answer = try await stage.send("PUT", body: .stream(HTTPBodyStream(chunks: chunks)))
            #expect(answer.response.status == 401)
            #expect(answer.facts.attempts == 1)
            #expect(stage.calls == 1)
            #expect(stage.refreshes == 1)
            #expect(try await stage.send().verdict == .accepted)
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `statements 10 and 14, invariant 19: many 401s to one token give one refresh and one retry each`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            try await stage.faults.rejectAccessToken()
            stage.wire.gatherAnswers(50, from: "/orders")
            let hold = stage.wire.holdAnswer(from: "/token")
            let calls = inParallel(50) { try await stage.send() }
            try await stage.waiting(50)
            hold.release()
            for call in calls {
                let answer = try await call.value
                #expect(answer.verdict == .accepted)
                #expect(answer.facts.attempts == 2)
                #expect(answer.facts.waitedForRefresh != nil)
            }
            #expect(stage.calls == 100)
            #expect(stage.refreshes == 1)
            #expect(await stage.session.status.unauthorizedCount == 50)
        }
    }

    @Test(arguments: Stage.Network.allCases)
    func `invariant 20: userinfo's 401 with an empty body ends the session as invalid_grant does`(
        network: Stage.Network
    ) async throws {
        try await Stage.run(network) { stage in
            await stage.faults.rejectEveryToken()
            let error = await sessionError { try await stage.session.fetchUserInfo() }
            #expect(error == .sessionExpired(.userInfoRejected))
            #expect(await stage.session.state == .noSession(.userInfoRejected))
            #expect(stage.refreshes == 1)
            try await until { try await stage.store.holdsNoToken }
            #expect(stage.events("forcedOut") == 1)
        }
    }
}
