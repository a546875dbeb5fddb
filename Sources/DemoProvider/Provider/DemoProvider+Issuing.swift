import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    /// Begins a session and issues its first tokens.
    func beginSession(
        _ session: ProviderSession, for client: AuthenticatedClient, scope: Scope, audience: TokenAudience
    ) throws -> JSONObject {
        var session = session
        session.proofKey = client.proofKey
        session.grantEndsAt = configuration.grantLifetime.map { clock.now + $0.seconds }
        sessions.add(session, at: clock.base())
        return try issueTokens(for: session, scope: scope, grantedScope: scope, audience: audience)
    }

    /// The token response for a session (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
    ///
    /// The access token gets `scope` and `audience`; the refresh token keeps all of `grantedScope`, and the session its
    /// audience. A client that may not refresh gets no refresh token.
    func issueTokens(
        for session: ProviderSession, scope: Scope, grantedScope: Scope, audience: TokenAudience,
        isRefresh: Bool = false
    ) throws -> JSONObject {
        let isLong = isRefresh && flaws.grants.contains(.longRefreshed)
        let accessToken = try issueAccessToken(
            subject: session.user.subject, session: session, clientID: session.clientID, scope: scope,
            audience: audience, proofKey: session.proofKey, lifetime: isLong ? .seconds(3_600) : nil)
        if isRefresh, flaws.grants.contains(.refusedRefreshed) {
            accessTokens.end(as: .revoked) { $0.value == accessToken.value }
        }
        var response = accessToken.response
        let mayRefresh = client(id: session.clientID)?.grantTypes.contains(.refreshToken) == true
        let isReplaced = !isRefresh || flaws.grants.useOfRefreshTokens.isReplaced
        if mayRefresh, isReplaced, !flaws.grants.contains(.offlineScope) || grantedScope.contains("offline_access") {
            let refreshToken = try RandomText.token()
            let grantLeft = session.grantEndsAt.map { Duration.seconds($0.timeIntervalSince(clock.now)) }
            let longest = flaws.grants.contains(.endsWithAccess) ? lifetimes.access : lifetimes.refresh
            let lifetime = min(longest, grantLeft ?? longest)
            refreshTokens.add(
                refreshToken,
                RefreshTokens.Entry(
                    sessionID: session.id, clientID: session.clientID, scope: grantedScope,
                    expiresAt: clock.now + lifetime.seconds))
            response["refresh_token"] = .string(refreshToken)
            response["refresh_expires_in"] = .number(JSONNumber(lifetime.wholeSeconds))
            if let grantLeft {
                response["refresh_token_timeout"] = .number(JSONNumber(lifetime.wholeSeconds))
                response["authorization_expires_in"] = .number(JSONNumber(grantLeft.wholeSeconds))
            }
        }
        if scope.contains("openid") {
            response["id_token"] = .string(try idToken(for: session, accessToken: accessToken.value, isRefresh))
        }
        return response
    }

    func issueAccessToken(
        subject: String, session: ProviderSession?, clientID: String, scope: Scope, audience: TokenAudience,
        proofKey: String?, lifetime: Duration? = nil
    ) throws -> AccessTokens.Entry {
        // `expires_in` counts from this moment; `exp` is at most a second earlier, because it has whole seconds.
        let now = clock.now
        let id = try RandomText.id()
        let expiresAt = now + (lifetime ?? lifetimes.access).seconds
        let audience = flaws.chain.contains(.otherAudience) ? TokenAudience(["https://other.example"]) : audience
        var claims: JSONObject = [
            "iss": .string(issuer), "sub": .string(subject), "aud": audience.json,
            "client_id": .string(clientID), "scope": .string(scope.text),
            "iat": .number(JSONNumber(now.numericDate)),
            "exp": .number(JSONNumber((expiresAt + flaws.grants.shiftOfExp).numericDate)),
            "jti": .string(id),
        ]
        claims["cnf"] = proofKey.map { ["jkt": .string($0)] }
        if let session {
            claims["auth_time"] = .number(JSONNumber(session.authenticatedAt.numericDate))
            claims["acr"] = session.contextClass.map { .string($0) }
            claims["sid"] = .string(session.id)
        }
        let value =
            configuration.opaqueAccessTokens ? try RandomText.token() : try keys.sign(claims, type: "at+jwt")
        let record = AccessTokens.Entry(
            value: value, id: id, sessionID: session?.id, clientID: clientID, subject: subject, user: session?.user,
            scope: scope, audience: audience, issuedAt: now, expiresAt: expiresAt,
            authenticatedAt: session?.authenticatedAt, contextClass: session?.contextClass,
            proofKey: proofKey)
        accessTokens.add(record)
        return record
    }

    /// Ends a session with all its tokens.
    func endSession(_ id: String, as end: TokenEnd) { endSessions([id], as: end) }

    /// Ends sessions with all their tokens, in one pass over these.
    ///
    /// If the provider decided so itself, it sends the client a logout token for each.
    func endSessions(_ ids: Set<String>, as end: TokenEnd) {
        if end == .sessionRevoked { for session in ids.compactMap({ sessions[$0] }) { announceLogout(of: session) } }
        sessions.remove(ids)
        for id in ids { refreshTokens.endFamily(id, as: end) }
        if flaws.grants.contains(.survivingAccess) { return }
        accessTokens.end(as: end) { token in token.sessionID.map { ids.contains($0) } ?? false }
    }

    /// Ends all that was granted to a client.
    func endGrants(ofClient id: String) {
        endSessions(sessions.ids(ofClient: id), as: .clientDeleted)
        accessTokens.end(as: .clientDeleted) { $0.clientID == id }
    }

    private func idToken(for session: ProviderSession, accessToken: String, _ isRefresh: Bool) throws -> String {
        let now = clock.now
        var claims: JSONObject = [
            "iss": .string(issuer), "sub": .string(session.user.subject), "aud": audience(of: session),
            "iat": .number(JSONNumber(now.numericDate)),
            "exp": .number(JSONNumber((now + lifetimes.access.seconds).numericDate)),
            "auth_time": .number(JSONNumber(signInTime(of: session).numericDate)),
        ]
        let hasNonce = !isRefresh || !flaws.grants.contains(.nonceLeftOut)
        claims["nonce"] = hasNonce ? session.nonce.map { .string($0) } : nil
        claims["acr"] = session.contextClass.map { .string($0) }
        // OpenID Connect Core §3.1.3.6: the left half of the access token's hash.
        let hash = (tokenStyle.algorithm?.digest ?? .sha256).hash(Array(accessToken.utf8))
        claims["at_hash"] = .string(Base64URL.encode(hash.prefix(hash.count / 2)))
        claims["sid"] = .string(session.id)
        if let flaw = flaws.idToken { return try flaw.sign(flaw.apply(to: claims, now: now), key: keys.current()) }
        guard let algorithm = tokenStyle.algorithm else { return try keys.sign(claims, type: "JWT") }
        return try (client(id: session.clientID) ?? clients.public).sign(claims, algorithm: algorithm)
    }

    private func signInTime(of session: ProviderSession) -> Date {
        guard flaws.grants.contains(.latestSignIn) else { return session.authenticatedAt }
        let all = sessions.all.map(\.session).filter { $0.user.subject == session.user.subject }
        return all.map(\.authenticatedAt).max() ?? session.authenticatedAt
    }

    private func audience(of session: ProviderSession) -> JSONValue {
        guard !tokenStyle.otherAudiences.isEmpty else { return .string(session.clientID) }
        return .array(([session.clientID] + tokenStyle.otherAudiences).map { .string($0) })
    }
}

extension AccessTokens.Entry {
    /// The members that the token responses of all grants have.
    var response: JSONObject {
        [
            "access_token": .string(value), "token_type": proofKey == nil ? "Bearer" : "DPoP",
            "expires_in": .number(JSONNumber(Int(expiresAt.timeIntervalSince(issuedAt).rounded(.up)))),
            "scope": .string(scope.text),
        ]
    }
}
