import FoundationEssentials
import JOSE
import SessionCore

extension FindingRule {
    /// Who signed in: ID tokens and userinfo that a client must not take, and goes on with.
    static let ofIdentity: [FindingRule] = [
        FindingRule(
            "id-token-nonce-wrong", .error,
            "the client went on with an ID token that has not the nonce of its authorization request",
            advice: "Compare nonce with the one that was sent, and discard all tokens of the answer if it differs.",
            .openIDConnectCore("3.1.3.7"), .openIDConnectCore("15.5.2"),
            needs: [.authorizationRequest, .tokens],
            detection: .whenSent { inquiry in
                inquiry.goesOn { facts, issued in
                    guard issued.tokenRequest?.grant == .authorizationCode else { return true }
                    guard let attempt = inquiry.session?.attempt.flatMap({ inquiry.ledger.attempts[$0] }) else {
                        return facts.nonce == nil ? true : nil
                    }
                    guard let sent = attempt.facts.nonce else { return true }
                    // One without a nonce may have been shortened by who wrote it down.
                    return facts.nonce.flatMap { $0.isSame(as: sent) }
                }
            }),
        FindingRule(
            "id-token-for-other-client", .error,
            "the client went on with an ID token whose audience is not this client",
            advice: "Check that aud contains the own client ID, and discard all tokens of the answer if it does not.",
            .openIDConnectCore("3.1.3.7"), .openIDConnectCore("2"),
            needs: [.tokens],
            detection: .whenSent { inquiry in
                inquiry.goesOn { facts, issued in
                    facts.audiences.isEmpty ? nil : issued.client.map { facts.audiences.contains($0) }
                }
            }),
        FindingRule(
            "id-token-of-other-issuer", .error,
            "the client went on with an ID token of another issuer than the provider's",
            advice: "Compare iss with the issuer of the metadata, and discard all tokens of the answer if it differs.",
            .openIDConnectCore("3.1.3.7"), .openIDConnectCore("2"),
            needs: [.metadata, .tokens],
            detection: .whenSent { inquiry in
                inquiry.goesOn { facts, issued in
                    // One that stands for many issuers, such as Microsoft's, says nothing of which.
                    guard let issuer = issued.provider.flatMap({ inquiry.ledger.providers[$0]?.issuer }),
                        !issuer.contains("{"), let named = facts.issuer
                    else { return nil }
                    // Google's may lack the scheme.
                    return [named, "https://\(named)"].contains {
                        URLPlace.normalized(url: $0) == URLPlace.normalized(url: issuer)
                    }
                }
            }),
        FindingRule(
            "id-token-expired", .error,
            "the client went on with an ID token that had expired when it came",
            advice: "Compare exp with the time, and discard all tokens of the answer if it is over.",
            .openIDConnectCore("3.1.3.7"), .openIDConnectCore("2"),
            needs: [.tokens],
            detection: .whenSent { inquiry in
                inquiry.goesOn { facts, issued in
                    guard let expiry = facts.expiry, let end = issued.end else { return nil }
                    // By the clock that is behind, if the provider's is another.
                    let now = min(end, issued.answer?.date ?? end)
                    if expiry > now { return true }
                    return expiry + 300 < now ? false : nil
                }
            }),
        FindingRule(
            "id-token-signature-wrong", .error,
            "the client went on with an ID token that none of the provider's keys has signed",
            advice:
                "Verify the signature with the provider's keys, and discard all tokens of the answer if it is wrong.",
            .openIDConnectCore("3.1.3.7"), .openIDConnectCore("10.1"),
            needs: [.metadata, .tokens],
            detection: .whenSent { inquiry in
                inquiry.goesOn { facts, issued in
                    guard let provider = issued.provider, let keys = inquiry.ledger.keys[provider] else { return nil }
                    if facts.isUnsigned {
                        // Who wants none says so at the registration, where the provider offers that.
                        let offered = inquiry.ledger.providers[provider]?.idTokenAlgorithms
                        return offered?.contains(IDTokenFacts.unsigned) == false ? false : nil
                    }
                    return facts.signature?.isValid(by: keys)
                }
            }),
        FindingRule(
            "refreshed-for-other-subject", .error,
            "the client went on with an ID token of a refresh that is about another user",
            advice: "Compare iss and sub with those of the sign-in's ID token, and end the session if they differ.",
            .openIDConnectCore("12.2"),
            needs: [.refreshAnswer],
            detection: .whenSent { inquiry in
                inquiry.goesOn { facts, issued in
                    guard issued.refreshToken != nil, let subject = inquiry.session?.subject else { return true }
                    if facts.subject == subject { return true }
                    // The refresh token before is spent: a client may refuse the tokens, and keep the new one.
                    return inquiry.message.isOfResource ? false : nil
                }
            }),
        FindingRule(
            "userinfo-of-other-subject", .error,
            "userinfo answered for another user than the ID token's, and the client went on",
            advice: "Compare sub with the ID token's, and use nothing of an answer with another.",
            .openIDConnectCore("5.3.2"),
            needs: [.tokens, .call],
            detection: .whenSent { inquiry in
                guard inquiry.presentsToken, let answer = inquiry.message(inquiry.session?.foreignUserInfo),
                    let moment = answer.end, moment <= inquiry.message.begin
                else { return nil }
                return inquiry.isUnderWay(since: moment)
                    ? inquiry.undecided(after: answer.id) : inquiry.broken(after: answer.id)
            }),
    ]
}

extension Inquiry {
    /// Whether the message uses a token: at a resource, or for a refresh.
    fileprivate var presentsToken: Bool { message.isOfResource && message.bearer != nil || message.refreshToken != nil }

    /// Judges the ID token that came beside the token of this message; what can't be known is said once.
    fileprivate func goesOn(_ isRight: (IDTokenFacts, Sighting) -> Bool?) -> Judgement? {
        guard presentsToken, let record = token(message.presented), let issued = message(record.issued?.message),
            let facts = issued.answer?.tokens?.identity
        else { return nil }
        switch isRight(facts, issued) {
        case true: return nil
        case false: return broken(after: issued.id)
        case nil: return record.presentations.first == message.id ? undecided(after: issued.id) : nil
        }
    }
}
