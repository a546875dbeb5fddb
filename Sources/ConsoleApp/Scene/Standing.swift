import SessionCore
import TerminalUI

/// Where the session stands at a moment: the header, the session pane and scenarios have their words from it.
enum Standing: Sendable, Hashable {
    case unknown
    case authenticated
    case refreshing(hasExpired: Bool)
    case suspect(hasExpired: Bool)
    /// The access token has expired.
    case expired(canBeRefreshed: Bool)
    case ended(SessionEnd)

    /// In a word; the header has it in capitals.
    var word: String {
        switch self {
        case .unknown: "starting"
        case .authenticated: "authenticated"
        case .refreshing: "refreshing"
        case .suspect: "suspect"
        case .expired: "expired"
        case .ended(let end): end.isForced ? "forced out" : "signed out"
        }
    }

    var tone: StyleRole {
        switch self {
        case .unknown: .dim
        case .authenticated: .success
        case .refreshing, .suspect, .expired(canBeRefreshed: true): .warning
        case .expired(canBeRefreshed: false): .danger
        case .ended(let end): end.isForced ? .danger : .warning
        }
    }

    /// Whether the access token has expired.
    var hasExpired: Bool {
        switch self {
        case .unknown, .authenticated, .ended: false
        case .refreshing(let hasExpired), .suspect(let hasExpired): hasExpired
        case .expired: true
        }
    }
}

extension Scene {
    var standing: Standing {
        switch status.state {
        case .unknown: return .unknown
        case .noSession(let end): return .ended(end)
        case .authenticated:
            let hasExpired = status.accessToken.map { TokenClock($0, now: now).isOver } ?? false
            if status.refreshWaiters != nil { return .refreshing(hasExpired: hasExpired) }
            if status.suspicion != nil { return .suspect(hasExpired: hasExpired) }
            return hasExpired ? .expired(canBeRefreshed: !hasRunOut) : .authenticated
        }
    }
}
