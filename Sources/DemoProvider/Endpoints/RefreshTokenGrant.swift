import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 6749 §6: rotates the refresh token, and ends the session if a spent one is used again.
    func grantRefreshToken(_ form: FormItems, _ client: AuthenticatedClient) throws -> JSONObject {
        let token = try form.required("refresh_token")
        if let record = refreshTokens.find(token, at: clock.now), let session = sessions[record.sessionID] {
            try check(form, of: client, against: record, session)
        }
        let isAgain = refreshTokens.isSpent(token)
        switch refreshTokens.redeem(token, clientID: client.id, at: clock.now, use: flaws.grants.useOfRefreshTokens) {
        case .granted(let record):
            if isAgain, flaws.grants.contains(.oneSuccessor) {
                refreshTokens.removeUnspent(ofSession: record.sessionID)
            }
            return try renew(record, form, for: client)
        case .refused(let end):
            if case .rejectedOnDemand = end { nextRefresh.struck.append("refresh-rejected") }
            throw ErrorAnswer(.invalidGrant, end.description(of: .refresh))
        case .reused(let sessionID):
            if !flaws.grants.contains(.survivingFamily) { endSession(sessionID, as: .refreshTokenReused) }
            throw ErrorAnswer(.invalidGrant, TokenEnd.refreshTokenReused.description(of: .refresh))
        }
    }

    /// Refuses a request before its token is spent, so that the client can try again with less, and a thief can't end
    /// the session.
    private func check(
        _ form: FormItems, of client: AuthenticatedClient, against record: RefreshTokens.Entry,
        _ session: ProviderSession
    ) throws(ErrorAnswer) {
        guard form["scope"].map({ record.scope.contains(Scope($0)) }) ?? true else {
            throw ErrorAnswer(.invalidScope, "scope exceeds the granted scope")
        }
        _ = try audience(of: form, grantedBefore: session.audience)
        // RFC 9449 §5: only the key distinguishes a public client from a thief of its refresh token.
        guard client.isProved || session.proofKey == nil || session.proofKey == client.proofKey else {
            throw ErrorAnswer(.invalidGrant, "the refresh token is bound to another key")
        }
    }

    private func renew(
        _ record: RefreshTokens.Entry, _ form: FormItems, for client: AuthenticatedClient
    ) throws -> JSONObject {
        guard var session = sessions[record.sessionID] else {
            throw ErrorAnswer(.invalidGrant, TokenEnd.sessionRevoked.description(of: .refresh))
        }
        session.proofKey = client.proofKey
        let narrowed = nextRefresh.takeScope()
        if narrowed != nil { nextRefresh.struck.append("scope-narrowed") }
        if let user = nextRefresh.takeUser(inPlaceOf: session.user, among: configuration.users) {
            nextRefresh.struck.append("user-switched")
            // In this answer alone: the session stays its own user's.
            session.user = user
        }
        if flaws.grants.contains(.renewedSignIn) { session.authenticatedAt = clock.now }
        let granted = narrowed.map(record.scope.intersection) ?? record.scope
        return try issueTokens(
            for: session, scope: (form["scope"].map(Scope.init) ?? granted).intersection(granted),
            grantedScope: granted, audience: audience(of: form, grantedBefore: session.audience), isRefresh: true)
    }
}
