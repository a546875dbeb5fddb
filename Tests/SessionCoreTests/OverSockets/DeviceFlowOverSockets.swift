import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DeviceFlowOverSockets {
    /// A session with nobody signed in, at a provider that may be asked at any time.
    private func withDevice(
        lifetime: Duration = .seconds(300), test: (LiveSession) async throws -> Void
    ) async throws {
        try await withLiveSession(signedInAs: nil, clock: SystemClock()) {
            // The device asks every second all the same, and may be late and then early.
            $0.deviceCodeInterval = .zero
            $0.deviceCodeLifetime = lifetime
        } test: { live in
            try await live.session.configure()
            try await test(live)
        }
    }

    /// Begins a sign-in and returns once the code is shown.
    private func begin(_ live: LiveSession) async throws -> (DevicePrompt, Task<Void, any Error>) {
        let (prompts, continuation) = AsyncStream.makeStream(of: DevicePrompt.self)
        let signIn = Task { try await live.session.signIn(DeviceFlow { continuation.yield($0) }) }
        var iterator = prompts.makeAsyncIterator()
        return (try #require(await iterator.next()), signIn)
    }

    @Test func `a person approves on another device while this one waits`() async throws {
        try await withDevice { live in
            let (prompt, signIn) = try await begin(live)
            #expect(prompt.verificationURI == live.demo.issuer + "/device")
            #expect(prompt.verificationURIComplete == "\(prompt.verificationURI)?user_code=\(prompt.userCode)")
            try await live.happened("devicePollPending")
            try await live.demo.approveDevice(userCode: prompt.userCode.lowercased(), username: "bob")
            try await signIn.value
            #expect(await live.session.state == .authenticated(.signedIn(flow: "device")))
            #expect(try await live.send("GET", "/me").response.text.contains("bob"))
            #expect(await live.demo.statistics.token["device_code"]?["slow_down"] == nil)
        }
    }

    @Test func `who says no is obeyed`() async throws {
        try await withDevice { live in
            let (prompt, signIn) = try await begin(live)
            try await live.demo.denyDevice(userCode: prompt.userCode)
            guard case .signInDenied(let error)? = (await errors(of: [signIn]))[0] else {
                Issue.record("it was not denied")
                return
            }
            #expect(error.code == "access_denied")
            #expect(await live.session.state == .noSession(.noStoredSession))
        }
    }

    @Test func `slow_down makes the interval five seconds longer, and one can give up meanwhile`() async throws {
        try await withDevice { live in
            await live.demo.inject(.status(400, body: #"{"error":"slow_down"}"#), at: .endpoint(.token))
            let (_, signIn) = try await begin(live)
            try await live.happened("devicePollPending")
            let pauses = live.session.recentEvents.compactMap { event -> Duration? in
                if case .devicePollPending(let pause, slowDown: true) = event.kind { pause } else { nil }
            }
            #expect(pauses == [.seconds(6)])
            signIn.cancel()
            #expect(await errors(of: [signIn]) == [.cancelled])
            #expect(await live.session.state == .noSession(.noStoredSession))
        }
    }

    @Test func `a code that runs out ends the sign-in, by our clock or by the provider's`() async throws {
        try await withDevice(lifetime: .seconds(1)) { live in
            let (prompt, signIn) = try await begin(live)
            #expect(prompt.expiresAt <= Date().addingTimeInterval(1))
            #expect(await errors(of: [signIn]) == [.signInTimedOut])
        }
        try await withDevice { live in
            let (_, signIn) = try await begin(live)
            await live.demo.setClockOffset(.seconds(400))
            #expect(await errors(of: [signIn]) == [.signInTimedOut])
            #expect(await live.demo.statistics.token["device_code"]?["expired_token"] == 1)
        }
    }

    @Test func `a network that fails between two polls does not end the sign-in`() async throws {
        try await withDevice { live in
            await live.demo.inject(.drop, at: .endpoint(.token))
            let (prompt, signIn) = try await begin(live)
            try await live.happened("devicePollPending")
            try await live.demo.approveDevice(userCode: prompt.userCode, username: "alice")
            try await signIn.value
            #expect(await live.isAuthenticated)
        }
    }
}
