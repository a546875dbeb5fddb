import DemoProvider
import FaultInjection
import FoundationEssentials
import SessionCore
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import session_console

/// Each fault struck at the real session, on the demo's provider: the lab must say what the session did.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LabOverSocketsTests {
    /// What the user does after arming a fault.
    enum Deed: Sendable {
        case call, calls(Int), refresh, userInfo
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let fault: LabFault
        let deeds: [Deed]
        let words: String

        init(_ fault: LabFault, _ deeds: [Deed], _ words: String) {
            (self.fault, self.deeds, self.words) = (fault, deeds, words)
        }

        var testDescription: String { fault.rawValue }
    }

    @Test(arguments: [
        Case(.accessTokenExpired, [.calls(5)], "5 calls waited for one refresh"),
        Case(.burstAtExpiry, [.calls(20)], "20 calls waited for one refresh"),
        Case(.tamperedToken, [.call], "401, one refresh, retried once: 200"),
        Case(.networkOff, [.call], "1 call failed, and the session was kept"),
        Case(.tokenEndpointRefusal, [.refresh], "forced out once"),
        Case(.tokenEndpointBusy, [.refresh], "the session was kept; no retry for 30 s"),
        Case(.tokenEndpointError, [.refresh], "the session was kept"),
        Case(.tokenEndpointGarbled, [.refresh], "the session was kept"),
        Case(.lostTokenReply, [.refresh], "the token was sent once more"),
        Case(.droppedRefreshToken, [.refresh], "in use was kept"),
        Case(.replayedRefreshToken, [.refresh, .refresh], "forced out once"),
        Case(.clockAhead, [.call], "no refresh"),
        Case(.clockBehind, [.call], "no refresh"),
        Case(.revokedSession, [.call], "forced out once"),
        Case(.rejectedRefresh, [.refresh], "forced out once"),
        Case(.rotatedKeys, [.refresh], "with newly fetched keys"),
        Case(.narrowedScope, [.refresh, .call], "the scope is openid now"),
        Case(.switchedUser, [.refresh, .userInfo], "refused"),
        Case(.shortLifetimes, [.refresh, .calls(3)], "3 calls with 1 refresh"),
    ])
    func `what the session does holds`(example: Case) async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        _ = try await host.session.fetchUserInfo()
        let outcome = await FaultCommands.perform(.inject(example.fault, .times(1)), host)
        #expect(throws: Never.self) { try outcome.get() }
        for deed in example.deeds { try await carryOut(deed, host) }

        var ledger = TrialLedger()
        for event in host.session.recentEvents { ledger.observe(event) }
        let trial = try #require(ledger.trials.last { $0.fault == example.fault })
        #expect(trial.verdict.label == "passed")
        #expect(trial.verdict.words.contains(example.words), "\(trial.verdict.words)")
        if let exchange = trial.exchange {
            let struck = host.session.recentEvents.compactMap(\.exchange).filter {
                $0.faults.contains(example.fault.name)
            }
            #expect(struck.map(\.id) == [exchange])
        }
        await demo.stop()
    }

    @Test func `the event of each fault begins with its name`() async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        for fault in LabFault.ofSessions { _ = await FaultCommands.perform(.inject(fault, .times(1)), host) }
        let injected = host.session.recentEvents.compactMap { event in
            if case .injected(let fault) = event.kind { fault } else { nil }
        }
        #expect(injected.map(\.name) == LabFault.ofSessions.map(\.name))
        for event in injected { #expect(event.text.hasPrefix("\(LabFault.words(for: event.name)): "), "\(event.text)") }
        await demo.stop()
    }

    @Test func `what another fault explains is not held against the session`() async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        _ = try await host.session.fetchUserInfo()
        for (fault, deeds) in [
            (LabFault.switchedUser, []), (.rotatedKeys, [Deed.refresh, .refresh]), (.tamperedToken, [.call]),
            (.rotatedKeys, [.refresh]), (.revokedSession, []), (.tamperedToken, [.call]),
        ] {
            _ = await FaultCommands.perform(.inject(fault, .times(1)), host)
            for deed in deeds { try await carryOut(deed, host) }
        }
        var ledger = TrialLedger()
        for event in host.session.recentEvents { ledger.observe(event) }
        let verdicts = ledger.trials.map { "\($0.fault.rawValue): \($0.verdict.label) \($0.verdict.words)" }
        #expect(ledger.trials.count >= 5, "\(verdicts)")
        #expect(!ledger.trials.contains { $0.verdict.label == "FAILED" }, "\(verdicts)")
        await demo.stop()
    }

    @Test func `a token that is revoked in the provider's pane is told, as its session is`() async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        let status = await host.session.status
        let access = try #require(status.accessToken?.fingerprint)
        let refresh = try #require(status.refreshToken?.fingerprint)
        var revocations: [ProviderRevocation] = []
        for token in [access, refresh, refresh] {
            let outcome = await ProviderCommands.perform(.revokeToken(token), demo, for: host.session)
            revocations.append(try #require(outcome.revocation))
        }
        #expect(revocations[0] == .accessToken(access, owner: "alice") && revocations[2] == .nothing)
        if case .session(let ended) = revocations[1] {
            #expect(ended.username == "alice" && ended.tokens.map(\.fingerprint) == [refresh])
        } else {
            Issue.record("no session ended: \(revocations[1])")
        }
        let injected = host.session.recentEvents.compactMap { event in
            if case .injected(let fault) = event.kind { fault } else { nil }
        }
        #expect(injected.map(\.name) == ["access-token-revoked", LabFault.revokedSession.name])
        #expect(injected.first?.text == "the provider was made to revoke this session's access token")
        #expect(injected.last?.text.hasPrefix("revoke session: ") == true)
        await demo.stop()
    }

    private func carryOut(_ deed: Deed, _ host: ConsoleHost) async throws {
        switch deed {
        case .call: try await carryOut(.calls(1), host)
        case .calls(let count):
            let url = try #require(host.context.api?.appending(path: "orders"))
            await withTaskGroup { group in
                for _ in 0..<count { group.addTask { _ = try? await host.session.send(HTTPRequest(url: url)) } }
            }
        case .refresh: _ = try? await host.session.refresh()
        case .userInfo: _ = try? await host.session.fetchUserInfo()
        }
    }
}
