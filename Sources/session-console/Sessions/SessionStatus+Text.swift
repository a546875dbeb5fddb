import ConsoleApp
import FoundationEssentials
import SessionCore
import TerminalUI

extension SessionStatus {
    /// The status as lines of text.
    func lines(_ settings: ProviderSettings, now: Date) -> [String] {
        var lines = [
            "profile   \(settings.profile): \(settings.client.clientID) at \(settings.client.issuer)",
            "state     \(stateInWords(now: now))",
        ]
        if let suspicion { lines.append("suspect   \(suspicion)") }
        if let ended = endedSession {
            let program = ended.program.map { " (\($0))" } ?? ""
            lines.append(
                "ended     \(RelativeTime(date: ended.time, now: now).utc) by process \(ended.process)\(program)")
        }
        if let subject { lines.append("subject   \(subject)") }
        if let accessToken {
            lines.append("access    \(accessToken.fingerprint), \(accessToken.expiry.words(now: now))")
        }
        if let refreshDeferral {
            let due = refreshedByCallsFrom.flatMap { date in
                date > now ? "a call refreshes it in \(RelativeTime(date: date, now: now).amount) or later" : nil
            }
            lines.append("          \(due ?? "to be refreshed by the next call"): \(refreshDeferral)")
        }
        if isRenewedByFlow { lines.append("refresh   no token needed: the sign-in is repeated") }
        if let refreshToken {
            let end = if case .at = refreshToken.expiry { ", " + refreshToken.expiry.words(now: now) } else { "" }
            lines.append("refresh   \(refreshToken.fingerprint)\(end)")
        }
        if let grantEnd = grantEnd(now: now) { lines.append("          \(grantEnd)") }
        if let idToken {
            let end = idToken.expiresAt.map { ", " + TokenExpiry.at(localTime($0), .claim).words(now: now) } ?? ""
            lines.append("ID token  \(idToken.fingerprint)\(end), \(idToken.trust.line)")
        }
        let scope = ScopeText(self)
        if let granted = scope.grantedWords { lines.append("scope     \(granted)") }
        if let asked = scope.askedWords { lines.append("asked     \(asked)") }
        lines += scopeNotes.map { "note      \($0)" }
        if let metadataReadAt {
            let time = RelativeTime(date: metadataReadAt, now: now)
            lines.append(
                "metadata  \(time.text(MemberGlossary.TimePhrases(ahead: "read in", past: "read"))) (\(time.utc))")
        }
        return lines.map { SafeText.plain($0, glyphs: .unicode) }
    }

    private func stateInWords(now: Date) -> String {
        let word = word(now: now).words
        return switch state {
        case .unknown: "unknown"
        case .noSession(let end): end.state
        case .authenticated(let start):
            switch start {
            case .restored: "\(word), \(verification)"
            case .signedIn(let flow): "\(word), signed in with \(flow), \(verification)"
            case .otherProcess: "\(word), signed in by another process, \(verification)"
            }
        }
    }

    private var verification: String {
        verifiedAt.map { "verified at \(RelativeTime(date: $0, now: $0).utc)" } ?? "not verified"
    }
}

extension TokenExpiry {
    /// `expires in 47 s (2026-11-21 12:04:31 UTC)`.
    func words(now: Date) -> String {
        guard case .at(let end, let source) = self else { return "expiry unknown" }
        let time = RelativeTime(date: end, now: now)
        if source == .declared { return "declared expired" }
        if source == .rejected { return time.text(MemberGlossary.TimePhrases(ahead: "rejected", past: "rejected")) }
        return time.text(MemberGlossary.TimePhrases(ahead: "expires in", past: "expired")) + " (\(time.utc))"
    }
}
