import SessionCore

extension FindingRule {
    /// What is left of a session that the user has ended.
    static let ofEnd: [FindingRule] = [
        FindingRule(
            "token-used-after-sign-out", .error,
            "a token of a session was sent after the client had ended that session",
            advice: "Discard the tokens before the provider is told, and stop what still uses them.",
            .rfc(7009, "2"),
            needs: [.signOut],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                guard let record = inquiry.token(message.refreshToken ?? message.bearer) else { return nil }
                let end = record.revoked?.message ?? inquiry.session?.end?.messageOfClient
                guard let sighting = inquiry.message(end), let moment = sighting.end, moment <= message.begin else {
                    return nil
                }
                let isKnown = inquiry.isThirdInARow { sighting.hasEnded(before: $0) }
                return inquiry.isUnderWay(since: moment) && !isKnown
                    ? inquiry.undecided(after: sighting.id) : inquiry.broken(after: sighting.id)
            }),
        FindingRule(
            "refresh-token-never-revoked", .warning,
            "the user was signed out at the provider, and the refresh token was not revoked",
            advice: "Revoke the refresh token first, then end the provider's own session.",
            .rfc(7009, "2"), .rfc(9700, "4.14.2"),
            needs: [.signOut],
            detection: .atClose { session, ledger in
                guard case .signedOut(let message) = session.end, let token = session.refreshToken,
                    ledger.tokens[token]?.revoked == nil,
                    let provider = session.provider.flatMap({ ledger.providers[$0] })
                else { return nil }
                return provider.endpoints[.revocation] == nil
                    ? .undecided([message]) : .broken([message], session: session.id)
            }),
    ]
}

extension ObservedSession.End {
    /// The message by which the client ended the session; `nil` where the provider did.
    fileprivate var messageOfClient: Int? {
        switch self {
        case .refused: nil
        case .revoked(let message), .signedOut(let message): message
        }
    }
}
