import FoundationEssentials

/// One request of a caller, through all its attempts.
struct Call: Sendable {
    let request: HTTPRequest
    /// The generation that it began under; `nil` where nobody was signed in.
    let generation: Int?
    let scope: EventScope
    let began: Duration
    var facts: RequestFacts
}

extension Session {
    /// Sends a request with the session's access token and sees to what its answer means.
    ///
    /// A 401 is dealt with by the configuration's ``UnauthorizedPolicy``; at most one retry is sent, with the same
    /// method and body, and none where the body is a stream. Any answer is returned, errors' statuses included: the
    /// ``AuthorizedResponse/verdict`` says what it meant for the authorisation. An `Authorization` field of the request
    /// gives way to the session's; with ``RequestAuthorization/none`` it stays as it is.
    ///
    /// Throws what ``accessToken(minimumValidity:)`` throws, before anything is sent;
    /// ``SessionError/originNotAllowed(_:)`` and ``SessionError/insecureURL(_:)`` where the token may not go there;
    /// ``SessionError/sessionChanged`` where a 401 comes back for a session that is gone; and
    /// ``SessionError/transport(_:during:)`` where no answer came.
    public nonisolated func send(
        _ request: HTTPRequest, authorization: RequestAuthorization = .required
    ) async throws(SessionError) -> AuthorizedResponse {
        var call = begin(request)
        do throws(SessionError) {
            let bearer = try await bearer(for: &call, authorization)
            let response = try await attempt(&call, bearer)
            guard let bearer, isAnswerToToken(response, call) else { return finish(call, response, .none) }
            return try await judge(response, bearer, &call)
        } catch {
            call.facts.duration = clock.uptime - call.began
            call.scope.report(.requestFailed(call.facts, error))
            throw error
        }
    }

    nonisolated func begin(_ request: HTTPRequest) -> Call {
        let (id, generation, isSignedIn) = board.beginRequest()
        let facts = RequestFacts(id: id, method: request.method, url: Redaction.url(request.url))
        let start = journal.record(.requestStarted(facts), generation: generation)
        return Call(
            request: request, generation: isSignedIn ? generation : nil,
            scope: scope(generation: generation, cause: start, request: id), began: clock.uptime, facts: facts)
    }

    /// The token that goes along, and where it may go.
    nonisolated func bearer(
        for call: inout Call, _ authorization: RequestAuthorization
    ) async throws(SessionError) -> Bearer? {
        switch authorization {
        case .none: return nil
        case .required:
            try requireAllowed(call.request.url)
            return try await bearer(for: &call)
        case .optional:
            guard (try? requireAllowed(call.request.url)) != nil else { return nil }
            do throws(SessionError) {
                return try await bearer(for: &call)
            } catch .cancelled {
                throw .cancelled
            } catch .sessionChanged {
                throw .sessionChanged
            } catch {
                return nil
            }
        }
    }

    private nonisolated func bearer(for call: inout Call) async throws(SessionError) -> Bearer {
        if let bearer = board.usable(at: call.began), bearer.generation == call.scope.generation { return bearer }
        let before = board.token
        let bearer = try await bearer(
            .none(minimumValidity: nil), cause: call.scope.cause, generation: call.generation)
        if bearer.token != before { call.facts.waitedForRefresh = bearer.refresh }
        return bearer
    }

    /// Throws unless the token may go to that URL: a configured origin, by TLS or within this machine.
    nonisolated func requireAllowed(_ url: URL) throws(SessionError) {
        guard let origin = Origin(url), bearerOrigins.contains(origin) else {
            throw .originNotAllowed(Origin(url)?.description ?? Redaction.url(url))
        }
        guard origin.isSecure || origin.isLoopback || client.allowsPlainHTTP else {
            throw .insecureURL(Redaction.url(url))
        }
    }

    /// Sends the request once, or, where its answer helps to a proof that will do, twice (RFC 9449 §9).
    nonisolated func attempt(_ call: inout Call, _ bearer: Bearer?) async throws(SessionError) -> HTTPResponse {
        call.facts.attempts += 1
        call.facts.token = bearer?.fingerprint
        let response = try await transmit(&call, bearer)
        guard bearer != nil, let proofs = directory.proofs, proofs.learn(from: response, now: clock.now),
            call.request.body.isReplayable
        else { return response }
        let second = try await transmit(&call, bearer)
        proofs.learn(from: second, now: clock.now)
        return second
    }

    private nonisolated func transmit(_ call: inout Call, _ bearer: Bearer?) async throws(SessionError) -> HTTPResponse
    {
        var request = call.request
        if let bearer { request = try authorized(request, by: bearer) }
        let sentAt = clock.now
        let start = clock.uptime
        call.facts.tokenLifetimeLeft = bearer?.end.map { $0 - start }
        let result: Result<HTTPResponse, TransportError>
        do {
            result = .success(try await transport.send(request))
        } catch {
            result = .failure(TransportError(error))
        }
        call.scope.report(
            .exchange(
                HTTPExchange(
                    id: journal.nextExchange(), facts: call.facts, sent: call.request,
                    authorization: bearer?.maskedField, sentAt: sentAt, duration: clock.uptime - start, result: result))
        )
        switch result {
        case .success(let response):
            call.facts.status = response.status
            return response
        case .failure(.cancelled): throw .cancelled
        case .failure(let error): throw .transport(error, during: .request)
        }
    }

    /// The request with the token, and with a proof where the token is bound to a key.
    nonisolated func authorized(_ request: HTTPRequest, by bearer: Bearer) throws(SessionError) -> HTTPRequest {
        var request = request
        request.headers["Authorization"] = bearer.field.reveal()
        guard let proofs = directory.proofs else { return request }
        request.redirects = .doNotFollow
        return try provider(scope(generation: bearer.generation, cause: nil))
            .proved(request, token: bearer.token, by: proofs)
    }

    /// Whether the answer comes from where the token went: a redirect elsewhere was followed without it.
    nonisolated func isAnswerToToken(_ response: HTTPResponse, _ call: Call) -> Bool {
        response.redirects.isEmpty || Origin(response.url) == Origin(call.request.url)
    }

    nonisolated func finish(
        _ call: Call, _ response: HTTPResponse, _ verdict: AuthorizedResponse.Verdict
    ) -> AuthorizedResponse {
        var facts = call.facts
        facts.duration = clock.uptime - call.began
        call.scope.report(.requestFinished(facts))
        return AuthorizedResponse(response: response, facts: facts, verdict: verdict)
    }
}
