import Addresses
import ConsoleApp
import CurlTransport
import DemoProvider
import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI

/// Plays a scenario in a console: moves its time, and does what its users do in a browser.
@TerminalActor
final class Player {
    let playback: Playback
    /// `nil` where time can't be moved.
    let travel: Travel?
    let isHeadless: Bool
    /// Whether time is moved while work waits for it, after a while of silence on this machine.
    let hastens: Bool
    let report: @TerminalActor (StepResult) -> Void
    /// Says how the scenario begins.
    let begin: @TerminalActor (String) -> Void
    /// Prints messages on the wire, where that is asked for and there is no screen.
    let exchanges: ExchangePrinter?

    init(
        _ playback: Playback, travel: Travel?, isHeadless: Bool, hastens: Bool = true,
        exchanges: ExchangePrinter? = nil,
        begin: @escaping @TerminalActor (String) -> Void = { _ in },
        report: @escaping @TerminalActor (StepResult) -> Void
    ) {
        (self.playback, self.travel, self.isHeadless, self.hastens) = (playback, travel, isHeadless, hastens)
        (self.begin, self.report) = (begin, report)
        self.exchanges = exchanges
    }

    // MARK: - Time

    /// How long nothing may be sent before time is moved, and how far it is moved then, again and again.
    private static let patience = 10
    private static let pause = Duration.milliseconds(10)
    private static let leap = Duration.milliseconds(250)

    /// Lets time pass quickly while work waits for it and nothing is on the wire, until the task is cancelled.
    ///
    /// A leap is small beside every time limit of a session, so that work which is only slow does not run out of time.
    func hasten(_ playback: Playback?, _ moved: () -> Void) async {
        guard hastens, let travel, let playback, !playback.pace.isRealTime, !playback.awaitsPerson else { return }
        var (quiet, begun) = (0, travel.traffic.counts.begun)
        while (try? await Task.sleep(for: Self.pause)) != nil {
            let counts = travel.traffic.counts
            quiet = counts.underWay == 0 && counts.begun == begun ? quiet + 1 : 0
            begun = counts.begun
            guard quiet > Self.patience else { continue }
            travel.clock.advance(by: Self.leap)
            moved()
        }
    }

    // MARK: - What users do

    /// Whether a sign-in opens a browser: only where somebody watches and a person has to sign in.
    func opensBrowser(in playback: Playback?) -> Bool { !isHeadless && playback?.signInStep?.user == nil }

    /// What a user has to be told who signs in at a provider that is not the demo's, where there is no screen.
    func instruction(_ message: SignInMessage) -> String? {
        guard isHeadless, travel == nil else { return nil }
        switch message {
        case .authorizationURLReady(let page, openedInBrowser: false): return "Open this page to sign in: \(page)"
        case .devicePromptShown(let prompt):
            return "Open \(prompt.verificationURI) and enter the code \(prompt.userCode)"
        case .authorizationURLReady, .signInOffersCame, .redirectRefused, .signInEnded: return nil
        }
    }

    /// Signs in on the demo's sign-in page; answers why not.
    func signIn(_ user: String, at page: String, _ host: ConsoleHost?) async -> String? {
        guard let known = host?.context.demoUsers.first(where: { $0.username == user }) else {
            return "the demo has no user '\(user)'"
        }
        guard let url = URL(given: page) else { return "the sign-in page has no readable address" }
        return await PageVisitor().signIn(known, at: url)
    }

    /// Approves a device sign-in; answers why not.
    func approve(_ userCode: String, as user: String, _ host: ConsoleHost?) async -> String? {
        do throws(DemoProviderError) {
            try await host?.demo?.approveDevice(userCode: userCode, username: user)
            return nil
        } catch {
            return "the device was not approved: \(error)"
        }
    }
}
