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
    /// A server rejected the access token before its time.
    case rejected(canBeRefreshed: Bool)
    case ended(SessionEnd)

    /// In a word; the header has it in capitals.
    var word: String {
        switch self {
        case .unknown: "starting"
        case .authenticated: "authenticated"
        case .refreshing: "refreshing"
        case .suspect: "suspect"
        case .expired(canBeRefreshed: true): "expired"
        case .expired(canBeRefreshed: false): "run out"
        case .rejected: "rejected"
        case .ended(let end): end.word
        }
    }

    var tone: StyleRole {
        switch self {
        case .unknown: .dim
        case .authenticated: .success
        case .refreshing, .suspect, .expired(canBeRefreshed: true), .rejected(canBeRefreshed: true): .warning
        case .expired(canBeRefreshed: false), .rejected(canBeRefreshed: false): .danger
        case .ended(let end): end.isForced ? .danger : .dim
        }
    }

    /// Whether the access token has expired, or was rejected before that.
    var hasExpired: Bool {
        switch self {
        case .unknown, .authenticated, .ended: false
        case .refreshing(let hasExpired), .suspect(let hasExpired): hasExpired
        case .expired, .rejected: true
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
            guard hasExpired else { return .authenticated }
            let isRejected = status.accessToken?.expiry.isRejection == true
            return isRejected ? .rejected(canBeRefreshed: !hasRunOut) : .expired(canBeRefreshed: !hasRunOut)
        }
    }
}
