import SessionCore
import TerminalUI

/// The steps that the README leads a first visit through, and which of them are done.
struct FirstVisit: Sendable, Equatable {
    /// In the README's order.
    enum Step: CaseIterable {
        case signIn, calls, refresh, scope, logout

        var name: String {
            switch self {
            case .signIn: "sign in"
            case .calls: "calls"
            case .refresh: "one refresh"
            case .scope: "scope"
            case .logout: "logout"
            }
        }

        /// The keys that the README names first for it.
        func keys(_ glyphs: Glyphs) -> [String] {
            switch self {
            case .signIn: [ShellAction.signIn.key(glyphs), "\(SignInFlowKind.password.letter)"]
            case .calls: [CallAction.burst.key(glyphs), Key.enter.name(glyphs)]
            case .refresh: [ShellAction.faults.key(glyphs), "\(Fault.accessTokenExpired.letter)"]
            case .scope: ["\(ShellAction.command.key(glyphs))get /admin"]
            case .logout: [ShellAction.faults.key(glyphs), "\(Fault.revokedSession.letter)"]
            }
        }

        /// The keys that follow the first ones.
        func secondKeys(_ glyphs: Glyphs) -> [String] {
            switch self {
            case .signIn, .calls, .scope: []
            case .refresh: [CallAction.burst.key(glyphs), Key.enter.name(glyphs)]
            case .logout: [CallAction.send.key(glyphs)]
            }
        }
    }

    private(set) var done: Set<Step> = []
    var isHidden = false

    var isDone: Bool { done.count == Step.allCases.count }
    /// The first step that is not done.
    var next: Step? { Step.allCases.first { !done.contains($0) } }

    mutating func note(_ kind: SessionEvent.Kind) {
        if case .signedIn = kind { done.insert(.signIn) }
        if case .forbidden = kind { done.insert(.scope) }
        if case .forcedOut = kind { done.insert(.logout) }
    }

    mutating func note(_ burst: Burst?) {
        guard let burst = burst?.tally, burst.isOver else { return }
        done.insert(.calls)
        if burst.refreshCount > 0, burst.logoutCount == 0 { done.insert(.refresh) }
    }
}
