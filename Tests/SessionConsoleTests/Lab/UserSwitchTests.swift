import DemoProvider
import SessionCore
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import session_console

/// The fault "switch user", at the demo's provider.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UserSwitchTests {
    @Test(arguments: [("alice", "wonderland"), ("bob", "builder")])
    func `armed while nobody is signed in, it strikes whoever's session is refreshed`(
        username: String, password: String
    ) async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        let outcome = await FaultCommands.perform(.inject(.switchedUser, .times(1)), host)
        #expect(throws: Never.self) { try outcome.get() }
        try await host.session.signIn(PasswordFlow(username: username, password: Secret(password)))
        _ = try? await host.session.refresh()
        #expect(verdicts(host) == [.held("the other user's ID token was refused")])
        #expect(await demo.requests().last?.faults == [LabFault.switchedUser.name])
        await demo.stop()
    }

    @Test func `armed once it strikes once, and the next refresh brings the session's own user again`() async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        let subject = await host.session.status.subject
        _ = await FaultCommands.perform(.inject(.switchedUser, .times(1)), host)
        await #expect(throws: SessionError.self) { try await host.session.refresh() }
        // Until the pause after the failure is over nothing is sent.
        try await until { (try? await host.session.refresh()) != nil }
        #expect(try await host.session.fetchUserInfo().subject == subject)
        #expect(verdicts(host) == [.held("the other user's ID token was refused")])
        #expect(await demo.snapshot().sessions.map(\.username) == ["alice"])
        await demo.stop()
    }

    private func verdicts(_ host: ConsoleHost) -> [TrialVerdict] {
        var ledger = TrialLedger()
        for event in host.session.recentEvents { ledger.observe(event) }
        return ledger.trials.map(\.verdict)
    }
}
