import SessionCore

extension FindingRule {
    /// Token traffic in a shape that the standard does not have.
    static let ofShapes: [FindingRule] = [
        FindingRule(
            "token-request-in-other-shape", .note,
            "the provider takes token requests that are no form sent by POST with a grant_type",
            advice: "A token request is a form in the body of a POST; other clients can't be used with the provider.",
            .rfc(6749, "3.2"), .rfc(6749, "4.1.3"),
            of: .authorizationServer, needs: [.tokens],
            detection: .whenEnded { inquiry in
                guard inquiry.message.tokenRequest?.isStandard == false, inquiry.message.answer?.tokens != nil else {
                    return nil
                }
                return inquiry.broken()
            }),
        FindingRule(
            "token-traffic-unread", .note,
            "a message looks like token traffic, and can't be read",
            advice: "What depends on its tokens is not judged: see that bodies are kept, as a form or as JSON.",
            .rfc(6749, "4.1.3"), .rfc(6749, "5.1"),
            of: nil, needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                guard let facts = inquiry.message.tokenRequest, let answer = inquiry.message.answer,
                    facts.isUnread || answer.isUnread
                else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "token-traffic-masked", .note,
            "the messages are sanitized: masks, or nothing, stand in the place of tokens or codes",
            advice: "What tells one token from another is not judged: use messages as they were sent.",
            .rfc(6749, "10.10"), .rfc(6749, "5.1"),
            of: nil, needs: [.message],
            detection: .whenEnded {
                $0.message.isMasked || $0.message.tokenRequest?.verifierForm == .emptied ? $0.broken() : nil
            }),
    ]
}
