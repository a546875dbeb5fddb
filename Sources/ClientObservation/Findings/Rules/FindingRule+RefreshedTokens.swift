import FoundationEssentials
import SessionCore
import SessionHTTP

extension FindingRule {
    /// What a refresh asks for, and what is done with its answer.
    static let ofRefreshedTokens: [FindingRule] = [
        FindingRule(
            "successor-never-used", .warning,
            "new tokens were delivered, and the client goes on without them",
            advice: "Store an answer's tokens where all callers look for them, and keep them until they are refused.",
            .rfc(6749, "6"),
            needs: [.refreshAnswer],
            detection: .whenEnded { inquiry in
                guard let (session, latest) = inquiry.neglected else { return nil }
                return inquiry.isProof(against: session, latest)
                    ? inquiry.broken(for: session, after: latest.message) : inquiry.undecided(after: latest.message)
            }),
        FindingRule(
            "expired-token-sent", .warning,
            "an access token was sent after its lifetime was over, although there was a refresh token",
            advice: "Refresh before the access token expires: its end is known from expires_in.",
            .rfc(6749, "1.5"),
            needs: [.tokens, .call],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                guard message.isOfResource, let record = inquiry.token(message.bearer), record.use == .access,
                    let expiry = record.expiry, expiry + 5 < message.begin, inquiry.session?.canRefresh == true
                else { return nil }
                return inquiry.broken(after: record.issued?.message)
            }),
        FindingRule(
            "resource-lost-at-refresh", .warning,
            "a refresh names no resource, although the sign-in did",
            advice: "Send the resource parameter with every token request, refreshes included.",
            .rfc(8707, "2.2"),
            needs: [.authorizationRequest, .refresh],
            detection: .whenSent { inquiry in
                guard inquiry.message.refreshToken != nil, let facts = inquiry.message.tokenRequest,
                    facts.resources.isEmpty, let session = inquiry.session, !session.purpose.resources.isEmpty
                else { return nil }
                return inquiry.broken(after: session.began)
            }),
        FindingRule(
            "scope-lost-at-refresh", .warning,
            "a refresh asks for less scope than the sign-in did",
            advice: "Leave scope out of a refresh, which keeps what was granted.",
            .rfc(6749, "6"),
            needs: [.authorizationRequest, .refresh],
            detection: .whenSent { inquiry in
                guard inquiry.message.refreshToken != nil, let scope = inquiry.message.tokenRequest?.scope,
                    let session = inquiry.session, !session.wantedScope.subtractingNames(of: scope).isEmpty,
                    // What it did not have is another token, for another API.
                    scope.isSubset(of: session.scope)
                else { return nil }
                let evidence = session.began ?? session.generations.last?.message
                return inquiry.isAccessTokenGood ? inquiry.undecided(after: evidence) : inquiry.broken(after: evidence)
            }),
        FindingRule(
            "two-lineages-of-one-session", .warning,
            "two refresh tokens that replaced the same one are both in use",
            advice: "One store has the session's latest tokens; each process reads it before it refreshes.",
            .rfc(9700, "4.14.2"),
            needs: [.refreshAnswer],
            detection: .whenSent { inquiry in
                guard let token = inquiry.message.refreshToken, let record = inquiry.token(token),
                    let spent = inquiry.token(record.predecessor)
                else { return nil }
                let others = spent.successors.filter { $0.token != token }
                guard let other = others.first(where: { inquiry.token($0.token)?.presentations.isEmpty == false })
                else { return nil }
                return inquiry.broken(
                    after: other.delivery.message, inquiry.token(other.token)?.presentations.first,
                    record.issued?.message)
            }),
    ]
}

extension Inquiry {
    /// How long a client may still use the tokens before: calls that were about to be sent.
    private static let handover = Duration.seconds(2)

    /// The session whose latest tokens nothing has used, although this message could have, and these tokens.
    fileprivate var neglected: (ObservedSession, ObservedSession.Generation)? {
        guard let candidate = candidateForNeglect, candidate.refreshToken != nil,
            candidate.generationCount > 1, candidate.isInUse,
            let latest = former(of: candidate), message.bearer != latest.access,
            message.refreshToken == nil || message.refreshToken != latest.refresh,
            Duration.seconds(message.begin.timeIntervalSince(latest.delivered)) > Self.handover,
            !mayHaveBeenUsed(latest.access), !mayHaveBeenUsed(latest.refresh)
        else { return nil }
        return (candidate, latest)
    }

    /// The latest tokens but for those that this message has brought itself.
    private func former(of session: ObservedSession) -> ObservedSession.Generation? {
        session.generations.last { $0.message != message.id }
    }

    /// The session whose tokens this message would have, were the client right.
    private var candidateForNeglect: ObservedSession? {
        if beginsSignIn { return onlySessionOfClient }
        let isOfClient = message.bearer != nil || message.refreshToken != nil
        guard let candidate = isOfClient ? session : sessionOfBareCall, let latest = former(of: candidate),
            // Another process may have tokens of its own, and another API another token.
            isServed(by: latest.sender, in: candidate),
            !isOfClient || purpose(in: candidate).map(latest.purpose.covers) == true
        else { return nil }
        return candidate
    }

    /// Whether what a process was answered is meant for the sender, too: both have used one token.
    private func isServed(by sender: Caller?, in session: ObservedSession) -> Bool {
        let both: Set = [sender, message.sender]
        return both.count == 1
            || session.generations.contains { generation in
                let users = token(generation.access)?.presentations.compactMap { message($0)?.sender } ?? []
                return both.isSubset(of: users + [generation.sender])
            }
    }

    /// What the token of this message is for, or what it asks for.
    private func purpose(in session: ObservedSession) -> TokenPurpose? {
        message.tokenRequest.map { TokenPurpose(of: $0, after: session.purpose) }
            ?? session.generations.last { $0.access == message.bearer }?.purpose
    }

    /// Whether this message shows that the session's latest tokens are lost: not where another user may have sent it,
    /// and not where a call is sent without a token in order to learn whether it needs one.
    fileprivate func isProof(against session: ObservedSession, _ latest: ObservedSession.Generation) -> Bool {
        if beginsSignIn { return message(latest.message)?.tokenRequest.flatMap(isPublic) == true }
        guard message.bearer == nil, message.refreshToken == nil else { return true }
        let way = Ledger.Way(sender: message.sender, place: message.place)
        guard let former = ledger.bareCalls[way]?.first(where: { $0 != message.id }).flatMap({ message($0) })
        else { return false }
        return former.begin >= latest.delivered && former.answer?.status == 401 && former.hasEnded(before: message)
    }

    /// Whether a token was sent anywhere, as a masked one may have been.
    private func mayHaveBeenUsed(_ id: SecretID?) -> Bool {
        guard let id else { return false }
        return !ledger.isUnused(id) || token(id) == nil
    }

    /// The one session of this program that sends its token to the place of a call that has none, and is refused for
    /// that; a browser's preflight never has one (Fetch §3.2.2).
    private var sessionOfBareCall: ObservedSession? {
        guard message.isOfResource, message.method != "OPTIONS", message.answer?.status == 401 else { return nil }
        return ledger.sessionWays[.init(sender: message.sender, place: message.place)].flatMap { ledger.sessions[$0] }
    }

    /// Whether more than half of the lifetime of the session's access token is left, and no API has refused it.
    fileprivate var isAccessTokenGood: Bool {
        guard let latest = session?.generations.last, let lifetime = latest.lifetime,
            let record = token(latest.access), record.rejections.isEmpty
        else { return false }
        return message.begin.timeIntervalSince(latest.delivered) < lifetime / .seconds(2)
    }
}
