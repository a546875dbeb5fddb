package import JOSE

/// The switches, for callers in this process; the control URL has the same ones.
extension DemoProvider {
    /// Ends every session of a user: access and refresh tokens, and the browser's sign-in.
    ///
    /// Returns how many ended.
    @discardableResult
    package func revokeSessions(of username: String) throws(DemoProviderError) -> Int {
        let user = try user(named: username)
        browserSessions.removeAll(of: user.username)
        let ids = sessions.ids(of: user.username)
        endSessions(ids, as: .sessionRevoked)
        return ids.count
    }

    /// Ends a user's access tokens; refresh tokens stay valid.
    ///
    /// Returns how many ended.
    @discardableResult
    package func revokeAccessTokens(of username: String) throws(DemoProviderError) -> Int {
        let user = try user(named: username)
        return accessTokens.end(as: .revoked) { $0.user?.username == user.username }
    }

    /// Ends those of clients without a user, too.
    package func revokeAllAccessTokens() { accessTokens.end(as: .revoked) { _ in true } }

    /// Answers the next refresh requests with `invalid_grant`.
    ///
    /// Zero cancels an earlier call.
    package func rejectNextRefreshes(_ count: Int = 1) {
        refreshTokens.rejectNext(count)
    }

    /// At the next refreshes, limits the session's scope to the names that are also in this one; `nil` cancels that.
    package func narrowScopeOnNextRefresh(to scope: String?, times: Int = 1) {
        nextRefresh.narrow(to: scope.map { Scope($0) }, times: times)
    }

    /// Answers the next refreshes with tokens of another user than the session's own, as no provider should.
    ///
    /// Zero cancels an earlier call.
    package func switchUserOnNextRefreshes(_ count: Int = 1) {
        nextRefresh.switchUser(to: .anyone, times: count)
    }

    /// Answers the next refreshes with this user's tokens; refreshes of the user's own sessions are passed over.
    package func switchUserOnNextRefresh(to username: String, times: Int = 1) throws(DemoProviderError) {
        nextRefresh.switchUser(to: .named(try user(named: username)), times: times)
    }

    /// How many of the next refreshes are going to be rejected, to narrow the scope, and to switch the user.
    package var faultsOfNextRefreshes: (rejections: Int, narrowings: Int, userSwitches: Int) {
        (refreshTokens.rejections, nextRefresh.narrowings, nextRefresh.userSwitches)
    }

    /// Issues flawed ID tokens from now on, as a forger or a broken provider would; `nil` ends that.
    package func spoilIDTokens(by flaw: IDTokenFlaw?) {
        flaws.idToken = flaw
    }

    /// Signs ID tokens, and userinfo if asked, with the client's secret from now on; `nil` ends that.
    ///
    /// The algorithm is HS256, HS384 or HS512.
    package func signWithClientSecret(_ algorithm: JWSAlgorithm?, userInfoToo: Bool = false) {
        tokenStyle.algorithm = algorithm
        tokenStyle.signsUserInfo = userInfoToo
    }

    /// Adds audiences to ID tokens, without `azp`.
    package func addAudiences(_ audiences: [String]) {
        tokenStyle.otherAudiences = audiences
    }

    /// Leaves members out of `openid-configuration`; `oauth-authorization-server` still has them.
    package func leaveOutOfOpenIDMetadata(_ members: Set<String>) {
        flaws.membersLeftOut = members
    }

    /// Decides who may register a client from now on; those that are registered stay so.
    package func setRegistrationPolicy(_ policy: RegistrationPolicy) {
        registrations.policy = policy
    }

    /// Makes these flaws of the way from the API's URL to the first call, and mends all others.
    package func spoilChain(by flaws: Set<ChainFlaw>) {
        self.flaws.chain = flaws
    }

    /// Makes these flaws of grants, and mends all others.
    package func spoilGrants(by flaws: Set<GrantFlaw>) {
        self.flaws.grants = flaws
    }

    /// Makes these flaws of the API, and mends all others.
    package func spoilResource(by flaws: Set<ResourceFlaw>) {
        self.flaws.resource = flaws
    }

    /// Signs with a new key from now on; older signatures can still be verified.
    package func rotateKeys() throws(DemoProviderError) {
        do throws(JOSEError) {
            try keys.rotate()
        } catch {
            throw .cryptographyFailed(String(describing: error))
        }
    }

    /// Sets the lifetimes of tokens issued from now on; `nil` leaves one as it is.
    package func setLifetimes(access: Duration? = nil, refresh: Duration? = nil) {
        if let access { lifetimes.access = access }
        lifetimes.refresh = refresh ?? lifetimes.refresh
    }

    /// Issues access tokens for 5 s, until the lifetimes are restored or set.
    package func shortenLifetimes() {
        lifetimes.shortenAccess()
    }

    package var hasShortLifetimes: Bool { lifetimes.accessBefore != nil }

    /// Sets the lifetime that access tokens had before it was made short.
    package func restoreLifetimes() { setLifetimes(access: lifetimes.accessBefore) }

    /// Makes the next `times` requests at the target go wrong.
    ///
    /// Faults at the same target strike in the order armed.
    package func inject(
        _ fault: Fault, at target: FaultTarget, times: Int = 1, lasting duration: Duration? = nil,
        timing: FaultTiming = .before, mark: Int? = nil
    ) {
        faults.arm(Faults.Armed(fault: fault, timing: timing, mark: mark), at: target, times: times, lasting: duration)
    }

    /// Disarms every fault that has not struck yet, and sends slow answers at once.
    package func clearFaults() {
        faults.disarmAll()
        pauses.end()
    }

    /// Sets the provider's clock ahead of this machine's, or behind with a negative offset: issuing, expiry and `Date`.
    package func setClockOffset(_ offset: Duration) {
        clock.offset = offset
    }

    /// Approves a waiting device sign-in, as the user does on the verification page.
    package func approveDevice(userCode: String, username: String) throws(DemoProviderError) {
        let user = try user(named: username)
        try decideDevice(userCode, .approved(user, at: clock.now))
    }

    package func denyDevice(userCode: String) throws(DemoProviderError) {
        try decideDevice(userCode, .denied)
    }

    private func decideDevice(
        _ text: String, _ decision: DeviceAuthorizations.Entry.Decision
    ) throws(DemoProviderError) {
        guard let code = UserCode(typed: text), signIns.devices.decide(code, decision, at: clock.now) else {
            throw .unknownUserCode(text)
        }
    }

    private func user(named username: String) throws(DemoProviderError) -> User {
        guard let user = configuration.users.first(where: { $0.username == username }) else {
            throw .unknownUser(username)
        }
        return user
    }
}
