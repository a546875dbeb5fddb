import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DeviceFlowTests {
    private static let pending = ScriptedTransport.json(#"{"error":"authorization_pending"}"#, status: 400)
    private static let slowDown = ScriptedTransport.json(#"{"error":"slow_down"}"#, status: 400)
    private static let granted = ScriptedTransport.json(#"{"access_token":"access-1","token_type":"Bearer"}"#)
    private static let authorization =
        #""device_code":"d-1","user_code":"ABCD-EFGH","verification_uri":"https://provider.example/go""#

    /// A sign-in that has been prompted and now polls.
    private struct Polling {
        let scripted: ImaginaryProvider
        let prompt: DevicePrompt
        let result: Task<SignInResult, any Error>

        /// Waits until the flow sleeps, then lets time go by.
        func pass(_ duration: Duration) async throws {
            try await scripted.clock.sleepers(atLeast: 1)
            scripted.clock.advance(by: duration)
        }

        /// Expects the next poll after exactly this time.
        func expectPoll(after duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
            let before = scripted.transport.requests(to: "/token").count
            try await pass(duration - .milliseconds(1))
            #expect(scripted.clock.sleeperCount == 1, "it did not wait that long", sourceLocation: sourceLocation)
            #expect(scripted.transport.requests(to: "/token").count == before, sourceLocation: sourceLocation)
            scripted.clock.advance(by: .milliseconds(1))
            try await scripted.transport.received(before + 1, at: "/token")
        }

        func error() async -> SessionError? { await failure { try await result.value } }

        var polls: [SessionEvent.Kind] {
            scripted.journal.kept.map(\.kind).filter { if case .devicePollPending = $0 { true } else { false } }
        }
    }

    private func begin(
        _ extra: String = #""expires_in":300,"interval":5"#, answers: [ScriptedTransport.Answer],
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) async throws -> Polling {
        let scripted = try ImaginaryProvider(configure: configure)
        scripted.transport.once(
            "/device", ScriptedTransport.json("{\(Self.authorization)\(extra.isEmpty ? "" : ",")\(extra)}"))
        for answer in answers { scripted.transport.once("/token", answer) }
        let prompts = AsyncStream.makeStream(of: DevicePrompt.self)
        let task = Task {
            defer { prompts.continuation.finish() }
            return try await DeviceFlow { prompts.continuation.yield($0) }.signIn(scripted.context)
        }
        for await prompt in prompts.stream { return Polling(scripted: scripted, prompt: prompt, result: task) }
        _ = try await task.value
        throw SessionError.signInTimedOut
    }

    @Test func `the person is prompted with what the provider said`() async throws {
        let polling = try await begin(
            #""expires_in":300,"interval":7,"verification_uri_complete":"https://provider.example/go?c=ABCD-EFGH""#,
            answers: [Self.granted]
        ) { $0.scope = ["openid", "mail"] }
        #expect(
            polling.prompt
                == DevicePrompt(
                    verificationURI: "https://provider.example/go",
                    verificationURIComplete: "https://provider.example/go?c=ABCD-EFGH", userCode: "ABCD-EFGH",
                    expiresAt: polling.scripted.clock.now.addingTimeInterval(300), interval: .seconds(7)))
        #expect(try polling.scripted.lastForm(to: "/device") == ["client_id": "console", "scope": "openid mail"])
        try await polling.expectPoll(after: .seconds(7))
        #expect(try await polling.result.value.tokens.accessToken.reveal() == "access-1")
        #expect(
            try polling.scripted.lastForm(to: "/token") == [
                "client_id": "console", "device_code": "d-1",
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            ])
    }

    @Test func `statement 16: polls come every five seconds unless told otherwise`() async throws {
        let polling = try await begin(#""expires_in":300"#, answers: [Self.pending, Self.pending, Self.granted])
        for _ in 0..<3 { try await polling.expectPoll(after: .seconds(5)) }
        _ = try await polling.result.value
        #expect(
            polling.polls == Array(repeating: .devicePollPending(nextPollAfter: .seconds(5), slowDown: false), count: 2)
        )
    }

    @Test func `statement 16: slow_down adds five seconds for good`() async throws {
        let polling = try await begin(
            answers: [Self.pending, Self.slowDown, Self.pending, Self.slowDown, Self.pending, Self.granted])
        for wait in [5, 5, 10, 10, 15, 15] { try await polling.expectPoll(after: .seconds(wait)) }
        _ = try await polling.result.value
        #expect(polling.polls.contains(.devicePollPending(nextPollAfter: .seconds(10), slowDown: true)))
        #expect(polling.polls.contains(.devicePollPending(nextPollAfter: .seconds(15), slowDown: true)))
    }

    @Test func `a network that stumbles is borne with ever longer pauses and then forgotten`() async throws {
        let polling = try await begin(
            answers: [
                ScriptedTransport.failure(.timedOut(.waiting)), ScriptedTransport.answer(503),
                ScriptedTransport.failure(.couldNotResolve(host: "provider.example")), Self.pending, Self.granted,
            ])
        for wait in [5, 10, 20, 40, 5] { try await polling.expectPoll(after: .seconds(wait)) }
        _ = try await polling.result.value
    }

    @Test func `Retry-After is honoured while polling`() async throws {
        let polling = try await begin(
            answers: [ScriptedTransport.answer(429, headers: ["Retry-After": "42"]), Self.granted])
        try await polling.expectPoll(after: .seconds(5))
        try await polling.expectPoll(after: .seconds(42))
        _ = try await polling.result.value
    }

    @Test func `the code runs out by the clock, without a poll beyond its end`() async throws {
        let polling = try await begin(#""expires_in":12,"interval":5"#, answers: [Self.pending, Self.pending])
        for _ in 0..<2 { try await polling.expectPoll(after: .seconds(5)) }
        try await polling.pass(.seconds(2))
        #expect(await polling.error() == .signInTimedOut)
        #expect(polling.scripted.transport.requests(to: "/token").count == 2)
    }

    @Test func `statement 16: expired_token is a sign-in that ran out of time`() async throws {
        let polling = try await begin(
            answers: [ScriptedTransport.json(#"{"error":"expired_token"}"#, status: 400)])
        try await polling.pass(.seconds(5))
        #expect(await polling.error() == .signInTimedOut)
    }

    @Test func `statement 16: access_denied is the person's no`() async throws {
        let polling = try await begin(
            answers: [ScriptedTransport.json(#"{"error":"access_denied","error_description":"no"}"#, status: 400)])
        try await polling.pass(.seconds(5))
        #expect(
            await polling.error() == .signInDenied(OAuthError(code: "access_denied", detail: "no", status: 400)))
    }

    @Test func `any other refusal ends the sign-in`() async throws {
        let polling = try await begin(answers: [ScriptedTransport.json(#"{"error":"invalid_client"}"#, status: 401)])
        try await polling.pass(.seconds(5))
        #expect(
            await polling.error() == .refused(OAuthError(code: "invalid_client", status: 401), during: .token))
    }

    @Test func `cancelling ends the polling at once`() async throws {
        let polling = try await begin(answers: [])
        try await polling.scripted.clock.sleepers(atLeast: 1)
        polling.result.cancel()
        #expect(await polling.error() == .cancelled)
        #expect(polling.scripted.transport.requests(to: "/token").isEmpty)
    }

    @Test(arguments: [
        (#""interval":"2","expires_in":"60""#, 2, 60), (#""interval":0,"expires_in":60"#, 1, 60),
        (#""interval":-3,"expires_in":60"#, 1, 60), (#""interval":null,"expires_in":60"#, 5, 60),
        (#""interval":"x","expires_in":60"#, 5, 60), ("", 5, 300), (#""expires_in":1e30"#, 5, 86_400),
    ])
    func `odd intervals and lifetimes have one defined result each`(extra: String, interval: Int, lifetime: Int)
        async throws
    {
        let polling = try await begin(extra, answers: [])
        #expect(polling.prompt.interval == .seconds(interval))
        #expect(polling.prompt.expiresAt == polling.scripted.clock.now.addingTimeInterval(Double(lifetime)))
        polling.result.cancel()
        #expect(await polling.error() == .cancelled)
    }

    @Test(arguments: ["device_code", "user_code", "verification_uri"])
    func `an authorization that lacks what is needed is told`(name: String) async throws {
        let scripted = try ImaginaryProvider()
        let text = "{\(Self.authorization)}".replacing("\"\(name)\"", with: "\"x\"")
        scripted.transport.once("/device", ScriptedTransport.json(text))
        let flow = DeviceFlow { _ in Issue.record("prompted") }
        #expect(
            await failure { try await flow.signIn(scripted.context) }
                == .unintelligible("\(name) is missing", during: .deviceAuthorization))
    }

    @Test func `the URI may have the name that an early draft gave it`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(
            "/device", ScriptedTransport.json("{\(Self.authorization)}".replacing("_uri", with: "_url")))
        let prompts = AsyncStream.makeStream(of: DevicePrompt.self)
        let task = Task { try await DeviceFlow { prompts.continuation.yield($0) }.signIn(scripted.context) }
        for await prompt in prompts.stream {
            #expect(prompt.verificationURI == "https://provider.example/go")
            break
        }
        task.cancel()
        #expect(await failure { try await task.value } == .cancelled)
    }

    @Test func `a provider that does not offer the flow, or refuses it, says so`() async throws {
        let without = try ImaginaryProvider(metadata: { $0["device_authorization_endpoint"] = nil })
        let flow = DeviceFlow { _ in Issue.record("prompted") }
        #expect(
            await failure { try await flow.signIn(without.context) } == .unsupported("a device authorization endpoint"))
        let refusing = try ImaginaryProvider()
        refusing.transport.once("/device", ScriptedTransport.json(#"{"error":"unauthorized_client"}"#, status: 400))
        #expect(
            await failure { try await flow.signIn(refusing.context) }
                == .refused(OAuthError(code: "unauthorized_client", status: 400), during: .deviceAuthorization))
    }
}
