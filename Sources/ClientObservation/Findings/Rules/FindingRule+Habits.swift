import FoundationEssentials
import SessionCore

extension FindingRule {
    /// What a client does again and again, or never.
    static let ofHabits: [FindingRule] = [
        FindingRule(
            "sign-in-instead-of-refresh", .warning,
            "the user signed in anew each time the access token had ended, although there was a refresh token",
            advice: "Refresh when the access token ends; ask the user only where the provider refuses that.",
            .rfc(6749, "1.5"), .rfc(6749, "6"),
            needs: [.tokens],
            detection: .whenEnded { inquiry in
                guard let facts = inquiry.message.tokenRequest, facts.grant.isOfUser, inquiry.message.isSuccess,
                    let new = inquiry.session
                else { return nil }
                let left = inquiry.sessionsLeftAtTheirEnd(by: new)
                guard left.count >= 2 else { return nil }
                let isOneUser =
                    left.allSatisfy { $0.subject == new.subject } && new.subject != nil
                    || facts.user != nil && left.allSatisfy { inquiry.user(of: $0) == facts.user?.name }
                let evidence = left.suffix(2).compactMap(\.began)
                return isOneUser || inquiry.isPublic(facts) == true && new.subject == nil
                    ? .broken(evidence + [inquiry.message.id], session: new.id)
                    : .undecided(evidence + [inquiry.message.id])
            }),
        FindingRule(
            "delivered-tokens-never-used", .warning,
            "a sign-in brought tokens, and the client called on without any",
            advice: "Store the tokens of the answer where the calls look for them.",
            .rfc(6749, "5.1"), .rfc(6750, "2.1"),
            needs: [.tokens],
            detection: .atClose { session, ledger in
                guard let began = session.began, session.grant?.isOfUser == true, session.generationCount == 1,
                    let sighting = ledger.sightings[began], let end = sighting.end,
                    session.generations.allSatisfy({ ledger.isUnused($0.access) && ledger.isUnused($0.refresh) })
                else { return nil }
                let refused = ledger.sightings.values.filter {
                    $0.isOfResource && $0.bearer == nil && $0.sender == sighting.sender && $0.answer?.status == 401
                        && $0.begin > end && $0.method != "OPTIONS"
                }
                guard refused.count > 1 else { return .undecided([began]) }
                return .broken([began] + refused.map(\.id).sorted().prefix(2), session: session.id)
            }),
        FindingRule(
            "registered-again", .warning,
            "a program registers itself as a new client again and again",
            advice: "Store the client ID with the issuer that gave it, and register only where there is none.",
            .rfc(7591, "3.2.1"), .rfc(7591, "5"),
            needs: [.message],
            detection: .whenEnded { inquiry in
                guard case .registration = inquiry.message.kind, inquiry.message.isSuccess else { return nil }
                let way = Ledger.ProgramWay(program: inquiry.message.caller?.name, place: inquiry.message.place)
                let all = inquiry.ledger.registrations[way] ?? []
                guard all.count > 1 else { return nil }
                return all.count > 2 ? .broken(Array(all.suffix(3)), session: nil) : .undecided(all)
            }),
        FindingRule(
            "client-token-for-each-call", .warning,
            "a client's own token was asked for anew three times although the one before was good",
            advice: "Keep the access token until shortly before it expires.",
            .rfc(6749, "4.4"), .rfc(6749, "5.1"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.tokenRequest, facts.grant == .clientCredentials else { return nil }
                let key = Ledger.OwnGrant(facts, by: inquiry.message)
                let early = inquiry.earlyGrants(inquiry.ledger.ownGrants[key] ?? [])
                return early.count >= 3 ? .broken(Array(early.suffix(3)), session: inquiry.message.session) : nil
            }),
        FindingRule(
            "keys-fetched-for-each-token", .warning,
            "a program asked for the provider's keys three times within the time for which they are good",
            advice: "Keep the keys as long as Cache-Control says, and ask again when a token names another.",
            .openIDConnectCore("10.1.1"), .rfc(9111, "4.2"),
            needs: [.message],
            detection: .whenEnded { inquiry in
                guard case .keys = inquiry.message.kind, inquiry.message.answer?.status == 200 else { return nil }
                let way = Ledger.Way(sender: inquiry.message.sender, place: inquiry.message.place)
                let all = (inquiry.ledger.keyRequests[way] ?? []).compactMap { inquiry.message($0) }.suffix(3)
                guard all.count == 3, let first = all.first, let last = all.last else { return nil }
                // Without a word on it, five minutes.
                let fresh = all.compactMap { $0.answer?.freshness }.min() ?? .seconds(300)
                guard .seconds(last.begin.timeIntervalSince(first.begin)) < fresh else { return nil }
                return .broken(all.map(\.id), session: nil)
            }),
        FindingRule(
            "insufficient-scope-repeated", .warning,
            "a call was sent three times with a token that the API had said has too little scope",
            advice: "After insufficient_scope ask the user for the scope of the challenge, or give up the call.",
            .rfc(6750, "3.1"), .rfc(9470, "4"),
            needs: [.call],
            detection: .whenSent { inquiry in
                guard inquiry.message.isOfResource, inquiry.message.bearer != nil else { return nil }
                let refused = inquiry.others(presenting: inquiry.message.bearer).filter {
                    $0.refusal == .insufficientScope && $0.isSameRequest(as: inquiry.message)
                        && $0.hasEnded(before: inquiry.message)
                }
                guard refused.count > 1 else { return nil }
                return .broken(refused.suffix(2).map(\.id) + [inquiry.message.id], session: inquiry.message.session)
            }),
        FindingRule(
            "scope-beyond-challenge", .warning,
            "an authorization request after a challenge asks for more than the session has and the challenge names",
            advice: "Ask for the scope that the session has together with that of the challenge.",
            .rfc(6750, "3.1"), .rfc(9700, "2.3"),
            needs: [.authorizationRequest, .call],
            detection: .whenSent { inquiry in
                guard inquiry.beginsSignIn, let facts = inquiry.message.authorization, !facts.scope.isEmpty,
                    let session = inquiry.onlySessionOfClient,
                    let call = inquiry.latestMessage(of: session, where: { $0.isOfResource }),
                    call.refusal == .insufficientScope, let challenged = call.answer?.challengedScope,
                    let pause = inquiry.pause(after: call), pause > Inquiry.reaction, pause <= .seconds(600)
                else { return nil }
                let known = session.scope.union(session.purpose.scope)
                guard !challenged.isEmpty, !known.isEmpty else { return inquiry.undecided(after: call.id) }
                let beyond = facts.scope.subtractingNames(of: known.union(challenged)).subtracting(["offline_access"])
                return beyond.isEmpty ? nil : inquiry.broken(for: session, after: call.id)
            }),
        FindingRule(
            "expired-refresh-token-sent", .warning,
            "a refresh token was sent after the end that its answer had announced",
            advice: "Keep the end of the refresh token, and ask the user to sign in when it is over.",
            .rfc(6749, "6"), .rfc(9700, "4.14.2"),
            needs: [.refresh, .tokens],
            detection: .whenSent { inquiry in
                guard let record = inquiry.token(inquiry.message.refreshToken), let expiry = record.expiry,
                    expiry + 5 < inquiry.message.begin
                else { return nil }
                return inquiry.broken(after: record.issued?.message)
            }),
    ]
}

extension Inquiry {
    /// Whom the password grant that began a session names.
    fileprivate func user(of session: ObservedSession) -> SecretID? { message(session.began)?.tokenRequest?.user?.name }

    /// The sessions of the same client before one, each left with a refresh token that was never sent, when its access
    /// token had ended.
    fileprivate func sessionsLeftAtTheirEnd(by new: ObservedSession) -> [ObservedSession] {
        let all = ledger.sessions.values.filter {
            $0.client == new.client && $0.provider == new.provider && $0.began != nil && $0.id <= new.id
        }.sorted { $0.id < $1.id }
        let left = zip(all, all.dropFirst()).filter { old, next in
            guard old.generationCount == 1, let token = old.refreshToken, ledger.isUnused(token), old.end == nil,
                let expiry = old.expiry, let begin = next.began.flatMap({ message($0)?.begin })
            else { return false }
            return expiry <= begin && !ledger.isUnused(old.accessToken)
        }
        return left.map(\.0)
    }

    /// Of requests, this one the last, those in a row that came before half of the former token's lifetime was over.
    fileprivate func earlyGrants(_ requests: [Int]) -> [Int] {
        let all = requests.compactMap { message($0) }
        return zip(all, all.dropFirst()).reduce(into: []) { early, pair in
            let tokens = pair.0.answer?.tokens
            let isEarly =
                tokens?.expiresIn.map { pair.1.begin.timeIntervalSince(pair.0.begin) < $0 / .seconds(2) } ?? false
            let wasRejected = token(tokens?.access).map { !$0.rejections.isEmpty } ?? true
            early = isEarly && !wasRejected && pair.0.hasEnded(before: pair.1) ? early + [pair.1.id] : []
        }
    }
}
