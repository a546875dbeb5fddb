import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What the console does by itself is decided in `update`.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PolicyTests {
    private func isRenewal(_ effects: [Effect]) -> Bool {
        effects.contains { if case .session(.renew) = $0 { true } else { false } }
    }

    private func tick(_ seconds: TimeInterval, _ console: inout Console) {
        console.send(.ticked(Samples.now.addingTimeInterval(seconds), secondsFromUTC: 0))
    }

    @Test func `a refresh that is due is asked for once, and again after a second where it is still due`() {
        var console = Console.signedIn()
        tick(40.9, &console)
        #expect(!isRenewal(console.effects))
        tick(41, &console)
        #expect(isRenewal(console.effects))
        tick(43, &console)
        #expect(!isRenewal(console.effects), "the first one is still under way")
        console.send(.renewalEnded)
        tick(43.1, &console)
        #expect(isRenewal(console.effects))
        console.send(.renewalEnded)
        tick(43.2, &console)
        #expect(!isRenewal(console.effects), "less than a second has passed")
        tick(44.1, &console)
        #expect(isRenewal(console.effects))
    }

    @Test func `a token that was declared expired is left to the next call`() {
        var console = Console.signedIn()
        var status = Samples.status()
        status.refreshDueAt = Samples.now
        status.accessToken?.expiry = .at(Samples.now, .declared)
        console.send(.status(status))
        tick(5, &console)
        #expect(!isRenewal(console.effects))
    }

    @Test func `after a sign-in user info is fetched, and its failure is not the person's concern`() {
        var console = Console()
        console.send(.event(Samples.event(3, .signedIn(flow: "device code", Samples.tokens))))
        #expect(console.session == .fetchUserInfo(isAsked: false))
    }
}
