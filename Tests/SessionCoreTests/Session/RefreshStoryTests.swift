import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// What the events tell of a refresh, whatever led to it.
@Suite(.timeLimit(.minutes(5)))
struct RefreshStoryTests {
    enum Occasion: CaseIterable {
        case expired, due, unauthorized, asked
    }

    private func signedIn() async throws -> SessionFixture {
        let fixture = try await SessionFixture().signedIn()
        let clock = fixture.clock
        fixture.transport.always("/token") { request in
            clock.advance(by: .milliseconds(40))
            return try await ScriptedTransport.tokens()(request)
        }
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        return fixture
    }

    /// Lets the occasion come, and returns the events that must have led to the refresh, the last one first.
    private func bring(_ occasion: Occasion, to fixture: SessionFixture) async throws -> [String] {
        let session = fixture.session
        switch occasion {
        case .expired:
            fixture.expireAccessToken()
            _ = try await session.send(try fixture.request())
            return ["requestStarted"]
        case .due:
            fixture.clock.advance(by: .seconds(50))
            try await session.refreshAccessTokenIfNeeded()
            return []
        case .unauthorized:
            fixture.transport.once("/orders", ScriptedTransport.unauthorized())
            _ = try await session.send(try fixture.request())
            return ["unauthorized", "requestStarted"]
        case .asked:
            try await session.refresh()
            return []
        }
    }

    @Test(arguments: Occasion.allCases)
    func `statement 9: a refresh is told with its cause, its request, status and duration`(occasion: Occasion)
        async throws
    {
        let fixture = try await signedIn()
        let causes = try await bring(occasion, to: fixture)
        let events = fixture.events
        #expect(fixture.count("refreshStarted") == 1)
        let start = try #require(events.first { $0.name == "refreshStarted" })
        var chain: [String] = []
        var next = start.cause
        while let event = events.first(where: { $0.sequence == next }) {
            chain.append(event.name)
            next = event.cause
        }
        #expect(chain == causes)
        guard case .refreshStarted(let trigger, _, _) = start.kind else { return }
        let expected: RefreshTrigger =
            switch occasion {
            case .expired: .expired
            case .due: .expiringSoon
            case .unauthorized: .unauthorized(Secret("A1").fingerprint)
            case .asked: .requestedByUser
            }
        #expect(trigger == expected)

        let exchanges = events.compactMap { event -> HTTPExchange? in
            if case .exchange(let exchange) = event.kind, event.cause == start.sequence, exchange.purpose == .token {
                exchange
            } else {
                nil
            }
        }
        #expect(exchanges.map(\.method) == ["POST"])
        let exchange = try #require(exchanges.first)
        #expect(exchange.url == SessionFixture.issuer + "/token")
        #expect(exchange.duration == .milliseconds(40))
        guard case .answered(let answer) = exchange.outcome else {
            Issue.record("\(exchange.outcome)")
            return
        }
        #expect(answer.status == 200)
        #expect(events.contains { $0.name == "refreshed" && $0.cause == start.sequence })
    }

    @Test func `statement 15: a dead refresh token is told in the moment of the provider's answer`() async throws {
        let fixture = try await signedIn()
        let clock = fixture.clock
        fixture.transport.once("/token") { request in
            clock.advance(by: .seconds(2))
            return try await ScriptedTransport.refusal("invalid_grant")(request)
        }
        let answeredAt = clock.now.addingTimeInterval(2)
        let session = fixture.session
        // The clock stands still: whatever waited for a time would wait for ever.
        let error = await sessionError { try await session.refresh() }
        guard case .sessionExpired = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
        #expect(await !session.state.isAuthenticated)
        #expect(fixture.events.filter { $0.name == "forcedOut" }.map(\.time) == [answeredAt])
    }

    @Test func `a refresh that times out is told after the message that got no answer`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(30))
        #expect(await sessionError { _ = try await refresh.value } == .transport(.timedOut(.waiting), during: .token))
        let story = fixture.events.filter { $0.name == "exchange" || $0.name == "refreshFailed" }
        #expect(story.last?.name == "refreshFailed")
        guard case .exchange(let message) = story.dropLast().last?.kind else {
            Issue.record("\(fixture.story)")
            return
        }
        #expect(message.purpose == .token && message.failure == "timed out (limit 30 s) while waiting for the answer")
    }

    @Test func `truth 2: a refresh that times out in the middle of the answer says so`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token") { request in
            request.progress?.update(receivedSize: 291, expectedSize: 1009)
            return try await ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens())(request)
        }
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(30))
        #expect(
            await sessionError { _ = try await refresh.value } == .transport(.timedOut(.receiving), during: .token))
        #expect(fixture.transport.requests(to: "/token").count == 1)
        let messages = fixture.events.compactMap { event -> HTTPExchange? in
            if case .exchange(let message) = event.kind { message } else { nil }
        }
        #expect(messages.last?.failure == "timed out (limit 30 s) while receiving the answer")
    }

    @Test func `a transport that heeds no cancellation is waited for no longer than a second`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.once("/token") { request in
            await Task { try? await gate.passed() }.value
            return try await ScriptedTransport.tokens()(request)
        }
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(30))
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(1))
        #expect(await sessionError { _ = try await refresh.value } == .transport(.timedOut(.waiting), during: .token))
        gate.open()
    }
}
