package import FoundationEssentials
package import SessionCore
import TerminalUI

/// A profile's session as its store has it, without a session of this process and without a request.
package struct ProfileGlance: Sendable {
    package let profile: String
    /// The profile's client, or the stored session's where the profile names none.
    package let client: RecordOwner?
    package let found: Result<StoredSession, ToolFailure>
    /// The programs that use it now.
    package var uses: [SessionUse] = []

    package init(_ profile: String, of client: RecordOwner?, _ found: Result<StoredSession, ToolFailure>) {
        (self.profile, self.client, self.found) = (profile, client, found)
    }

    /// How the session stands, in the word that `status --short` prints.
    package enum Word: String, Sendable, CaseIterable {
        /// The access token can be used.
        case authenticated
        /// The access token has expired, and the next call renews it.
        case expired
        /// Nothing renews the expired access token.
        case runOut = "run-out"
        /// Refreshes were refused, but not because of the refresh token.
        case suspect
        case signedOut = "signed-out"
        /// The provider or an API has ended the session.
        case forcedOut = "forced-out"
        case unreadable

        /// As the header of the session's own console has it, but for its capitals.
        package var words: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }
    }

    package var status: SessionStatus? { try? found.get().status }

    package func word(now: Date) -> Word { status?.word(now: now) ?? .unreadable }

    /// The session for a shell prompt: `work authenticated 47 s`.
    package func prompt(now: Date) -> String {
        let word = word(now: now)
        var line = "\(profile) \(word.rawValue)"
        if word == .authenticated, case .at(let end, _)? = status?.accessToken?.expiry {
            line += " \(RelativeTime(date: end, now: now).amount)"
        }
        return line
    }

    /// The session on a line of its own, after its name and its word; it may contain text from outside.
    package func details(now: Date) -> String {
        switch found {
        case .failure(let failure): failure.reason
        case .success(let stored):
            (stored.status.state.isAuthenticated ? stored.tokenParts(now: now) : [stored.endInWords(now: now)])
                .joined(separator: ", ")
        }
    }

    /// `13 s ago by process 4711 (token)`, after `refreshed` or `signed in`; `nil` without an access token.
    func renewal(now: Date) -> (verb: String, rest: String)? { (try? found.get())?.renewal(now: now) }
}

extension SessionStatus {
    /// How the session stands, in one word.
    package func word(now: Date) -> ProfileGlance.Word {
        switch state {
        case .unknown: return .unreadable
        case .noSession(let end): return end.isForced ? .forcedOut : .signedOut
        case .authenticated: break
        }
        if suspicion != nil { return .suspect }
        guard case .at(let end, _)? = accessToken?.expiry, end <= now else { return .authenticated }
        if isRenewedByFlow { return .expired }
        guard let refresh = refreshToken else { return .runOut }
        guard case .at(let end, _) = refresh.expiry, end <= now else { return .expired }
        return .runOut
    }
}

extension StoredSession {
    fileprivate func tokenParts(now: Date) -> [String] {
        func end(_ name: String, _ token: TokenStatus?) -> String? {
            guard let token, case .at(let end, let source) = token.expiry else { return nil }
            let past = source == .rejected ? "rejected" : "expired"
            return RelativeTime(date: end, now: now)
                .text(MemberGlossary.TimePhrases(ahead: "\(name) expires in", past: "\(name) \(past)"))
        }
        let parts = [
            end("access", status.accessToken), end("refresh", status.refreshToken), status.grantEnd(now: now),
            renewal(now: now).map { "\($0.verb) \($0.rest)" }, status.suspicion.map { "\($0)" },
        ]
        return parts.compactMap(\.self)
    }

    fileprivate func renewal(now: Date) -> (verb: String, rest: String)? {
        guard let token = status.accessToken else { return nil }
        let age = RelativeTime(date: token.obtainedAt, now: now)
        let process = renewer.map { renewer in
            " by process \(renewer.process)" + (renewer.program.map { " (\($0))" } ?? "")
        }
        let time = age.distance > 0 ? "in \(age.amount)" : "\(age.amount) ago"
        return (isRefreshed ? "refreshed" : "signed in", time + (process ?? ""))
    }

    fileprivate func endInWords(now: Date) -> String {
        guard let ending = status.endedSession else {
            guard case .noSession(let end) = status.state else { return "\(status.state)" }
            return "\(end)"
        }
        return RelativeTime(date: ending.time, now: now)
            .text(MemberGlossary.TimePhrases(ahead: "\(ending) in", past: "\(ending),"))
    }
}
