import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 6749 §6: rotates the refresh token, and ends the session if a spent one is used again.
    func grantRefreshToken(_ form: FormItems, _ client: AuthenticatedClient) throws -> JSONObject {
        let token = try form.required("refresh_token")
        let wanted = form["scope"].map(Scope.init)
        if let wanted, let record = refreshTokens.find(token, at: clock.now), !record.scope.contains(wanted) {
            // Refused before the token is spent, so that the client can try again with less.
            throw ErrorAnswer(.invalidScope, "scope exceeds the granted scope")
        }
        try checkBinding(of: token, to: client)
        switch refreshTokens.redeem(token, clientID: client.id, at: clock.now) {
        case .granted(let record):
            return try renew(record, wanted: wanted, for: client)
        case .refused(let end):
            if case .rejectedOnDemand = end { strikes.append("refresh-rejected") }
            throw ErrorAnswer(.invalidGrant, end.description(of: .refresh))
        case .reused(let sessionID):
            endSession(sessionID, as: .refreshTokenReused)
            throw ErrorAnswer(.invalidGrant, TokenEnd.refreshTokenReused.description(of: .refresh))
        }
    }

    /// RFC 9449 §5: only the key distinguishes a public client from a thief of its refresh token.
    ///
    /// Refused before the token is spent, so that a thief can't end the session with it either.
    private func checkBinding(of token: String, to client: AuthenticatedClient) throws(ErrorAnswer) {
        guard !client.isProved, let record = refreshTokens.find(token, at: clock.now),
            let key = sessions[record.sessionID]?.proofKey
        else { return }
        guard key == client.proofKey else {
            throw ErrorAnswer(.invalidGrant, "the refresh token is bound to another key")
        }
    }

    private func renew(
        _ record: RefreshTokens.Record, wanted: Scope?, for client: AuthenticatedClient
    ) throws -> JSONObject {
        guard var session = sessions[record.sessionID] else {
            throw ErrorAnswer(.invalidGrant, TokenEnd.sessionRevoked.description(of: .refresh))
        }
        session.proofKey = client.proofKey
        let narrowed = nextRefresh.takeScope()
        if narrowed != nil { strikes.append("scope-narrowed") }
        if let user = nextRefresh.takeUser(inPlaceOf: session.user, among: configuration.users) {
            strikes.append("user-switched")
            // In this answer alone: the session stays its own user's.
            session.user = user
        }
        let granted = narrowed.map(record.scope.intersection) ?? record.scope
        return try issueTokens(for: session, scope: (wanted ?? granted).intersection(granted), grantedScope: granted)
    }
}
