package import FoundationEssentials

extension ServedClient {
    /// What it is called: by itself, or else by its client ID.
    package var title: String { name ?? clientID.map { "client \($0)" } ?? "a browser" }

    /// How it stands, with the times as they are written here: `tokens delivered 14:02:11, never used`.
    package func words(_ time: (Date) -> String) -> String {
        let moment = time(since)
        let status = furthest.map { $0.status.map { "\($0)" } ?? "no answer" } ?? ""
        switch stand {
        case .neverReturned:
            return self[.challenge] == nil
                ? "metadata asked \(moment), refused \(status)" : "401 answered \(moment), no second try"
        case .neverRegistered: return "metadata asked \(moment), no registration"
        case .registrationFailed: return "registration failed \(moment): \(status)"
        case .neverAuthorized: return "registered \(moment), no sign-in"
        case .authorizationFailed: return "sign-in failed \(moment): \(status)"
        case .neverRedeemed:
            return hasCode ? "code sent back \(moment), never redeemed" : "sign-in begun \(moment), not finished"
        case .redemptionFailed: return "code refused \(moment): \(status)"
        case .neverCalled: return "tokens delivered \(moment), never used"
        case .callFailed: return "calls refused since \(moment): \(status)"
        case .refreshFailed: return "refresh refused \(moment): \(status)"
        case .calls:
            guard self[.call]?.outcome != .pending else { return "first call \(moment), no answer yet" }
            let count = self[.refresh]?.count ?? 0
            return "calls since \(moment)"
                + (count == 0 ? "" : count == 1 ? ", refreshed once" : ", refreshed \(count) times")
        }
    }
}

extension ServedClient.Step {
    /// As lists have it.
    package var label: String {
        switch self {
        case .challenge: "told to sign in"
        case .metadata: "metadata asked"
        case .registration: "registered"
        case .authorization: "authorized"
        case .redemption: "code redeemed"
        case .call: "first call"
        case .refresh: "refreshed"
        }
    }
}

extension FindingRule.Side {
    /// As lists have it.
    package var label: String {
        switch self {
        case .client: "client"
        case .authorizationServer: "authorization server"
        case .resourceServer: "this server"
        }
    }

    package var words: String {
        switch self {
        case .client: "the client's side"
        case .authorizationServer: "the authorization server's side"
        case .resourceServer: "this server's side"
        }
    }
}
