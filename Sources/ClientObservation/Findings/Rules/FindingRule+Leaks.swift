import SessionCore

extension FindingRule {
    /// Tokens where they may not be.
    static let ofLeaks: [FindingRule] = [
        FindingRule(
            "token-in-url", .error,
            "a token is in a URL, which logs, histories and referrers keep",
            advice: "Send the access token in the Authorization field.",
            .rfc(9700, "4.3.2"), .rfc(6750, "5.3"),
            needs: [.message],
            detection: .whenSent { inquiry in
                let strays = inquiry.message.strays.filter(\.isInURL)
                if let record = strays.lazy.compactMap({ inquiry.token($0.secret) }).first(where: \.isToken) {
                    return inquiry.broken(after: record.issued?.message)
                }
                // By its name alone it may be the key of an app, which is public.
                return strays.contains(where: \.isNamed) ? inquiry.undecided() : nil
            }),
        FindingRule(
            "bearer-to-other-origin", .error,
            "an access token went to an origin that is none of its APIs",
            advice: "Keep a list of the origins that a token may go to, and compare each URL with it.",
            .rfc(6750, "5.3"),
            needs: [.knownAPIs, .tokens, .call],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                guard let bearer = message.bearer, !inquiry.ledger.apis.isEmpty, message.isOfResource,
                    !inquiry.ledger.isAtHome(message)
                else { return nil }
                // A token that was not seen being issued may be of another provider, and so may a place for claims.
                guard let issued = inquiry.token(bearer)?.issued, !inquiry.mayBeUserInfo else {
                    return inquiry.undecided()
                }
                return inquiry.broken(after: issued.message)
            }),
        FindingRule(
            "bearer-along-redirect", .error,
            "an access token followed a redirect to another host",
            advice: "Drop the Authorization field where a redirect leaves the origin.",
            .rfc(6750, "5.3"), .rfc(9110, "15.4"),
            needs: [.call],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                let way = Ledger.Way(sender: message.sender, place: message.place)
                guard let bearer = message.bearer, let redirect = inquiry.message(inquiry.ledger.redirects[way]),
                    redirect.bearer == bearer, redirect.origin.host != message.origin.host,
                    !inquiry.ledger.isAtHome(message),
                    inquiry.pause(after: redirect).map({ $0 <= .seconds(30) }) ?? false
                else { return nil }
                return inquiry.broken(after: redirect.id)
            }),
        FindingRule(
            "id-token-as-access-token", .warning,
            "an ID token was sent to an API",
            advice: "Send the access token: the ID token is for the client, which is its audience.",
            .openIDConnectCore("2"), .rfc(9068, "4"),
            needs: [.tokens, .call],
            detection: .whenSent { inquiry in
                guard inquiry.message.isOfResource, let record = inquiry.token(inquiry.message.bearer),
                    record.use == .id
                else { return nil }
                return inquiry.mayBeKubernetes ? inquiry.undecided() : inquiry.broken(after: record.issued?.message)
            }),
        FindingRule(
            "refresh-token-outside-token-endpoint", .error,
            "a refresh token went to another place than the provider",
            advice: "Send refresh tokens to the token endpoint and to the revocation endpoint alone.",
            .rfc(6749, "1.5"), .rfc(6749, "10.4"),
            needs: [.message],
            detection: .whenSent { inquiry in
                guard inquiry.message.isOfResource else { return nil }
                let sent = [inquiry.message.bearer].compactMap(\.self) + inquiry.message.strays.map(\.secret)
                let record = sent.lazy.compactMap { inquiry.token($0) }.first { $0.use == .refresh }
                let isNamed = inquiry.message.strays.contains(where: \.isNamedRefreshToken)
                guard record != nil || isNamed, !inquiry.mayBeSignOut else { return nil }
                // By its name alone it may be a token of the app's own.
                return record.map { inquiry.broken(after: $0.issued?.message) } ?? inquiry.undecided()
            }),
    ]
}

extension Ledger {
    /// Whether the session's token may go there: to an API, or to a provider, wherever its metadata place it.
    func isAtHome(_ message: Sighting) -> Bool {
        message.provider != nil || apis.contains(message.origin) || providers.has(message.origin)
    }
}

extension Inquiry {
    /// Whether the place is named as those for claims are, and no metadata say which that is.
    fileprivate var mayBeUserInfo: Bool {
        message.path.lowercased().contains("userinfo") && !ledger.providers.all.contains { $0.issuer != nil }
    }

    /// Whether a provider takes a refresh token there in order to end its session, as some do beside revocation.
    fileprivate var mayBeSignOut: Bool {
        let name = message.path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let isNamed = ["logout", "signout", "sign-out", "endsession", "end_session", "end-session", "revo"]
            .contains { name.contains($0) }
        return isNamed && message.bearer.flatMap { token($0) }?.use != .refresh && ledger.providers.has(message.origin)
    }

    /// Whether it may be an API of Kubernetes, which takes ID tokens: no other names its collections so.
    fileprivate var mayBeKubernetes: Bool {
        let folders = message.path.split(separator: "/")
        switch folders.first {
        case "apis", "openapi", "version": return true
        case "api":
            return folders.count < 2 || folders[1] == "v1" && (folders.count == 2 || Self.core.contains(folders[2]))
        default: return false
        }
    }

    private static let core: Set<Substring> = [
        "bindings", "componentstatuses", "configmaps", "endpoints", "events", "limitranges", "namespaces", "nodes",
        "persistentvolumeclaims", "persistentvolumes", "pods", "podtemplates", "replicationcontrollers",
        "resourcequotas", "secrets", "serviceaccounts", "services",
    ]
}

extension TokenRecord {
    fileprivate var isToken: Bool { use == .access || use == .refresh || use == .id }
}
