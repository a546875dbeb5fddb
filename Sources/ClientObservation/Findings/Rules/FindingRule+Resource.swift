import Addresses
import FoundationEssentials
import SessionCore
import SessionHTTP

extension FindingRule {
    /// What a resource server answers to its clients, and what an authorization server gives them for it.
    static let ofResource: [FindingRule] = [
        FindingRule(
            "challenge-without-metadata", .note,
            "a 401 of an MCP server does not say where the metadata of the resource are",
            advice: "Send resource_metadata in the challenge: hosted clients find the authorization server by it.",
            .rfc(9728, "5.1"),
            of: .resourceServer, needs: [.message],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.isOfResource, message.conduct.isMCP, let answer = message.answer, answer.status == 401,
                    answer.isChallenging, !answer.openness.namesMetadata
                else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "resource-metadata-differ", .note,
            "the metadata of a resource name another resource than the URL at which they stand",
            advice: "The member resource is the URL that clients use, without the well-known part.",
            .rfc(9728, "3.3"),
            of: .resourceServer, needs: [.metadata],
            detection: .whenEnded { inquiry in
                guard case .metadata = inquiry.message.kind, let named = inquiry.message.answer?.resource?.resource,
                    let asked = inquiry.message.describedResource, let name = URL(given: named),
                    let origin = Origin(name)
                else { return nil }
                // At the root a server may describe the one resource that it has.
                let isSamePath = asked.path.isEmpty || asked.path.isSamePlace(as: URLPlace.path(name))
                let isSameHost = origin.host == asked.origin.host && origin.port == asked.origin.port
                if isSamePath, isSameHost { return nil }
                // Behind a tunnel the scheme, and with it the port, is what that says.
                return isSamePath && origin.host == asked.origin.host && origin.scheme != asked.origin.scheme
                    ? inquiry.undecided() : inquiry.broken()
            }),
        FindingRule(
            "accepted-token-of-other-audience", .note,
            "a resource accepted an access token whose audience is not the resource of its metadata",
            advice:
                "Refuse a token for another resource. One that goes by another name as well says so to its authors.",
            .rfc(9068, "4"), .rfc(8707, "2"),
            of: nil, needs: [.metadata, .call],
            detection: .whenEnded { inquiry in
                guard case .call = inquiry.message.kind, inquiry.message.isSuccess else { return nil }
                switch inquiry.isForThisResource {
                case false?: return inquiry.broken(after: inquiry.token(inquiry.message.bearer)?.issued?.message)
                case true?: return nil
                case nil: return inquiry.resources.isEmpty ? nil : inquiry.undecided()
                }
            }),
        FindingRule(
            "refused-token-of-other-audience", .note,
            "a resource refused an access token whose audience is not the resource of its metadata",
            advice: "Name the resource of the metadata in the requests for the token, and issue the token for it.",
            .rfc(9068, "4"), .rfc(8707, "2"),
            of: nil, needs: [.metadata, .call],
            detection: .whenEnded { inquiry in
                guard inquiry.message.isOfResource, inquiry.message.isUnauthorized, inquiry.isForThisResource == false
                else { return nil }
                return inquiry.broken(after: inquiry.token(inquiry.message.bearer)?.issued?.message)
            }),
        FindingRule(
            "right-token-refused", .note,
            "a resource refused an access token that is for it, has not expired and was just delivered",
            advice:
                "Compare the keys, the issuer and the clock by which the resource checks tokens with the provider's.",
            .rfc(6750, "3.1"), .rfc(9068, "4"),
            of: .resourceServer, needs: [.metadata, .tokens, .call],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.isOfResource, message.isUnauthorized, let token = inquiry.token(message.bearer),
                    let issued = token.issued, token.use == .access, !token.isBound, token.revoked == nil,
                    token.presentations == [message.id], let expiry = token.expiry, message.begin < expiry
                else { return nil }
                switch inquiry.isForThisResource {
                case true?: return inquiry.broken(after: issued.message)
                case false?: return nil
                case nil: return inquiry.undecided(after: issued.message)
                }
            }),
        FindingRule(
            "scope-not-named", .note,
            "a 403 says that the scope does not suffice, and not which one would",
            advice: "Send scope in the challenge, so that a client can ask for it.",
            .rfc(6750, "3.1"),
            of: .resourceServer, needs: [.call],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.isOfResource, let answer = message.answer, answer.status == 403,
                    answer.refusal == .insufficientScope, answer.challengedScope.isEmpty
                else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "page-may-not-read", .note,
            "a page of another origin sent a request, and the answer does not let it read",
            advice:
                "Where browsers are clients, send Access-Control-Allow-Origin with every answer, refusals included.",
            .fetch("3.3.3"),
            of: .resourceServer, needs: [.message],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.conduct.isOfOtherOrigin, let answer = message.answer, !answer.openness.allowsOrigin else {
                    return nil
                }
                return inquiry.broken()
            }),
        FindingRule(
            "challenge-hidden-from-pages", .note,
            "a page of another origin was refused, and may not read why",
            advice: "Send Access-Control-Expose-Headers: WWW-Authenticate with the challenge.",
            .fetch("3.3.3"), .rfc(9728, "5.1"),
            of: .resourceServer, needs: [.call],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.conduct.isOfOtherOrigin, message.isOfResource, message.method != "OPTIONS",
                    let answer = message.answer, answer.status == 401, answer.isChallenging,
                    answer.openness.allowsOrigin,
                    !answer.openness.exposesChallenge
                else { return nil }
                return inquiry.broken()
            }),
    ]
}

extension Inquiry {
    /// The resources that the origin of this message describes.
    fileprivate var resources: [String] { ledger.described[message.origin] ?? [] }

    /// Whether the token is for one of them; `nil` where it does not say, or names no places.
    fileprivate var isForThisResource: Bool? {
        guard let audiences = token(message.bearer)?.audiences, !audiences.isEmpty, !resources.isEmpty else {
            return nil
        }
        let places = audiences.compactMap(URLPlace.place)
        let own = resources.compactMap(URLPlace.place) + [(message.origin, "/")]
        if places.contains(where: { place in own.contains { $0.origin == place.origin } }) { return true }
        return places.count == audiences.count ? false : nil
    }
}

extension Sighting {
    /// The resource whose metadata are asked for, by the well-known place (RFC 9728 §3.1); `nil` at any other.
    fileprivate var describedResource: (origin: Origin, path: String)? {
        let wellKnown = "/.well-known/oauth-protected-resource"
        guard path.hasPrefix(wellKnown) else { return nil }
        let rest = path.dropFirst(wellKnown.count)
        return rest.isEmpty || rest.first == "/" ? (origin, rest == "/" ? "" : String(rest)) : nil
    }
}

extension URLPlace {
    /// `nil` for what is no http or https URL.
    fileprivate static func place(_ text: String) -> (origin: Origin, path: String)? {
        guard let url = URL(given: text), let origin = Origin(url) else { return nil }
        return (origin, path(url))
    }
}

extension String {
    /// Whether two paths differ at most in a slash at their end.
    fileprivate func isSamePlace(as other: String) -> Bool {
        func trimmed(_ text: String) -> Substring { text.last == "/" ? text.dropLast() : text[...] }
        return trimmed(self) == trimmed(other)
    }
}
