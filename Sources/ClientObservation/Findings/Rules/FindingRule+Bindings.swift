import SessionCore

extension FindingRule {
    /// What binds a message to its sender: proofs with their keys, and a client's assertions.
    static let ofBindings: [FindingRule] = [
        FindingRule(
            "bound-token-as-bearer", .error,
            "an access token that is bound to a key was sent as a bearer token",
            advice: "Send a token of the type DPoP by the scheme DPoP, with a proof.",
            .rfc(9449, "7.1"), .rfc(9449, "7.2"),
            needs: [.tokens, .call],
            detection: .whenSent { inquiry in
                guard inquiry.message.isOfResource, inquiry.message.conduct.isBearer,
                    inquiry.token(inquiry.message.bearer)?.isBound == true
                else { return nil }
                return inquiry.broken(after: inquiry.token(inquiry.message.bearer)?.issued?.message)
            }),
        FindingRule(
            "proof-missing", .error,
            "a token that is bound to a key was sent without a proof of that key",
            advice: "Sign a proof for each request with a bound token, refreshes of public clients included.",
            .rfc(9449, "7.1"), .rfc(9449, "5"),
            needs: [.message],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                guard !message.conduct.hasProof else { return nil }
                if message.isOfResource { return message.conduct.isDPoP ? inquiry.broken() : nil }
                guard let facts = message.tokenRequest, let token = message.refreshToken,
                    let record = inquiry.token(token), record.isBound
                else { return nil }
                switch inquiry.isPublic(facts) {
                case true?: return inquiry.broken(after: record.issued?.message)
                case false?: return nil
                case nil: return inquiry.undecided(after: record.issued?.message)
                }
            }),
        FindingRule(
            "proof-key-unfit", .error,
            "a DPoP proof is signed by a shared secret, or shows its private key",
            advice: "Sign proofs with a private key, and put the public key alone into the header.",
            .rfc(9449, "4.2"), .rfc(9449, "4.3"),
            needs: [.proof],
            detection: .whenSent { $0.message.proof?.isKeyFit == false ? $0.broken() : nil }),
        FindingRule(
            "assertion-for-other-audience", .error,
            "a client's assertion names neither the provider's issuer nor its token endpoint as its audience",
            advice: "Sign each assertion for the provider that it is sent to: aud is its issuer.",
            .rfc(7523, "3"), .openIDConnectCore("9"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.tokenRequest?.assertion else { return nil }
                let place = "\(inquiry.message.origin)\(inquiry.message.path)"
                guard !facts.audiences.contains(place) else { return nil }
                guard let provider = inquiry.provider, let issuer = provider.issuer.map(URLPlace.normalized) else {
                    return inquiry.undecided()
                }
                return facts.audiences.contains(issuer) ? nil : inquiry.broken()
            }),
        FindingRule(
            "assertion-used-twice", .error,
            "two requests have the same assertion of the client",
            advice: "Sign an assertion with a new jti for each request.",
            .rfc(7523, "3"), .openIDConnectCore("9"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                guard let id = inquiry.message.tokenRequest?.assertion?.id, let first = inquiry.ledger.assertions[id],
                    first != inquiry.message.id
                else { return nil }
                return inquiry.broken(after: first)
            }),
        FindingRule(
            "assertion-lives-long", .warning,
            "a client's assertion is valid for more than ten minutes",
            advice: "Sign each assertion for a minute: who finds it can be the client for as long as it is valid.",
            .rfc(7523, "3"), .rfc(7523, "5"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.tokenRequest?.assertion else { return nil }
                guard let lifetime = facts.lifetime else { return inquiry.undecided() }
                return lifetime > .seconds(600) ? inquiry.broken() : nil
            }),
    ]
}
