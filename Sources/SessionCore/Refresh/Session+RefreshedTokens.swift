import FoundationEssentials

extension Session {
    /// Stores the tokens of a response, then makes them the session's.
    func accept(
        _ response: TokenResponse, for flight: RefreshFlight, by renewal: Renewal, event: Int
    ) async throws(SessionError) -> Bearer {
        let arrivedAt = clock.uptime
        update { $0.recordClockSkew(of: response, answeredAt: ClockReading(clock.now, arrivedAt)) }
        guard isCurrent(flight), var active = machine.active, renewal.replaces(active.credentials) else {
            discard(response, generation: flight.generation, cause: event)
            throw lateAnswer(flight, "a refresh succeeded")
        }
        let before = active.credentials
        let idToken = try await verify(response, before: before, flight: flight, event: event)
        // The rotated refresh token may have been stored meanwhile, as a revision of its own: a process that read it
        // must see that this one is newer.
        active = machine.active ?? active
        active.credentials = before.refreshed(by: response, idToken: idToken, arrivedAt: arrivedAt)
        active.credentials.clockSkew = machine.clockSkew(at: ClockReading(clock)) ?? before.clockSkew
        active.subject = active.subject ?? idToken?.subject
        active.refreshEvent = event
        try await requireFitting(active, response, cause: event)
        let outcome = await save(active, cause: event)
        guard isCurrent(flight) else {
            discard(response, generation: flight.generation, cause: event)
            throw lateAnswer(flight, "a refresh succeeded")
        }
        if case .superseded = outcome { discard(response, generation: flight.generation, cause: event) }
        update {
            $0.install(active.credentials, subject: active.subject, refresh: event)
            $0.recordRefreshed(at: clock.now)
        }
        try settle(outcome, cause: event)
        let refreshed = scope(generation: flight.generation, cause: event).report(
            .refreshed(
                SessionTokens(active.credentials, now: clock.now, uptime: clock.uptime),
                replacedAccess: before.access.fingerprint,
                replacedRefresh: active.credentials.refresh == before.refresh ? nil : before.refresh?.fingerprint))
        confirm(generation: flight.generation, cause: refreshed)
        revoker.startPending(generation: machine.generation)
        guard let bearer = machine.bearer else { throw goneError(flight) }
        return bearer
    }

    /// Checks a refreshed ID token, after the rotated refresh token has been stored.
    ///
    /// So the rotated token is not lost, whatever the check says and however long it waits for keys.
    private func verify(
        _ response: TokenResponse, before: Credentials, flight: RefreshFlight, event: Int
    ) async throws(SessionError) -> ValidatedIDToken? {
        guard let token = response.idToken else { return nil }
        if response.refreshToken != nil, var active = machine.active {
            active.credentials = before.rotated(by: response)
            try await store(rotated: active, cause: event)
        }
        let idToken: ValidatedIDToken?
        var failure: SessionError?
        do throws(SessionError) {
            idToken = try await IDTokenVerifier(provider(scope(generation: flight.generation, cause: event)))
                .verify(token, from: response, expecting: IDTokenExpectation(original: before.idToken?.token))
        } catch {
            idToken = nil
            failure = error
        }
        guard isCurrent(flight) else {
            discard(response, generation: flight.generation, cause: event)
            throw lateAnswer(flight, "a refresh succeeded")
        }
        if let failure { throw failure }
        return idToken
    }

    /// Stores the rotated refresh token of an answer of which nothing else can be used: the one before is spent.
    func keepRefreshToken(
        of rest: TokenResponse, for flight: RefreshFlight, by renewal: Renewal, event: Int
    ) async throws(SessionError) {
        guard isCurrent(flight), var active = machine.active, renewal.replaces(active.credentials) else {
            let tokens = revocations(refresh: rest.refreshToken, access: rest.accessToken)
                .filter { $0.kind == .refresh }
            revoker.start(tokens, scope(generation: flight.generation, cause: event))
            throw lateAnswer(flight, "a refresh succeeded")
        }
        active.credentials = active.credentials.rotated(by: rest)
        try await store(rotated: active, cause: event)
    }

    /// Stores a session whose refresh token has been rotated.
    private func store(rotated active: SessionMachine.Active, cause: Int) async throws(SessionError) {
        update { $0.rotate(active.credentials) }
        try settle(await save(active, cause: cause), cause: cause)
    }

    /// Throws where the refreshed session is larger than the store allows.
    ///
    /// The spent refresh token is replaced all the same, so that the session lives on with what it had.
    private func requireFitting(
        _ refreshed: SessionMachine.Active, _ response: TokenResponse, cause: Int
    ) async throws(SessionError) {
        do throws(SessionError) {
            try keeper.requireFitting(refreshed, generation: machine.generation)
        } catch {
            if response.refreshToken != nil, var active = machine.active {
                active.credentials = active.credentials.rotated(by: response)
                try await store(rotated: active, cause: cause)
            }
            throw error
        }
    }
}
