import ConsoleFaults
import ConsoleKit
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
            case .calls: [ShellAction.burst.key(glyphs), Key.enter.name(glyphs)]
            case .refresh: [ShellAction.faults.key(glyphs), "\(LabFault.accessTokenExpired.letter)"]
            case .scope: ["\(ShellAction.command.key(glyphs))get /admin"]
            case .logout: [ShellAction.faults.key(glyphs), "\(LabFault.revokedSession.letter)"]
            }
        }

        /// The keys that follow the first ones.
        func secondKeys(_ glyphs: Glyphs) -> [String] {
            switch self {
            case .signIn, .calls: []
            case .scope: [Binding.stepUp.key(glyphs)]
            case .refresh: [ShellAction.burst.key(glyphs), Key.enter.name(glyphs)]
            case .logout: [ShellAction.send.key(glyphs)]
            }
        }
    }

    private(set) var done: Set<Step> = []
    var isHidden = false
    /// The call that lacked a scope, and the scope.
    private var forbidden: Forbidden?

    var isDone: Bool { done.count == Step.allCases.count }
    /// The first step that is not done.
    var next: Step? { Step.allCases.first { !done.contains($0) } }

    mutating func observe(_ kind: SessionEvent.Kind) {
        if case .signedIn = kind { done.insert(.signIn) }
        if case .forbidden(let facts, let scope) = kind { forbidden = Forbidden(url: facts.url, scope: scope) }
        if let forbidden, kind.lifts(forbidden) { done.insert(.scope) }
        if case .forcedOut = kind { done.insert(.logout) }
    }

    mutating func observe(_ burst: Burst?) {
        guard let burst = burst?.tally, burst.isOver else { return }
        done.insert(.calls)
        let hasRefreshed = burst.refreshes.contains { $0.result == .refreshed }
        if hasRefreshed, burst.logoutCount == 0 { done.insert(.refresh) }
    }
}

private struct Forbidden: Sendable, Equatable {
    let url: String
    let scope: [String]
}

extension SessionEvent.Kind {
    /// Whether the session got the scope that a call lacked, or that call was let in.
    fileprivate func lifts(_ forbidden: Forbidden) -> Bool {
        if case .signedIn(_, let tokens) = self {
            tokens.scope.map { Set(forbidden.scope).isSubset(of: $0) } ?? false
        } else if case .requestFinished(let facts) = self {
            facts.url == forbidden.url && facts.status.map { $0 < 400 } ?? false
        } else {
            false
        }
    }
}
