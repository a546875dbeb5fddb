import FoundationEssentials
import SessionCore
import SessionHTTP

extension FindingRule {
    /// One refresh at a time, with the latest refresh token, as long as that is good.
    static let ofRefresh: [FindingRule] = [
        FindingRule(
            "refresh-token-sent-twice-at-once", .error,
            "a refresh token was sent again while the first refresh with it was under way",
            advice: "All callers, in all processes, wait for one refresh and use what it returns.",
            .rfc(9700, "4.14.2"), .rfc(6749, "10.4"),
            needs: [.refreshAnswer],
            detection: .whenEnded { inquiry in
                guard let other = inquiry.parallelRefresh else { return nil }
                if inquiry.isRefreshTokenSpent(beside: other) { return inquiry.broken(after: other.id) }
                return inquiry.message.isSuccess && other.isSuccess ? nil : inquiry.undecided(after: other.id)
            }),
        FindingRule(
            "parallel-refreshes", .warning,
            "two refreshes with one refresh token were under way at once; the provider does not rotate it",
            advice: "All callers, in all processes, wait for one refresh and use what it returns.",
            .rfc(9700, "4.14.2"),
            needs: [.refreshAnswer],
            detection: .whenEnded { inquiry in
                guard let other = inquiry.parallelRefresh, inquiry.message.isSuccess, other.isSuccess,
                    !inquiry.isRefreshTokenSpent(beside: other)
                else { return nil }
                return inquiry.broken(after: other.id)
            }),
        FindingRule(
            "spent-refresh-token-sent", .error,
            "a refresh token was sent after the answer that replaced it had come",
            advice: "Store the new refresh token before anything uses the answer, and discard the old one.",
            .rfc(6749, "6"), .rfc(9700, "4.14.2"),
            needs: [.refreshAnswer],
            detection: .whenSent { inquiry in
                guard let token = inquiry.message.refreshToken,
                    let delivery = inquiry.token(token)?.successors.first?.delivery,
                    delivery.moment <= inquiry.message.begin, !inquiry.isPartOfStorm
                else { return nil }
                return inquiry.broken(after: delivery.message)
            }),
        FindingRule(
            "refused-refresh-token-sent-again", .error,
            "a refresh token was sent again after the provider had refused it for good",
            advice: "Such a refusal is final: discard the refresh token and ask the user to sign in.",
            .rfc(6749, "5.2"),
            needs: [.refreshAnswer],
            detection: .whenSent { inquiry in
                guard let refused = inquiry.token(inquiry.message.refreshToken)?.refused,
                    refused.moment <= inquiry.message.begin, !inquiry.isPartOfStorm
                else { return nil }
                return inquiry.broken(after: refused.message)
            }),
        FindingRule(
            "credentials-dropped-after-failure", .error,
            "a new sign-in began after a refresh had failed for a passing reason",
            advice: "After 408, 429, 5xx or a time-out keep the refresh token, and refresh again later.",
            .rfc(6749, "5.2"), .rfc(9110, "15.6"),
            needs: [.refresh, .signIn],
            detection: .whenSent { inquiry in
                guard inquiry.beginsSignIn, let session = inquiry.onlySessionOfClient,
                    let refresh = inquiry.failedRefresh(of: session), let facts = refresh.tokenRequest,
                    !inquiry.isAskedToStepUp(session)
                else { return nil }
                let asksForMore = inquiry.message.authorization.map { inquiry.asksBeyondRefresh($0, of: session) }
                if asksForMore == true { return nil }
                // Another program can't know of the failure at once.
                let isKnown =
                    refresh.sender == inquiry.message.sender
                    || (inquiry.pause(after: refresh).map { $0 > Inquiry.reaction } ?? false)
                // A client with a secret may serve several users, and this one need not be the session's.
                return inquiry.isPublic(facts) == true && isKnown && asksForMore != .some(nil)
                    ? inquiry.broken(for: session, after: refresh.id) : inquiry.undecided(after: refresh.id)
            }),
        FindingRule(
            "retry-after-ignored", .warning,
            "a request was sent again earlier than Retry-After of its last answer allows",
            advice: "Wait as long as Retry-After says; all callers wait together.",
            .rfc(9110, "10.2.3"), .rfc(6585, "4"),
            needs: [.message],
            detection: .whenSent { inquiry in
                let way = Ledger.Way(sender: inquiry.message.sender, place: inquiry.message.place)
                guard let answer = inquiry.message(inquiry.ledger.pauses[way]), answer.id != inquiry.message.id,
                    let retryAfter = answer.answer?.retryAfter, let pause = inquiry.pause(after: answer),
                    pause + .seconds(1) < retryAfter
                else { return nil }
                // Too many requests of one user say nothing of another's.
                if answer.answer?.status == 429, answer.holder != inquiry.message.holder {
                    return answer.holder == nil || inquiry.message.holder == nil
                        ? inquiry.undecided(after: answer.id) : nil
                }
                // One refresh token is sent by one caller at a time, who knows of the answer before.
                let isSameToken =
                    answer.caller == inquiry.message.caller
                    && inquiry.message.refreshToken.map { $0 == answer.refreshToken } ?? false
                let isKnown =
                    pause > Inquiry.reaction || isSameToken
                    || inquiry.isThirdInARow { $0.answer?.retryAfter != nil }
                return isKnown ? inquiry.broken(after: answer.id) : inquiry.undecided(after: answer.id)
            }),
        FindingRule(
            "refreshed-far-too-early", .warning,
            "three refreshes in a row came before half of the access token's lifetime was over",
            advice: "Keep the access token until shortly before it expires, across calls and starts of the program.",
            .rfc(6749, "1.5"),
            needs: [.refreshAnswer],
            detection: .whenSent { inquiry in
                guard let early = inquiry.earlyRefreshes, early.count >= 3 else { return nil }
                return .broken(Array(early.suffix(3)), session: inquiry.message.session)
            }),
    ]
}

extension Inquiry {
    /// Another refresh with the same token that was under way at the same time and has ended.
    fileprivate var parallelRefresh: Sighting? {
        guard let token = message.refreshToken else { return nil }
        return others(presenting: token).first { $0.refreshToken == token && !$0.isInFlight && $0.overlaps(message) }
    }

    /// Whether another refresh with the same token is under way: both together are one error, told at their end.
    fileprivate var isPartOfStorm: Bool {
        others(presenting: message.refreshToken).contains { $0.refreshToken != nil && $0.isInFlight }
    }

    /// Whether the first use of the token has spent it: it was replaced, or refused to one of the two.
    fileprivate func isRefreshTokenSpent(beside other: Sighting) -> Bool {
        token(message.refreshToken)?.successors.isEmpty == false || message.isRefreshTokenRefused
            || other.isRefreshTokenRefused
    }

    /// The refreshes up to this one, each sent before half of the lifetime of the token that it replaces was over.
    ///
    /// A token that a resource had refused is replaced at any time.
    fileprivate var earlyRefreshes: [Int]? {
        guard let facts = message.tokenRequest, facts.grant == .refreshToken, let session else { return nil }
        let refreshes = session.generations.dropFirst().map { ($0.message, $0.sender, $0.purpose) }
        let own = (message.id, message.sender, TokenPurpose(of: facts, after: session.purpose))
        var early: [Int] = []
        // Before the first generation there is nothing to compare with.
        for (index, (refresh, sender, purpose)) in (refreshes + [own]).enumerated() {
            let former = session.generations.prefix(index + 1).filter { $0.purpose.isLike(purpose) }
            let begin = message(refresh)?.begin ?? session.generations[index].delivered
            guard let replaced = former.last(where: { $0.sender == sender }) ?? former.last else {
                early = []
                continue
            }
            let isEarly =
                replaced.lifetime.map { begin.timeIntervalSince(replaced.delivered) < $0 / .seconds(2) } ?? false
            let wasRejected = token(replaced.access).map { !$0.rejections.isEmpty } ?? true
            // Another process has a token of its own as long as it lives.
            let isOfOther = replaced.sender != sender && sends(replaced.sender, in: session, after: begin)
            early = isEarly && !wasRejected && !isOfOther ? early + [refresh] : []
        }
        return early
    }

    private func sends(_ sender: Caller?, in session: ObservedSession, after moment: Date) -> Bool {
        session.messages.contains { message($0).map { $0.sender == sender && $0.begin > moment } ?? false }
    }
}

extension Sighting {
    /// Whose request it is: a session's, or a token's.
    fileprivate var holder: Holder? { session.map(Holder.session) ?? presented.map(Holder.token) }

    fileprivate enum Holder: Hashable { case session(Int), token(SecretID) }
}
