package import SessionCore

/// A rule that a client or a server keeps, with what finds that it was broken: all that is known of a kind of finding.
///
/// A new kind of finding is a new element of one of the lists in `Rules`.
package final class FindingRule: Sendable {
    package enum Weight: String, Sendable, CaseIterable {
        /// The session is lost by it, or its secrets are.
        case error
        /// Costs the user or the servers something, or goes wrong under other circumstances.
        case warning
        /// Is about the server.
        case note
    }

    /// Who breaks it, and can mend it.
    package enum Side: String, Sendable, Hashable, CaseIterable {
        case client
        case authorizationServer = "authorization_server"
        case resourceServer = "resource_server"
    }

    typealias Judge = @Sendable (Inquiry) -> Judgement?
    typealias SessionJudge = @Sendable (ObservedSession, Ledger) -> Judgement?

    /// When the rule looks at a message, or at a session.
    enum Detection: Sendable {
        case whenSent(Judge)
        case whenEnded(Judge)
        case atClose(SessionJudge)
    }

    /// The stable name, as scripts and exports have it.
    package let name: String
    package let weight: Weight
    /// What was seen where the rule is broken.
    package let summary: String
    /// What a correct client or server does.
    package let advice: String
    package let sections: [Citation]
    /// What must have been seen, all of it: without one of these the rule is undecided by itself.
    package let needs: [Occasion]
    /// `nil` where what was seen does not say.
    package let side: Side?
    let detection: Detection

    init(
        _ name: String, _ weight: Weight, _ summary: String, advice: String, _ sections: Citation...,
        of side: Side? = .client, needs: [Occasion], detection: Detection
    ) {
        self.side = side
        self.name = name
        self.weight = weight
        self.summary = summary
        self.advice = advice
        self.sections = sections
        self.needs = needs
        self.detection = detection
    }

    /// The table.
    package static let all: [FindingRule] =
        ofRefresh + ofRefreshedTokens + ofRefusals + ofSignIn + ofSignInSecrets + ofRequests + ofIdentity + ofLeaks
        + ofChannels + ofProofs + ofBindings + ofHabits + ofEnd + ofServer + ofResource + ofRefusedRequests
        + ofShapes

    /// To the author of a server its own faults weigh more than those of others.
    func weight(isOfServer: Bool) -> Weight {
        isOfServer && weight == .note && isOfServerSide ? .warning : weight
    }

    var isOfServerSide: Bool { side == .resourceServer || side == .authorizationServer }

    /// Whether it tells one token, code or verifier from another.
    var comparesTokens: Bool { Self.comparing.contains(name) }

    private static let comparing = Set(
        (ofRefresh + ofRefreshedTokens + ofRefusals + ofSignInSecrets + ofLeaks + ofEnd).map(\.name)
            + ["code-redeemed-twice", "verifier-does-not-fit", "bound-token-as-bearer"])

    /// Whether it is about the server, or explains its refusal: an injected answer shows neither.
    var isAboutAnswer: Bool { weight == .note || Self.explaining.contains(name) }

    private static let explaining = Set(ofRefusedRequests.map(\.name))
        .subtracting(["refused-request-repeated", "refresh-does-not-help"])

    /// The table by when its rules look: at each message only those that may have an opinion are asked.
    static let whenSent: [(rule: FindingRule, judge: Judge)] = all.compactMap { rule in
        if case .whenSent(let judge) = rule.detection { (rule, judge) } else { nil }
    }
    static let whenEnded: [(rule: FindingRule, judge: Judge)] = all.compactMap { rule in
        if case .whenEnded(let judge) = rule.detection { (rule, judge) } else { nil }
    }
    static let atClose: [(rule: FindingRule, judge: SessionJudge)] = all.compactMap { rule in
        if case .atClose(let judge) = rule.detection { (rule, judge) } else { nil }
    }
}
