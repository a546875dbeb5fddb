import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import JOSE
import SessionCore

/// A token as the panes of this screen show it.
struct InspectedToken: Sendable, Hashable {
    let fingerprint: Fingerprint
    let role: Role
    /// What is written in it; `nil` where it came and went before it was read.
    var contents: TokenContents?
    var trust: TokenTrust
    /// When the signature was checked on request; `nil` if it was not.
    var check: SignatureCheck?
    var isBeingChecked = false
    /// What became of it; `nil` for one that is not the session's.
    var life: TokenLife?
    /// Where one came from that is not the session's; it has the role of a pasted one then.
    var origin = PastedToken.Source.pasted
    /// The messages that carried a token of a user's own.
    var uses: [TokenUse] = []
    /// The tokens that led to it, the nearest first.
    var ancestors: [Fingerprint] = []
    /// What the provider said of it last.
    var introspection: IntrospectionAnswer?

    /// A pasted token can be one of the session's, too.
    struct ID: Sendable, Hashable {
        let fingerprint: Fingerprint
        let isPasted: Bool
    }

    var id: ID { ID(fingerprint: fingerprint, isPasted: role == .pasted) }

    enum Role: Sendable, Hashable {
        case present(TokenKind)
        case past(TokenKind)
        case pasted
    }

    /// What it is used as; of a pasted one, what its type says.
    var kind: TokenKind? {
        switch role {
        case .present(let kind), .past(let kind): kind
        case .pasted: nil
        }
    }

    var isPresent: Bool {
        if case .present = role { true } else { false }
    }

    /// `access token A3F1`, `earlier ID token 9C02`, `pasted token 0D0D`.
    var name: String {
        switch role {
        case .present(let kind): "\(kind.title) \(fingerprint)"
        case .past(let kind): "earlier \(kind.title) \(fingerprint)"
        case .pasted: "\(origin == .pasted ? "pasted" : "carried") token \(fingerprint)"
        }
    }

    /// `JWT`, `opaque`.
    var form: String {
        switch contents?.form {
        case .jwt: contents?.selective == nil ? "JWT" : "SD-JWT"
        case .encrypted: "JWE"
        case .cut: "cut"
        case .opaque: "opaque"
        case .unreadable: contents?.isTooLong == true ? "long" : "damaged"
        case nil: "not read"
        }
    }

    /// The time in a claim, by the issuer's clock.
    func time(of claim: String) -> Date? { contents?.claims?[claim].flatMap(RelativeTime.date) }

    /// A time in the token by our clock: beside its end by `expires_in`, if it is that.
    func localTime(_ date: Date, by status: SessionStatus) -> Date {
        guard case .at(let end, let source) = life?.expiry, source != .claim, !source.isBeforeItsTime else {
            return status.localTime(date)
        }
        return status.localTime(date, near: end)
    }

    /// The problems of a JWT.
    ///
    /// A good signature does not make a token with an error usable.
    func problems(by status: SessionStatus, now: Date) -> [TokenProblem] {
        guard let jwt = contents?.jwt else { return [] }
        // `exp` counts in the provider's time.
        let written = jwt.claims["exp"].flatMap(RelativeTime.date)
        let ahead =
            written.map { $0.timeIntervalSince(localTime($0, by: status)) } ?? (status.clockSkew ?? .zero) / .seconds(1)
        var circumstances = TokenCircumstances(kind: kind)
        if case .at(let end, .expiresIn) = life?.expiry { circumstances.expiry = end.addingTimeInterval(ahead) }
        let problems = TokenProblem.all(of: jwt, as: circumstances, now: now.addingTimeInterval(ahead))
        return TokenProblem.sorted(problems + (contents?.selective?.problems ?? []))
    }
}

extension InspectedToken {
    /// The remaining validity; `nil` if nothing is known of the token's life.
    func clock(by status: SessionStatus, now: Date) -> TokenClock? {
        life.map {
            TokenClock(
                end: declaredEnd(by: status) ?? $0.end(by: status), obtainedAt: $0.obtainedAt ?? issue(by: status),
                now: now)
        }
    }

    /// When an ID token was issued by its `iat` claim: nothing else says so.
    private func issue(by status: SessionStatus) -> Date? {
        guard kind == .identity, let date = time(of: "iat") else { return nil }
        return status.localTime(date)
    }

    /// When a server rejected the session's access token, or a person declared it expired: it is not used again.
    private func declaredEnd(by status: SessionStatus) -> Date? {
        guard role == .present(.access), let token = status.accessToken, token.fingerprint == fingerprint,
            case .at(let end, let source) = token.expiry, source.isBeforeItsTime
        else { return nil }
        return end
    }

    /// Whether a server rejected the session's access token before its time.
    private func isRejected(by status: SessionStatus) -> Bool {
        if case .at(_, .rejected) = status.accessToken?.expiry { declaredEnd(by: status) != nil } else { false }
    }

    /// Where the token stands now: `expires in 00:47`, `replaced by 9C02`, `revoked`.
    func state(by status: SessionStatus, now: Date) -> (text: String, tone: Tone) {
        guard let life else {
            let end = time(of: "exp")
            let clock = TokenClock(end: end.map(status.localTime), obtainedAt: nil, now: now)
            return (clock.words, clock.isOver ? .bad : end == nil ? .muted : .plain)
        }
        if isPresent, let clock = clock(by: status, now: now) {
            return (clock.words(past: isRejected(by: status) ? "rejected" : "expired"), clock.isOver ? .bad : .plain)
        }
        if let successor = life.successor { return ("replaced by \(successor)", .muted) }
        return ("dropped", .muted)
    }
}
