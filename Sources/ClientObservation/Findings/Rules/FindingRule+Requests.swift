import FoundationEssentials
import SessionCore

extension FindingRule {
    /// What an authorization request has, and what its code is redeemed with.
    static let ofRequests: [FindingRule] = [
        FindingRule(
            "verifier-does-not-fit", .error,
            "a code was redeemed with a verifier that is not the one of its authorization request's challenge",
            advice: "Keep each verifier with the state of its sign-in, and send the one that belongs to the code.",
            .rfc(7636, "4.5"), .rfc(7636, "4.6"),
            needs: [.authorizationRequest, .codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.redemption, let verifier = facts.verifier else { return nil }
                guard let hashed = facts.challenge else { return inquiry.undecided() }
                // The attempt that the verifier itself leads to proves nothing.
                guard let attempt = facts.code.flatMap({ inquiry.token($0)?.attempt }),
                    let asked = inquiry.ledger.attempts[attempt]?.facts
                else { return inquiry.undecided() }
                let answer = asked.isChallengePlain ? verifier : hashed
                return asked.challenge?.isSame(as: answer) == false
                    ? inquiry.broken(after: attempt).showing(
                        Contrast(
                            "code_challenge", "\(answer.fingerprint)", asked.challenge.map { "\($0.fingerprint)" },
                            of: .authorizationRequest))
                    : nil
            }),
        FindingRule(
            "verifier-malformed", .error,
            "a code verifier is shorter than 43 characters, longer than 128, or has characters that it may not have",
            advice: "Draw 32 bytes at random for each verifier, and encode them in base64url: 43 characters.",
            .rfc(7636, "4.1"), .rfc(7636, "7.1"),
            needs: [.codeRedemption],
            detection: .whenSent { $0.message.tokenRequest?.verifierForm == .wrong ? $0.broken() : nil }),
        FindingRule(
            "authorization-request-unprotected", .error,
            "an authorization request has neither state, nor a code challenge, nor a nonce",
            advice: "Send a code challenge and a state with each authorization request.",
            .rfc(9700, "2.1"), .rfc(6749, "10.12"),
            needs: [.authorizationRequest],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.authorization, facts.requestURI == nil else { return nil }
                if facts.isOpaque { return inquiry.undecided() }
                return facts.state == nil && facts.challenge == nil && facts.nonce == nil ? inquiry.broken() : nil
            }),
        FindingRule(
            "pushed-request-skipped", .error,
            "an authorization request was not pushed, although the provider requires that",
            advice: "Push the parameters first, and send the browser with request_uri alone.",
            .rfc(9126, "5"), .rfc(9126, "4"),
            needs: [.metadata, .authorizationRequest],
            detection: .whenSent { inquiry in
                guard case .authorization(let facts) = inquiry.message.kind, facts.requestURI == nil else { return nil }
                return inquiry.provider?.requiresPushedRequests == true ? inquiry.broken() : nil
            }),
        FindingRule(
            "request-uri-used-twice", .warning,
            "a request_uri was sent again after the code of its first use had been redeemed",
            advice: "Push each authorization request anew: a request_uri is for one use.",
            .rfc(9126, "4"), .rfc(9126, "7.3"),
            needs: [.authorizationRequest],
            detection: .whenSent { inquiry in
                guard case .authorization(let facts) = inquiry.message.kind, let uri = facts.requestURI,
                    let pushed = inquiry.ledger.pushed[uri], let attempt = inquiry.ledger.attempts[pushed],
                    let first = attempt.messages.compactMap({ inquiry.message($0) }).first(where: {
                        $0.id != inquiry.message.id && $0.authorization?.requestURI == uri
                    })
                else { return nil }
                // Before that, a page may have been loaded again.
                return attempt.completion == nil
                    ? inquiry.undecided(after: first.id) : inquiry.broken(after: pushed, first.id, attempt.completion)
            }),
        FindingRule(
            "metadata-of-other-issuer", .error,
            "the client uses metadata that name another issuer than the one whose place they were at",
            advice:
                "Compare issuer with the URL that the metadata's place was made from, and use nothing if it differs.",
            .rfc(8414, "3.3"), .openIDConnectCore("16.15"),
            needs: [.metadata],
            detection: .whenSent { inquiry in
                guard inquiry.message.tokenRequest != nil || inquiry.message.authorization != nil,
                    let issuer = inquiry.provider?.issuer, let answer = inquiry.ledger.misplaced[issuer]
                else { return nil }
                return inquiry.broken(after: answer)
            }),
        FindingRule(
            "error-of-other-issuer", .warning,
            "a new sign-in began upon an error that names another issuer",
            advice: "Compare iss of each authorization response with the provider's issuer, errors included.",
            .rfc(9207, "2.4"),
            needs: [.metadata, .authorizationRequest],
            detection: .whenSent { inquiry in
                guard inquiry.beginsSignIn, let facts = inquiry.message.authorization,
                    let error = inquiry.ledger.foreignError, let answer = inquiry.message(error.message),
                    inquiry.ledger.attempts[error.attempt]?.facts.client == facts.client,
                    let pause = inquiry.pause(after: answer), pause <= .seconds(30)
                else { return nil }
                return pause <= Inquiry.reaction
                    ? inquiry.undecided(after: answer.id) : inquiry.broken(after: answer.id)
            }),
        FindingRule(
            "resource-not-named", .warning,
            "the API's metadata were read, and no request for its token names it",
            advice: "Send the resource of the API's metadata with the authorization request and the token requests.",
            .rfc(8707, "2"), .rfc(9728, "7.4"),
            needs: [.metadata, .codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.redemption, facts.resources.isEmpty, facts.audiences.isEmpty,
                    let issuer = inquiry.provider?.issuer,
                    let metadata = inquiry.ledger.resources[URLPlace.normalized(url: issuer)]
                else { return nil }
                guard let attempt = inquiry.attempt, !attempt.facts.isOpaque else { return inquiry.undecided() }
                return attempt.facts.resources.isEmpty && attempt.facts.audiences.isEmpty
                    ? inquiry.broken(after: metadata, attempt.id) : nil
            }),
    ]
}

extension Inquiry {
    /// The code that this message redeems.
    fileprivate var redemption: TokenRequestFacts? {
        message.tokenRequest.flatMap { $0.grant == .authorizationCode && $0.code != nil ? $0 : nil }
    }
}
