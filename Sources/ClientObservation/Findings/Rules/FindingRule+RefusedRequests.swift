import FoundationEssentials
import SessionCore
import SessionHTTP

extension FindingRule {
    /// Sign-ins and token requests that the provider refuses for good, and why.
    static let ofRefusedRequests: [FindingRule] = [
        FindingRule(
            "client-refused", .error,
            "the provider refused the client: what it is called, its secret, or how it sends that",
            advice:
                "Compare the client_id, the secret and the way of authentication with those of the client's "
                + "registration.",
            .rfc(6749, "5.2"), .rfc(6749, "2.3"),
            needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.refusal?.isOfClient == true, message.isRefusedForGood,
                    message.tokenRequest?.isBasicUnencoded != true, !inquiry.isAuthenticationUnsupported,
                    !inquiry.isAuthenticationOther
                else { return nil }
                let earlier = (inquiry.refusedAlike.last ?? inquiry.refusedInOtherWay).flatMap {
                    inquiry.isAccepted(since: $0) ? nil : $0
                }
                // A client that does not know which way is registered may try each once.
                let isOneWay = message.tokenRequest.map { !$0.authentications.isEmpty || $0.isNamedByBasic } ?? false
                return isOneWay && earlier == nil
                    ? inquiry.undecided() : inquiry.broken(after: earlier).showing(inquiry.authenticationSupported)
            }),
        FindingRule(
            "client-authentication-not-registered", .error,
            "the provider refused the client, which authenticated itself in another way than it was registered for",
            advice: "Authenticate the client by the token_endpoint_auth_method of the registration's answer.",
            .rfc(7591, "2"), .rfc(7591, "3.2.1"),
            needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                guard inquiry.message.refusal?.isOfClient == true, inquiry.message.isRefusedForGood,
                    let registration = inquiry.registration
                else { return nil }
                return inquiry.isAuthenticationOther
                    ? inquiry.broken(after: registration.message).showing(
                        Contrast(
                            "token_endpoint_auth_method", inquiry.authentications,
                            [registration.facts.authentication], of: .registration))
                    : nil
            }),
        FindingRule(
            "redirect-uri-not-registered", .error,
            "the provider refused an authorization request, whose redirect_uri is not one of the registered",
            advice: "Send a redirect_uri of the registration byte for byte; on loopback the port alone may differ.",
            .rfc(6749, "3.1.2.4"), .rfc(9700, "2.1"), .rfc(8252, "7.3"),
            needs: [.authorizationRequest],
            detection: .whenEnded { inquiry in
                guard inquiry.message.isAuthorizationRefused, let registration = inquiry.registration,
                    let redirect = inquiry.message.authorization?.registeredRedirect
                else { return nil }
                return registration.facts.redirects.contains(redirect)
                    ? nil
                    : inquiry.broken(after: registration.message).showing(
                        Contrast(
                            "redirect_uri", inquiry.message.authorization?.redirectText.map { [$0] },
                            registration.facts.redirectTexts, of: .registration))
            }),
        FindingRule(
            "basic-not-form-encoded", .error,
            "the provider refused the client, whose Basic credentials hold a space, + or % as it is",
            advice: "Form-encode the client_id and the secret each, and join them by a colon before base64.",
            .rfc(6749, "2.3.1"), .rfc(6749, "B"),
            needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.refusal?.isOfClient == true, message.isRefusedForGood else { return nil }
                return message.tokenRequest?.isBasicUnencoded == true ? inquiry.broken() : nil
            }),
        FindingRule(
            "code-refused", .warning,
            "the provider refused an authorization code that was sent to it for the first time",
            advice:
                "Redeem the code at once, with the client, the redirect_uri and the verifier of its authorization "
                + "request.",
            .rfc(6749, "5.2"), .rfc(6749, "4.1.3"), .rfc(7636, "4.6"),
            needs: [.codeRedemption],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard let facts = message.redemption, message.refusal?.isOfCode == true, message.isRefusedForGood,
                    inquiry.others(presenting: facts.code).isEmpty
                else { return nil }
                let attempt = inquiry.attempt
                let client = Contrast("client_id", facts.client, attempt?.facts.client, of: .authorizationRequest)
                return inquiry.broken(after: attempt?.id).showing(client?.found == client?.known ? nil : client)
            }),
        FindingRule(
            "grant-without-its-parameter", .error,
            "a token request lacks what its grant is about: the code, the refresh token, the device code",
            advice: "Send the parameter that the grant requires; where the client has none, begin a new sign-in.",
            .rfc(6749, "4.1.3"), .rfc(6749, "6"), .rfc(8628, "3.4"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                inquiry.message.tokenRequest?.isWhole == false ? inquiry.broken() : nil
            }),
        FindingRule(
            "scope-refused", .warning,
            "the provider refused the scope or the resource that the client asks for",
            advice: "Ask for what the client is registered for; a refresh asks for no more than was granted.",
            .rfc(6749, "3.3"), .rfc(6749, "6"), .rfc(8707, "2"),
            needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.refusal == .invalidScope || message.refusal == .invalidTarget, message.isRefusedForGood
                else { return nil }
                let session = message.refreshToken == nil ? nil : inquiry.session
                let asked = message.tokenRequest?.scope ?? message.authorization?.scope
                return inquiry.broken(after: session?.began).showing(
                    message.refusal == .invalidTarget
                        ? nil
                        : session.map { Contrast("scope", asked, $0.scope, of: .session) }
                            ?? Contrast("scope", asked, inquiry.registration?.facts.scope, of: .registration))
            }),
        FindingRule(
            "grant-refused", .error,
            "the provider does not let the client use the grant that it sends",
            advice: "Choose a grant of grant_types_supported, and have it entered in the client's registration.",
            .rfc(6749, "5.2"), .rfc(8414, "2"),
            needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.refusal == .unauthorizedClient || message.refusal == .unsupportedGrant,
                    message.isRefusedForGood
                else { return nil }
                let grant: Set? = message.tokenRequest.map { [$0.grant.rawValue] }
                return inquiry.broken().showing(
                    Contrast("grant_type", grant, inquiry.registration?.facts.grants, of: .registration)
                        ?? Contrast("grant_type", grant, inquiry.provider?.grants, of: .metadata))
            }),
        FindingRule(
            "sign-in-refused", .error,
            "the provider refused an authorization request before the user was asked",
            advice: "Compare the client_id, the redirect_uri and the response_type with the client's registration.",
            .rfc(6749, "4.1.2.1"), .rfc(6749, "3.1.2.4"),
            needs: [.authorizationRequest],
            detection: .whenEnded { $0.message.isAuthorizationRefused ? $0.broken() : nil }),
        FindingRule(
            "refused-request-repeated", .warning,
            "the client sent a request a third time that the provider had refused for good",
            advice: "Such a refusal stays until something is changed: stop, and tell the user or the operator.",
            .rfc(6749, "5.2"),
            needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                let earlier = inquiry.refusedAlike
                // A token that was refused for good and a code have rules of their own, and a password was typed.
                guard earlier.count >= 2, !inquiry.message.isRefreshTokenRefused || inquiry.isRefusedByStatusAlone,
                    inquiry.message.refusal?.isOfCode != true, !inquiry.message.isOfTypedPassword
                else { return nil }
                return .broken(earlier.suffix(2) + [inquiry.message.id], session: inquiry.message.session)
            }),
        FindingRule(
            "refresh-does-not-help", .error,
            "an API refused three access tokens in a row, each new from a refresh, from their first use on",
            advice:
                "A refresh renews a token and changes nothing of it: compare its audience and scope with the API's.",
            .rfc(6750, "3.1"), .rfc(6749, "6"),
            needs: [.refresh, .call],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.isOfResource, message.isUnauthorized, let session = inquiry.session,
                    let bearer = message.bearer, session.generations.last?.access == bearer
                else { return nil }
                let tokens = session.generations.suffix(3).compactMap(\.access)
                guard Set(tokens).count == 3, tokens.allSatisfy(inquiry.isAlwaysRejected) else { return nil }
                let first = inquiry.token(tokens[0])?.presentations.first
                return inquiry.broken(after: first, session.generations.last?.message)
            }),
    ]
}

extension Inquiry {
    /// What the client of this message was registered with, where that was seen.
    fileprivate var registration: (facts: RegistrationFacts, message: Int)? {
        message.client.flatMap { ledger.registeredClients[$0] }
    }

    /// Whether the registration says another way of authentication than the request has.
    fileprivate var isAuthenticationOther: Bool {
        guard let authentications, let registration else { return false }
        return !authentications.contains(registration.facts.authentication)
    }

    /// Whether nothing but the status refuses the refresh token, which is not for good yet.
    fileprivate var isRefusedByStatusAlone: Bool {
        message.answer?.verdict == .bare && token(message.refreshToken).map { $0.refused == nil } ?? false
    }

    /// The earlier messages that were refused as this one is, each before the next was sent.
    fileprivate var refusedAlike: [Int] {
        guard let request = message.refusedRequest else { return [] }
        return (ledger.refusedRequests[request] ?? []).filter {
            // Each user's token may be refused once.
            $0 != message.id && message($0)?.refreshToken == message.refreshToken
                && message($0)?.hasEnded(before: message) == true
        }
    }

    /// A message that was refused although the client authenticated itself in another way.
    fileprivate var refusedInOtherWay: Int? {
        guard let request = message.refusedRequest else { return nil }
        let ways = TokenRequestFacts.Authentication.allCases.filter { !request.authentications.contains($0) }
        return ways.lazy.compactMap { ledger.refusedRequests[request.with($0)]?.last }.first
    }

    /// Whether the client was given tokens since then: a program that starts anew finds out again in which way.
    fileprivate func isAccepted(since refused: Int) -> Bool {
        ledger.sightings.values.contains {
            $0.id > refused && $0.place == message.place && $0.client == message.client
                && $0.answer?.tokens != nil && $0.hasEnded(before: message)
        }
    }

    /// Whether every answer to a token from the origin of this message is a refusal of it.
    fileprivate func isAlwaysRejected(_ token: SecretID) -> Bool {
        let calls = (self.token(token)?.presentations ?? []).compactMap { message($0) }
            .filter { $0.isOfResource && $0.origin == message.origin && !$0.isInFlight }
        return !calls.isEmpty && calls.allSatisfy(\.isUnauthorized)
    }
}

extension Sighting {
    /// Whether it may be a password that was refused: a person types another one.
    fileprivate var isOfTypedPassword: Bool {
        tokenRequest?.grant == .password && (refusal == nil || refusal == .other)
    }

    /// Whether an authorization request was answered with an error that is neither the user's nor of the moment.
    fileprivate var isAuthorizationRefused: Bool {
        guard let answer, authorization != nil else { return false }
        if let error = answer.location?.redirect.error { return !error.isOfUser && !error.isPassing }
        switch kind {
        // With 401 and 403 some ask for the user's password.
        case .authorization: return StatusMeaning(answer.status) == .refusal && ![401, 403].contains(answer.status)
        case .pushedAuthorization:
            return isRefusedForGood && refusal?.isOfClient != true && refusal != .invalidScope
                && refusal != .unauthorizedClient
        default: return false
        }
    }
}
