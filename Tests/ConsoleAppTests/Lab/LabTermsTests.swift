import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// The lab at providers that are not its own: what is right depends on the profile's policy and on the tokens.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LabTermsTests {
    private static let terms = UnauthorizedPolicy.allCases.flatMap { policy in
        [false, true].map { Terms(policy: policy, lacksRefreshToken: $0) }
    }

    /// A console whose profile has that policy.
    private func console(_ policy: UnauthorizedPolicy, refresh: String? = "refresh-1") -> Console {
        var context = Samples.context
        context.unauthorizedPolicy = policy
        var console = Console(context)
        console.happen(.signedIn(flow: "password", Story.tokens("access-1", refresh: refresh)))
        var status = Samples.status()
        if refresh == nil { status.refreshToken = nil }
        console.send(.status(status))
        return console
    }

    @Test(arguments: [UnauthorizedPolicy.report, .forceLogout])
    func `truth 1: a 401 is judged by the profile's policy`(policy: UnauthorizedPolicy) throws {
        var console = console(policy)
        let story = Story(after: console.model.scene.history.lastSequence) { story in
            story.tell(.tampered(401))
            if policy == .forceLogout { story.tell(.lost(Story.rejected)) }
            story.tell(.end(1, status: 401))
        }
        console.happen(story.events)
        let trial = try #require(console.model.scene.trials.latest(of: .tamperedToken))
        #expect(trial.verdict.label == "passed", "\(trial.verdict.words)")
        try expectWords(trial.verdict.words, policy.rawValue)
    }

    @Test(arguments: [LabFault.accessTokenExpired, .burstAtExpiry, .tamperedToken])
    func `truth 1: a session without a refresh token may end`(fault: LabFault) throws {
        var console = console(.refreshThenForceLogout, refresh: nil)
        let story = Story(after: console.model.scene.history.lastSequence) { story in
            if fault == .tamperedToken { story.tell(.tampered(401)) } else { story.tell(.strike(fault)) }
            story.tell(.lost(fault == .tamperedToken ? Story.rejected : .expiredWithoutRefreshToken))
        }
        console.happen(story.events)
        let trial = try #require(console.model.scene.trials.latest(of: fault))
        #expect(trial.verdict.label == "passed", "\(trial.verdict.words)")
    }

    @Test func `truth 1: what to expect follows the policy and the tokens`() throws {
        for (policy, refresh) in [
            (UnauthorizedPolicy.report, "refresh-1" as String?), (.forceLogout, "refresh-1"),
            (.refreshThenForceLogout, nil), (.refreshThenForceLogout, "refresh-1"),
        ] {
            var console = console(policy, refresh: refresh)
            console.press(.character("5"))
            console.send(.faults([.tamperedToken: .times(1)]))
            let part = "\(policy.rawValue), \(refresh == nil ? "without" : "with") a refresh token"
            let pane = console.model.screens.lab.expectation
            try expectWords(console.plainText(of: pane), "\(part), pane")
            // The sheet opens on the fault that the lab has selected.
            console.press(.character("x"))
            let sheet = console.dialogWords.split(separator: "\n\n").last ?? ""
            try expectWords(String(sheet), "\(part), sheet")
        }
    }

    @Test func `end 4: a client's own session is kept under on_401 logout, and lacks no refresh token`() {
        var scene = console(.forceLogout, refresh: nil).model.scene
        scene.status.refreshToken = nil
        #expect(scene.terms == Terms(policy: .forceLogout, lacksRefreshToken: true))
        scene.status.isRenewedByFlow = true
        #expect(scene.terms == Terms())
    }

    @Test(arguments: terms)
    func `truth 1: on all terms the words fit a line of a small terminal`(terms: Terms) {
        for fault in LabFault.ofSessions {
            let words = fault.expectation(on: terms)
            #expect(words.count <= 68, "\(words)")
        }
    }
}
