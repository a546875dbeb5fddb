import FoundationEssentials
import SessionCore

extension FindingRule {
    /// What a refresh asks for, and what is done with its answer.
    static let ofRefreshedTokens: [FindingRule] = [
        FindingRule(
            "successor-never-used", .warning,
            "new tokens were delivered, and the client goes on without them",
            advice: "Store an answer's tokens where all callers look for them, and keep them until they are refused.",
            .rfc(6749, "6"),
            needs: [.refreshAnswer],
            detection: .whenSent { inquiry in
                guard let session = inquiry.neglectedSession, let latest = session.generations.last else { return nil }
                return inquiry.broken(for: session, after: latest.message)
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
                    facts.resources.isEmpty, let session = inquiry.session, !session.resources.isEmpty
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
                    let session = inquiry.session, !session.wantedScope.isSubset(of: scope)
                else { return nil }
                return inquiry.broken(after: session.began ?? session.generations.last?.message)
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

    /// The session whose latest tokens nothing has used, although this message could have.
    fileprivate var neglectedSession: ObservedSession? {
        let candidate: ObservedSession?
        if message.bearer != nil || message.refreshToken != nil {
            candidate = session
        } else if beginsSignIn {
            candidate = onlySessionOfClient
        } else {
            candidate = sessionOfBareCall
        }
        guard let candidate, candidate.refreshToken != nil, candidate.generationCount > 1, candidate.isInUse,
            let latest = candidate.generations.last, message.bearer != latest.access,
            message.refreshToken == nil || message.refreshToken != latest.refresh,
            Duration.seconds(message.begin.timeIntervalSince(latest.delivered)) > Self.handover,
            !hasBeenUsed(latest.access), !hasBeenUsed(latest.refresh)
        else { return nil }
        return candidate
    }

    private func hasBeenUsed(_ id: SecretID?) -> Bool {
        guard let id else { return false }
        return token(id)?.presentations.isEmpty != true
    }

    /// The one session of this program that sends its token to the place of a call that has none.
    private var sessionOfBareCall: ObservedSession? {
        guard message.isOfResource else { return nil }
        return ledger.sessionWays[.init(caller: message.caller, place: message.place)].flatMap { ledger.sessions[$0] }
    }
}
