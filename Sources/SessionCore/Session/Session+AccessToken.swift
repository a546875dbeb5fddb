public import FoundationEssentials

/// An access token, to be used at once: ask again for the next request.
public struct AccessToken: Sendable, Hashable {
    /// The token itself, to be revealed where it is sent.
    public let value: Secret
    /// The `Authorization` field that carries it: `Bearer …` (RFC 6750 §2.1) or `DPoP …` (RFC 9449 §7.1).
    public let field: Secret
    /// The token's short public name, as events and ``SessionStatus`` have it.
    public let fingerprint: Fingerprint
    /// When it expires, by the wall clock; `nil` where the provider did not say.
    public let expiresAt: Date?
    /// The session's generation that it belongs to.
    public let generation: Int
}

extension Session {
    /// Returns an access token for immediate use, refreshed first where that is due.
    ///
    /// A refresh is due when the token is valid for less than `minimumValidity`, by default the configuration's margin.
    /// So that short-lived tokens are not refreshed by every call, `minimumValidity` counts as four fifths of the
    /// token's lifetime at most, and the margin as one fifth. All callers share one refresh; cancelling the task ends
    /// its own wait only.
    ///
    /// `minimumValidity` is not guaranteed. Where the refresh fails, or is put off because another has just failed, the
    /// present token is returned as long as it has not expired; a token that can't be refreshed is returned likewise.
    /// Compare ``AccessToken/expiresAt`` where the difference matters. The failure itself is an event
    /// (``SessionEvent/Kind/refreshFailed(_:retryAfter:)``), and ``refresh()`` throws it.
    ///
    /// Throws ``SessionError/noSession`` without a session, ``SessionError/sessionExpired(_:)`` where the session ended
    /// against the user's will, and the error of the refresh once the token has expired; that keeps the session.
    public func accessToken(minimumValidity: Duration? = nil) async throws(SessionError) -> AccessToken {
        let bearer = try await bearer(.none(minimumValidity: minimumValidity))
        return AccessToken(
            value: bearer.token, field: bearer.field, fingerprint: bearer.fingerprint,
            expiresAt: bearer.end.map { clock.now.addingTimeInterval(($0 - clock.uptime).seconds) },
            generation: bearer.generation)
    }

    /// Refreshes the access token if it has ended or soon will; makes no request otherwise.
    ///
    /// Without a session it succeeds and does nothing.
    public func refreshAccessTokenIfNeeded() async throws(SessionError) {
        if case .none = machine.phase { return }
        _ = try await bearer(.none(minimumValidity: nil))
    }

    /// Refreshes the access token, valid or not; joins a refresh that is under way.
    ///
    /// Throws ``SessionError/backingOff(retryAfter:after:)`` while the token endpoint is left alone after a failure.
    public func refresh() async throws(SessionError) {
        _ = try await bearer(.notNewEnough(.requestedByUser))
    }

    /// Declares the access token expired, as if its time were over: a fault to inject.
    package func declareAccessTokenExpired() {
        declareAccessTokenExpired(
            as: InjectedFault(name: "access-token-expired", step: .struck, text: "the access token expires now"))
    }

    /// Declares the access token expired, as a part of another fault.
    package func declareAccessTokenExpired(as fault: InjectedFault) {
        guard let active = machine.active else { return }
        update { $0.reject(active.credentials.access, at: clock.uptime, isDeclared: true) }
        report(injected: fault)
    }

    /// Reports that another program was given a token, which it sends by itself.
    package nonisolated func report(given token: Fingerprint, to label: RequestLabel) {
        journal.record(.tokenGiven(token, label), generation: currentToken.generation)
    }

    /// Reports what happened to a fault that is injected on purpose.
    package nonisolated func report(injected fault: InjectedFault) {
        journal.record(.injected(fault), generation: currentToken.generation)
    }

    /// Reports a fault that made the message carry another refresh token: the exchange tells of the one that was sent.
    package nonisolated func report(injected fault: InjectedFault, sending refreshToken: Fingerprint?) {
        if let refreshToken, let exchange = fault.exchange {
            journal.record(refreshToken: refreshToken, sentIn: exchange)
        }
        report(injected: fault)
    }

    /// The tokens themselves, for a user who asked to see them.
    package func revealTokens() -> (access: Secret, refresh: Secret?, idToken: Secret?)? {
        machine.active.map { ($0.credentials.access, $0.credentials.refresh, $0.credentials.idToken?.token) }
    }
}

extension Session {
    /// A token for one use, got as the machine decides.
    ///
    /// A refresh would be led back to the event `cause`; `generation` is the one that the caller's work began under,
    /// `nil` where there was no session.
    func bearer(
        _ objection: SessionMachine.Objection, cause: Int? = nil, generation: Int? = nil
    ) async throws(SessionError) -> Bearer {
        try await checkStoreIfDue(objection)
        if let generation, generation != machine.generation { throw .sessionChanged }
        switch machine.access(objection, at: clock.uptime) {
        case .use(let bearer): return bearer
        case .join(let flight): return try await refreshed(by: flight, objection)
        case .refresh(let trigger): return try await refreshed(by: startRefresh(trigger, cause: cause), objection)
        case .fail(let error): throw error
        case .end(let end):
            await endSession(end, cause: cause)
            throw .sessionExpired(end)
        }
    }

    /// The result of a refresh, or, where it failed and the caller can live with the present token, that one.
    private func refreshed(
        by flight: RefreshFlight?, _ objection: SessionMachine.Objection
    ) async throws(SessionError) -> Bearer {
        guard let flight else { throw machine.absence }
        do throws(SessionError) {
            return try await flight.outcome.value()
        } catch {
            guard error != .cancelled, case .none = objection, machine.isCurrent(flight.generation),
                let active = machine.active, !active.credentials.isExpired(at: clock.uptime),
                let bearer = machine.bearer
            else { throw error }
            return bearer
        }
    }
}
