import FoundationEssentials

/// What a rule asks about a message, answered by all that was seen before.
struct Inquiry {
    let message: Sighting
    let ledger: Ledger

    var session: ObservedSession? { message.session.flatMap { ledger.sessions[$0] } }
    var provider: ObservedProvider? { message.provider.flatMap { ledger.providers[$0] } }

    func message(_ id: Int?) -> Sighting? { id.flatMap { ledger.sightings[$0] } }

    func token(_ id: SecretID?) -> TokenRecord? { id.flatMap { ledger.tokens[$0] } }

    /// The other messages that present a token, the earliest first, as far as they are remembered.
    func others(presenting token: SecretID?) -> [Sighting] {
        (self.token(token)?.presentations ?? []).filter { $0 != message.id }.compactMap { message($0) }
    }

    /// Time since the end of another message; `nil` where that has not ended before this one began.
    func pause(after other: Sighting) -> Duration? {
        guard let end = other.end, end <= message.begin else { return nil }
        return .seconds(message.begin.timeIntervalSince(end))
    }

    /// What a sender can't know yet of what another thread, or the answer that has just come, says.
    static let reaction = Duration.milliseconds(50)

    /// Whether this message had been sent before its sender could know of what came then.
    func isUnderWay(since moment: Date) -> Bool { message.begin <= moment + Self.reaction / .seconds(1) }

    /// Whether two equal requests were answered so, each sent after the answer to the one before and beside no other:
    /// who sends this one knows that.
    func isThirdInARow(where isMeant: (Sighting) -> Bool) -> Bool {
        let others = others(presenting: message.presented).filter { $0.id < message.id }
        let last = others.filter { $0.isSameRequest(as: message) && isMeant($0) }.suffix(2) + [message]
        return last.count == 3 && zip(last, last.dropFirst()).allSatisfy { $0.hasEnded(before: $1) }
            && last.dropFirst().allSatisfy { one in others.allSatisfy { $0.id >= one.id || $0.hasEnded(before: one) } }
    }

    /// The rule is broken by this message, as others show; it is about the message's session.
    func broken(after others: Int?...) -> Judgement { .broken(evidence(others), session: message.session) }

    /// The rule is broken by this message, and is about another session than the message's.
    func broken(for session: ObservedSession, after others: Int?...) -> Judgement {
        .broken(evidence(others), session: session.id)
    }

    func undecided(after others: Int?...) -> Judgement { .undecided(evidence(others)) }

    private func evidence(_ others: [Int?]) -> [Int] { Array(Set(others.compactMap(\.self) + [message.id])).sorted() }
}

extension Inquiry {
    /// Whether the request begins a sign-in, and is not the same one sent again.
    var beginsSignIn: Bool {
        switch message.kind {
        case .authorization(let facts) where facts.requestURI == nil, .pushedAuthorization(let facts):
            facts.isOpaque || ledger.attempts[message.id] != nil
        case .deviceAuthorization: true
        case .token(let facts): facts.grant == .password
        default: false
        }
    }

    /// The sessions of the same client that a refresh can go on with, but for the message's own.
    var otherSessionsOfClient: [ObservedSession] {
        guard let client = message.client else { return [] }
        return ledger.sessions.values.filter {
            $0.id != message.session && $0.client == client && $0.provider == message.provider && $0.canRefresh
                && $0.grant?.isOfUser != false
        }
    }

    /// The only session of the client; of several, any may be meant.
    var onlySessionOfClient: ObservedSession? {
        let sessions = otherSessionsOfClient
        return sessions.count == 1 ? sessions.first : nil
    }

    /// The latest message of a session that has ended before this one began, and is of that kind.
    func latestMessage(of session: ObservedSession, where isMeant: (Sighting) -> Bool) -> Sighting? {
        session.messages.reversed().lazy.compactMap { message($0) }
            .first { $0.id != message.id && $0.hasEnded(before: message) && isMeant($0) }
    }

    /// Whether the last answer of an API to a session asks for another sign-in.
    func isAskedToStepUp(_ session: ObservedSession) -> Bool {
        let asks = { (call: Sighting) in call.isOfResource && call.refusal?.asksForStepUp == true }
        if latestMessage(of: session, where: \.isOfResource).map(asks) == true { return true }
        // Another API may have answered since.
        let start = session.generations.last?.delivered ?? .distantPast
        return session.messages.contains { message($0).map { $0.begin >= start && asks($0) } ?? false }
    }

    /// Whether a sign-in asks for what a refresh of the session can't give; `nil` where what it asks for, or what the
    /// session has, is not known.
    func asksBeyondRefresh(_ facts: AuthorizationFacts, of session: ObservedSession) -> Bool? {
        if facts.isOpaque { return nil }
        let known = session.purpose.resources
        // What the refresh token itself is asked for by says nothing of what it brings.
        let scope = facts.scope.subtracting(["offline_access"])
        let isWider = !session.scope.isEmpty && !scope.subtractingNames(of: session.scope).isEmpty
        let isBegun = session.began != nil
        let isForOther =
            (isBegun || !known.isEmpty) && !facts.resources.isSubset(of: known)
            || (isBegun || !session.purpose.audiences.isEmpty)
                && !facts.audiences.isSubset(of: session.purpose.audiences)
        if facts.asksForMore || isWider || isForOther { return true }
        let isScopeKnown = scope.isEmpty || !session.scope.isEmpty
        return isScopeKnown && facts.resources.isEmpty == known.isEmpty ? false : nil
    }

    /// Whether a message that began before this one presents a token of that answer.
    func isUsed(_ generation: ObservedSession.Generation, before message: Sighting) -> Bool {
        [generation.access, generation.refresh].contains { token in
            self.token(token)?.presentations.contains { self.message($0).map { $0.begin < message.begin } ?? false }
                ?? false
        }
    }

    /// The latest refresh of a session, where it failed for a passing reason shortly before.
    func failedRefresh(of session: ObservedSession) -> Sighting? {
        latestMessage(of: session) { $0.refreshToken != nil }.flatMap { refresh in
            let isRecent = pause(after: refresh).map { $0 <= .seconds(300) } ?? false
            return refresh.hasEndedTemporarily && isRecent ? refresh : nil
        }
    }

    /// The authorization request whose code this message redeems.
    var attempt: SignInAttempt? {
        message.redemption.flatMap { ledger.attempt(of: $0, in: message) }
    }

    /// Whether the client has no secret and no key: a message that could have shown one does not.
    ///
    /// `nil` where it may have shown one that isn't seen: to TLS (RFC 8705), or where the request does not even name
    /// the client, as a public one must (RFC 6749 §4.1.3).
    func isPublic(_ request: TokenRequestFacts) -> Bool? {
        guard request.authentications.isEmpty, !request.hasOtherCredentials else { return false }
        guard let client = request.client else { return nil }
        let certificates: Set = ["tls_client_auth", "self_signed_tls_client_auth"]
        if let registered = ledger.registeredClients[client]?.facts.authentication {
            return certificates.contains(registered) ? nil : true
        }
        let supported = provider?.clientAuthentications ?? []
        // Where there are secrets, too, who shows none has none: Keycloak lists all of them, and no "none".
        return supported.isEmpty || !supported.isSubset(of: certificates.union(["private_key_jwt"])) ? true : nil
    }
}
