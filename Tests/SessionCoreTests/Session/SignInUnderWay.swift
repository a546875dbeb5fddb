import SessionCore
import TestSupport

/// A sign-in that has begun and gets its tokens when it is released.
struct SignInUnderWay {
    let fixture = SessionFixture()
    private let gate = Gate()
    private let task: Task<Void, any Error>

    /// Begins it in a session without a user, at a provider that revokes.
    init() async throws {
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let (session, gate, fixture) = (fixture.session, gate, fixture)
        try await session.configure()
        task = Task { try await session.signIn(GivenTokens(gate: gate)) }
        try await until { fixture.count("signInStarted") == 1 }
    }

    /// Lets it have its tokens, and returns the error that it ends with.
    func release() async -> SessionError? {
        gate.open()
        return await sessionError { try await task.value }
    }
}
