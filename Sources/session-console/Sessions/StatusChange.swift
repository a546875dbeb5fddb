import ConsoleApp
import FoundationEssentials
import Recordings
import SessionCore

/// What is different between two looks at a session's status.
enum StatusChange: Sendable, Hashable {
    /// Another process has signed in.
    case signedIn
    /// Another process has renewed the tokens.
    case renewed(access: Fingerprint?, refresh: Fingerprint?)
    case expired(TokenKind)
    /// A server has rejected the access token, before its time was over.
    case rejected
    /// The granted scope is another one than this.
    case scopeChanged(from: [String])
    /// The provider has refused the refresh token without saying that it is invalid.
    case suspected
    case suspicionCleared
    /// The provider or an API has accepted the token that this process sent.
    case verified(by: String)
    case ended

    /// The changes from one moment's status to another's, in the order in which they are told.
    static func all(
        from old: SessionStatus, at before: Date, to new: SessionStatus, at now: Date
    ) -> [StatusChange] {
        guard new.state.isAuthenticated else { return old.state.isAuthenticated ? [.ended] : [] }
        guard new.generation == old.generation, old.state.isAuthenticated else { return [.signedIn] }
        var changes: [StatusChange] = []
        let (access, refresh) = (old.accessToken?.fingerprint, old.refreshToken?.fingerprint)
        if new.accessToken?.fingerprint != access || new.refreshToken?.fingerprint != refresh {
            changes.append(.renewed(access: access, refresh: refresh))
        }
        let (oldScope, scope) = (ScopeText(old).granted, ScopeText(new).granted)
        if let oldScope, let scope, oldScope != scope { changes.append(.scopeChanged(from: oldScope)) }
        if let suspicion = new.suspicion, suspicion.count > old.suspicion?.count ?? 0 { changes.append(.suspected) }
        if old.suspicion != nil, new.suspicion == nil { changes.append(.suspicionCleared) }
        if new.accessToken.isOver(at: now), !old.accessToken.isOver(at: before, ifStill: new.accessToken) {
            changes.append(new.accessToken.isRejected ? .rejected : .expired(.access))
        }
        if new.refreshToken.isOver(at: now), !old.refreshToken.isOver(at: before, ifStill: new.refreshToken) {
            changes.append(.expired(.refresh))
        }
        return changes
    }

    /// When the next token expires.
    static func nextExpiry(in status: SessionStatus, after now: Date) -> Date? {
        [status.accessToken, status.refreshToken].compactMap(\.end).filter { $0 > now }.min()
    }

    /// The change's name, for scripts.
    enum Name: String, RecordedByName, CaseIterable {
        case signedIn = "signed_in"
        case renewed
        case accessTokenExpired = "access_token_expired"
        case accessTokenRejected = "access_token_rejected"
        case refreshTokenExpired = "refresh_token_expired"
        case scopeChanged = "scope_changed"
        case suspected
        case suspicionCleared = "suspicion_cleared"
        case verified
        case ended
    }

    var name: Name {
        switch self {
        case .signedIn: .signedIn
        case .renewed: .renewed
        case .expired(.refresh): .refreshTokenExpired
        case .expired: .accessTokenExpired
        case .rejected: .accessTokenRejected
        case .scopeChanged: .scopeChanged
        case .suspected: .suspected
        case .suspicionCleared: .suspicionCleared
        case .verified: .verified
        case .ended: .ended
        }
    }

    /// The change as a sentence; may contain text from outside.
    func sentence(_ status: SessionStatus, now: Date) -> String {
        switch self {
        case .signedIn:
            let user = status.subject.map { " as \($0)" } ?? ""
            let token = status.accessToken.map { ": the access token is \(Self.valid($0, now))" } ?? ""
            return "Another process signed in\(user)\(token)."
        case .renewed(let access, let refresh):
            return Self.renewed(status, access, refresh, now)
        case .expired(.refresh):
            return "The refresh token\(status.refreshToken.name) has expired: the session ends with its access token."
        case .expired: return "The access token\(status.accessToken.name) has expired: \(Self.renewal(status))."
        case .rejected:
            return "The access token\(status.accessToken.name) was rejected: \(Self.renewal(status))."
        case .scopeChanged(let old):
            let scope = (ScopeText(status).granted ?? []).joined(separator: " ")
            return "The scope is now: \(scope.isEmpty ? "none" : scope). It was: \(old.joined(separator: " "))."
        case .suspected: return "The session is suspect: \(status.suspicion.map { "\($0)" } ?? "")".capitalizedSentence
        case .suspicionCleared: return "The session is no longer suspect: a refresh succeeded."
        case .verified(let process): return "Verified: the token that \(process) sent was accepted."
        case .ended: return Self.end(status)
        }
    }

    private static func renewed(
        _ status: SessionStatus, _ access: Fingerprint?, _ refresh: Fingerprint?, _ now: Date
    ) -> String {
        var parts = ["Another process renewed the tokens"]
        if let new = status.accessToken, new.fingerprint != access {
            parts.append("the access token\(access.map { " \($0)" } ?? "") is now \(valid(new, now))")
        }
        if let new = status.refreshToken, new.fingerprint != refresh {
            parts.append("the refresh token\(refresh.map { " \($0)" } ?? "") is now \(new.fingerprint)")
        }
        return (parts[0] + ": " + parts.dropFirst().joined(separator: "; ")).capitalizedSentence
    }

    private static func valid(_ token: TokenStatus, _ now: Date) -> String {
        guard let end = Optional(token).end else { return "\(token.fingerprint), without a known expiry" }
        let clock = end.localClock(now: now, secondsFromUTC: LocalTime.secondsFromUTC(at: end))
        return "\(token.fingerprint), valid until \(clock)"
    }

    private static func renewal(_ status: SessionStatus) -> String {
        status.refreshToken != nil || status.isRenewedByFlow
            ? "the next call renews it" : "nothing can renew it, and a new sign-in is needed"
    }

    private static func end(_ status: SessionStatus) -> String {
        guard case .noSession(let end) = status.state else { return "" }
        let words = status.endedSession.map { "\($0)" } ?? "\(end)"
        return (end.isForced ? "\(end.word) because \(words)" : "the session has ended: \(words)").capitalizedSentence
    }
}

extension TokenStatus? {
    /// The fingerprint after a space.
    fileprivate var name: String { map { " \($0.fingerprint)" } ?? "" }

    fileprivate var end: Date? {
        guard case .at(let end, _)? = self?.expiry else { return nil }
        return end
    }

    fileprivate var isRejected: Bool {
        guard case .at(_, let source)? = self?.expiry else { return false }
        return source == .rejected
    }

    fileprivate func isOver(at now: Date) -> Bool { end.map { $0 <= now } ?? false }

    /// Whether the token has ended, of the token only that there is still.
    fileprivate func isOver(at now: Date, ifStill other: TokenStatus?) -> Bool {
        self?.fingerprint == other?.fingerprint && isOver(at: now)
    }
}
