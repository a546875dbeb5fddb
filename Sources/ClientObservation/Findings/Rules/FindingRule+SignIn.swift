import SessionCore
import SessionHTTP

extension FindingRule {
    /// How a user signs in and how the client shows who it is.
    static let ofSignIn: [FindingRule] = [
        FindingRule(
            "code-without-pkce", .error,
            "a public client redeemed an authorization code without a code verifier",
            advice: "Send a code challenge with each authorization request, and its verifier with the code.",
            .rfc(9700, "2.1.1"), .rfc(7636, "4.1"),
            needs: [.codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.redemption, facts.verifier == nil || facts.verifierForm == .emptied
                else { return nil }
                switch inquiry.isPublic(facts) {
                case true? where facts.verifier == nil: return inquiry.broken(after: inquiry.attempt?.id)
                case false?: return nil
                default: return inquiry.undecided(after: inquiry.attempt?.id)
                }
            }),
        FindingRule(
            "code-without-pkce-or-nonce", .warning,
            "a client with a secret redeemed an authorization code that neither PKCE nor a nonce protects",
            advice: "Send a code challenge with each authorization request, and its verifier with the code.",
            .rfc(9700, "2.1.1"),
            needs: [.codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.redemption,
                    facts.verifier == nil, inquiry.isPublic(facts) != true
                else { return nil }
                guard let attempt = inquiry.attempt else { return inquiry.undecided() }
                return attempt.facts.nonce == nil ? inquiry.broken(after: attempt.id) : nil
            }),
        FindingRule(
            "pkce-plain", .error,
            "an authorization request sends its code verifier as the challenge",
            advice: "Send the SHA-256 of the verifier, with code_challenge_method=S256.",
            .rfc(7636, "4.2"), .rfc(9700, "2.1.1"),
            needs: [.authorizationRequest],
            detection: .whenSent { inquiry in
                inquiry.message.authorization?.isChallengePlain == true ? inquiry.broken() : nil
            }),
        FindingRule(
            "code-redeemed-twice", .error,
            "an authorization code was sent to the token endpoint a second time",
            advice: "Redeem each code once; after an answer that did not come, sign in again.",
            .rfc(6749, "4.1.2"),
            needs: [.codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.redemption,
                    let first = inquiry.others(presenting: facts.code).first(where: \.mayHaveRedeemed)
                else { return nil }
                return first.hasEndedTemporarily
                    ? inquiry.undecided(after: first.id) : inquiry.broken(after: first.id)
            }),
        FindingRule(
            "redirect-uri-differs", .error,
            "a code was redeemed with another redirect_uri than that of its authorization request",
            advice: "Send the redirect_uri of the authorization request along with its code, byte for byte.",
            .rfc(6749, "4.1.3"),
            needs: [.authorizationRequest, .codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.redemption,
                    let redeemed = facts.redirectURI
                else { return nil }
                guard let attempt = inquiry.attempt else { return inquiry.undecided() }
                guard let requested = attempt.facts.redirectURI, requested != redeemed else { return nil }
                return inquiry.broken(after: attempt.id).showing(
                    Contrast(
                        "redirect_uri", facts.redirectText, attempt.facts.redirectText, of: .authorizationRequest))
            }),
        FindingRule(
            "two-client-authentications", .error,
            "a token request authenticates the client in two ways",
            advice: "Use one way of authentication in each request: that of the client's registration.",
            .rfc(6749, "2.3"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                (inquiry.message.tokenRequest?.authentications.count ?? 0) > 1 ? inquiry.broken() : nil
            }),
        FindingRule(
            "client-authentication-unsupported", .error,
            "the provider refused the client, which authenticated itself in a way that the metadata does not list",
            advice: "Choose a way of token_endpoint_auth_methods_supported; where that is left out, Basic.",
            .rfc(8414, "2"), .rfc(6749, "5.2"),
            needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                guard inquiry.message.tokenRequest != nil, inquiry.message.refusal == .invalidClient else { return nil }
                guard inquiry.provider?.clientAuthentications != nil else { return inquiry.undecided() }
                return inquiry.isAuthenticationUnsupported
                    ? inquiry.broken().showing(inquiry.authenticationSupported) : nil
            }),
        FindingRule(
            "password-grant", .error,
            "the client has the user's password",
            advice: "Send the user to the provider: the authorization code grant, or the device grant.",
            .rfc(9700, "2.4"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.tokenRequest, facts.grant == .password, facts.user?.isOfGrant == true
                else {
                    return nil
                }
                return inquiry.broken()
            }),
        FindingRule(
            "implicit-grant", .warning,
            "an authorization request asks for an access token in the redirect",
            advice: "Use response_type=code with PKCE.",
            .rfc(9700, "2.1.2"),
            needs: [.authorizationRequest],
            detection: .whenSent { inquiry in
                inquiry.message.authorization?.responseTypes.contains("token") == true ? inquiry.broken() : nil
            }),
    ]
}

extension Inquiry {
    /// Whether the metadata list ways of client authentication, and none that the request uses.
    var isAuthenticationUnsupported: Bool {
        guard let used = authentications, let supported = provider?.clientAuthentications else { return false }
        return supported.isDisjoint(with: used)
    }

    /// How a token request authenticates the client, by the names of RFC 8414; `nil` for a way that has none.
    var authentications: Set<String>? {
        guard let request = message.tokenRequest else { return nil }
        if request.authentications.isEmpty { return request.hasOtherCredentials ? nil : ["none"] }
        return Set(request.authentications.flatMap(\.names))
    }

    var authenticationSupported: Contrast? {
        Contrast(
            "token_endpoint_auth_method", authentications, provider?.clientAuthentications, of: .metadata)
    }
}

extension Sighting {
    /// Whether its code may be spent: after a refusal of the client, of its proof or of the request it is still good.
    fileprivate var mayHaveRedeemed: Bool {
        guard let answer, StatusMeaning(answer.status) == .refusal else { return true }
        return answer.refusal == .invalidGrant
    }
}

extension TokenRequestFacts.Authentication {
    /// The names in the metadata; an assertion is signed with a key or with the secret.
    var names: [String] { self == .assertion ? [rawValue, "client_secret_jwt"] : [rawValue] }
}
