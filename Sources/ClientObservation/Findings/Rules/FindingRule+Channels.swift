import Addresses
import FoundationEssentials
import SessionCore
import SessionHTTP

extension FindingRule {
    /// The ways on which secrets travel, and who they reach.
    static let ofChannels: [FindingRule] = [
        FindingRule(
            "token-over-plain-http", .error,
            "an access token travelled over plain http",
            advice: "Send tokens over https alone; on this machine http is safe.",
            .rfc(6750, "5.3"), .rfc(9700, "2.6"),
            needs: [.call],
            detection: .whenSent { inquiry in
                guard inquiry.message.bearer != nil, inquiry.message.origin.isExposed else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "token-endpoint-over-plain-http", .error,
            "a token request travelled over plain http, with what it redeems and what it brings",
            advice: "Use the https URL of the token endpoint.",
            .rfc(6749, "3.2"), .rfc(6749, "1.6"),
            needs: [.tokenRequest],
            detection: .whenSent { inquiry in
                guard inquiry.message.tokenRequest != nil, inquiry.message.origin.isExposed else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "client-secret-in-url", .error,
            "the client's secret is in a URL, which logs, histories and referrers keep",
            advice: "Send the secret by Basic, or in the body.",
            .rfc(6749, "2.3.1"),
            needs: [.tokenRequest],
            detection: .whenSent { $0.message.tokenRequest?.isSecretInURL == true ? $0.broken() : nil }),
        FindingRule(
            "token-for-other-audience", .error,
            "an access token for one API was sent to another",
            advice: "Get a token for each API, and send to each its own.",
            .rfc(9068, "4"), .rfc(8707, "2"),
            needs: [.knownAPIs, .tokens, .call],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                guard case .call = message.kind, message.provider == nil, let record = inquiry.token(message.bearer),
                    record.use == .access, !record.audiences.isEmpty,
                    // Of a token that was issued in sight, `bearer-to-other-origin` says it.
                    inquiry.ledger.isAtHome(message) || record.issued == nil
                else { return nil }
                let origins = record.audiences.map { URL(given: $0).flatMap { Origin($0) } }
                if origins.contains(message.origin) { return nil }
                // Many audiences are names, and lead nowhere.
                let isPlaceOfAPI = origins.allSatisfy { $0.map(inquiry.ledger.apis.contains) ?? false }
                return isPlaceOfAPI ? inquiry.broken(after: record.issued?.message) : inquiry.undecided()
            }),
        FindingRule(
            "unsafe-request-repeated", .warning,
            "a request that changes something was sent again after its answer was lost",
            advice:
                "Repeat it only with a key by which the server knows it again, or after asking what became of it.",
            .rfc(9110, "9.2.2"),
            needs: [.message],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                guard case .call = message.kind, let effect = message.conduct.effect, !message.conduct.isMarked,
                    let lost = inquiry.ledger.lostEffects[effect].flatMap({ inquiry.message($0) }),
                    lost.isSameRequest(as: message), let pause = inquiry.pause(after: lost), pause <= .seconds(60)
                else { return nil }
                return inquiry.broken(after: lost.id)
            }),
    ]
}

extension Origin {
    /// Whether what is sent there can be read on its way.
    fileprivate var isExposed: Bool { !isSecure && !isLoopback && !host.hasSuffix(".localhost") }
}
