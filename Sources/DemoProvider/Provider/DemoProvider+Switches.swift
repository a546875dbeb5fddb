package import JOSE

/// The switches, for callers in this process; the control URL turns the same ones.
extension DemoProvider {
    /// Ends every session of a user: access and refresh tokens, and the browser's sign-in.
    ///
    /// Answers how many ended.
    @discardableResult
    package func revokeSessions(of username: String) throws(DemoProviderError) -> Int {
        let user = try user(named: username)
        browserSessions.removeAll(of: user.username)
        let ids = sessions.ids(of: user.username)
        for id in ids { endSession(id, as: .sessionRevoked) }
        return ids.count
    }

    /// Ends a user's access tokens; refresh tokens stay good.
    ///
    /// Answers how many ended.
    @discardableResult
    package func revokeAccessTokens(of username: String) throws(DemoProviderError) -> Int {
        let user = try user(named: username)
        return accessTokens.end(as: .revoked) { $0.user?.username == user.username }
    }

    /// Answers the next refresh requests with `invalid_grant`.
    ///
    /// Zero takes an earlier call back.
    package func rejectNextRefreshes(_ count: Int = 1) {
        refreshTokens.rejectNext(count)
    }

    /// Whether the next refresh request is going to be rejected by ``rejectNextRefreshes(_:)``.
    package var rejectsNextRefresh: Bool { refreshTokens.rejectsNext }

    /// Grants on the next refresh only what the session's scope has in common with this one.
    package func narrowScopeOnNextRefresh(to scope: String) {
        nextRefresh.scope = Scope(scope)
    }

    /// Passes the session of the next refresh to another user, as no provider should.
    package func switchUserOnNextRefresh(to username: String) throws(DemoProviderError) {
        nextRefresh.user = try user(named: username)
    }

    /// Issues wrong ID tokens from now on, as a forger or a broken provider would; `nil` ends that.
    package func spoilIDTokens(by flaw: IDTokenFlaw?) {
        idTokenFlaw = flaw
    }

    /// Signs ID tokens with the client's secret from now on, and userinfo with them; without an algorithm as usual.
    ///
    /// The algorithm is one of HS256, HS384 and HS512.
    package func signWithClientSecret(_ algorithm: JWSAlgorithm?, userInfoToo: Bool = false) {
        tokenStyle.algorithm = algorithm
        tokenStyle.signsUserInfo = userInfoToo
    }

    /// Issues ID tokens for these besides their client, without `azp`.
    package func addAudiences(_ audiences: [String]) {
        tokenStyle.otherAudiences = audiences
    }

    /// Leaves members out of `openid-configuration`; `oauth-authorization-server` has them all the same.
    package func leaveOutOfOpenIDMetadata(_ members: Set<String>) {
        membersLeftOut = members
    }

    /// Signs with a new key from now on; what was signed before still verifies.
    package func rotateKeys() throws(DemoProviderError) {
        do throws(JOSEError) {
            try keys.rotate()
        } catch {
            throw .cryptographyFailed(String(describing: error))
        }
    }

    /// Sets the lifetimes of tokens issued from now on; `nil` leaves one as it is.
    package func setLifetimes(access: Duration? = nil, refresh: Duration? = nil) {
        accessTokenLifetime = access ?? accessTokenLifetime
        refreshTokenLifetime = refresh ?? refreshTokenLifetime
    }

    /// Makes the next `times` requests at the target go wrong.
    ///
    /// Faults at the same target strike in the order armed.
    package func inject(_ fault: Fault, at target: FaultTarget, times: Int = 1, timing: FaultTiming = .before) {
        faults.arm(Faults.Armed(fault: fault, timing: timing), at: target, times: times)
    }

    /// Forgets every fault that has not struck yet, and lets slow answers go.
    package func clearFaults() {
        faults.disarmAll()
        for pause in pauses.values { pause.cancel() }
    }

    /// Sets the provider's clock ahead of this machine's, or behind with a negative offset: issuing, expiry and `Date`.
    package func setClockOffset(_ offset: Duration) {
        clock.offset = offset
    }

    /// Decides a waiting device sign-in as if the user had done so on the verification page.
    package func approveDevice(userCode: String, username: String) throws(DemoProviderError) {
        let user = try user(named: username)
        try decideDevice(userCode, .approved(user, at: clock.now))
    }

    package func denyDevice(userCode: String) throws(DemoProviderError) {
        try decideDevice(userCode, .denied)
    }

    private func decideDevice(
        _ text: String, _ decision: DeviceAuthorizations.Record.Decision
    ) throws(DemoProviderError) {
        guard let code = UserCode(typed: text), devices.decide(code, decision, at: clock.now) else {
            throw .unknownUserCode(text)
        }
    }

    private func user(named username: String) throws(DemoProviderError) -> Configuration.User {
        guard let user = configuration.users.first(where: { $0.username == username }) else {
            throw .unknownUser(username)
        }
        return user
    }
}
