import FoundationEssentials

extension Session {
    /// Sends a request with the session's access token, and handles a 401.
    ///
    /// The configuration's ``UnauthorizedPolicy`` decides about a 401; at most one retry is sent, with the same method
    /// and body, and none where the body is a stream. Any answer is returned whatever its status, even where it ended
    /// the session: the ``AuthorizedResponse/verdict`` says what it meant. An `Authorization` field of the request is
    /// replaced by the session's; with ``RequestAuthorization/none`` it stays as it is.
    ///
    /// Redirects are followed as the request says, each with a message of its own, and a proof of its own where the
    /// token is bound to a key (RFC 9449); to another origin the token does not go along.
    ///
    /// Throws what ``accessToken(minimumValidity:)`` throws, before anything is sent;
    /// ``SessionError/originNotAllowed(_:)`` and ``SessionError/insecureURL(_:)`` where the token may not go there;
    /// ``SessionError/relativeURL(_:)`` where the URL names no host;
    /// ``SessionError/transport(_:during:)`` where no answer came; and ``SessionError/cancelled``.
    public nonisolated(nonsending) func send(
        _ request: HTTPRequest, authorization: RequestAuthorization = .required
    ) async throws(SessionError) -> AuthorizedResponse {
        try await send(Errand(begin(request), redirectRule: bearerOrigins.redirectRule), authorization)
    }

    /// Sends an errand: a call on its way, whose attempts each send the request once, over its redirects.
    ///
    /// After a 401 the machine decides, refreshing where the policy says so, and answers with the token of one more
    /// attempt or with what the 401 means. `first` is an answer that the errand has already.
    nonisolated(nonsending) func send(
        _ errand: Errand, _ authorization: RequestAuthorization, answered first: HTTPResponse? = nil
    ) async throws(SessionError) -> AuthorizedResponse {
        var first = first
        do throws(SessionError) {
            if try carriesToken(errand.call.request.url, errand.call.request.headers, authorization) {
                if first == nil { errand.bearer = errand.call.bearer }
                // Most requests find a token there, and do not wait for the actor.
                if errand.bearer == nil { errand.bearer = try await bearer(for: &errand.call, authorization) }
            }
            while true {
                let response: HTTPResponse
                if let answer = first.take() { response = answer } else { response = try await attempt(errand) }
                guard response.status == 401, let sent = errand.bearer,
                    isAnswerToToken(response, to: errand.call.request.url)
                else {
                    return finish(errand, response)
                }
                let resolution = try await resolve(response, sent, errand.call)
                guard goesOn(errand, after: response, resolution) else {
                    return finish(errand, response, await informed(resolution, by: response, errand.call))
                }
            }
        } catch let failure {
            throw fail(&errand.call, failure)
        }
    }

    /// Reports that no answer came, and why.
    @inline(never)
    nonisolated func fail(_ call: inout SessionCall, _ failure: SessionError) -> SessionError {
        let error = masked(failure)
        call.facts.duration = clock.uptime - call.began
        call.scope.report(.requestFailed(call.facts, error))
        return error
    }

    /// Goes on with the token of a retry; `false` where the 401 is the last answer.
    @inline(never)
    private nonisolated func goesOn(_ errand: Errand, after response: HTTPResponse, _ resolution: Resolution) -> Bool {
        // The token may be renewed for later requests although this one's body can't be sent again.
        guard case .retry(let next, let waited) = resolution, errand.call.facts.attempts == 1,
            errand.canSendAgain
        else { return false }
        errand.call.keep(response)
        if waited, next.refresh != errand.bearer?.refresh { errand.call.facts.waitedForRefresh = next.refresh }
        errand.bearer = next
        return true
    }

    /// Ends with an answer that is no 401 to the token.
    @inline(never)
    nonisolated func finish(_ errand: Errand, _ response: consuming HTTPResponse) -> AuthorizedResponse {
        guard let sent = errand.bearer, isAnswerToToken(response, to: errand.call.request.url) else {
            return finish(&errand.call, response, .none)
        }
        let verdict = verdict(on: response, sent, errand)
        return finish(&errand.call, response, verdict)
    }

    /// Ends with a 401, which the machine has judged.
    @inline(never)
    private nonisolated func finish(
        _ errand: Errand, _ response: HTTPResponse, _ resolution: Resolution
    ) -> AuthorizedResponse {
        switch resolution {
        case .surface(let verdict): finish(&errand.call, response, verdict)
        case .retry: finish(&errand.call, response, .rejected(challenge(in: response)))
        }
    }

    /// Begins a call: numbers it, notes the token that it can have at once, and reports it.
    @inline(never)
    nonisolated func begin(_ request: HTTPRequest, isUserInfo: Bool = false) -> SessionCall {
        let began = clock.uptime
        let session = currentToken.beginRequest(at: began)
        let url = Redaction.url(request.url, journal.secrets.scrubber)
        var facts = RequestFacts(id: session.id, method: request.method, url: url)
        facts.label = request.label
        facts.isUserInfo = isUserInfo
        let start = journal.record(.requestStarted(facts), generation: session.generation)
        return SessionCall(
            request: request, generation: session.isSignedIn ? session.generation : nil,
            scope: scope(generation: session.generation, cause: start, request: session.id), began: began,
            bearer: session.usable, facts: facts)
    }

    /// Whether the request is to carry the token.
    ///
    /// Throws where it must and its URL or `Host` field does not allow it, and where the URL names no host: an HTTP
    /// client may complete that from what it sent before.
    nonisolated func carriesToken(
        _ url: URL, _ headers: HTTPHeaders, _ authorization: RequestAuthorization
    ) throws(SessionError) -> Bool {
        switch authorization {
        case .none:
            _ = try BearerOrigins.origin(of: url)
            return false
        case .required:
            try bearerOrigins.check(url, headers)
            return true
        case .optional:
            do throws(SessionError) { try bearerOrigins.check(url, headers) } catch {
                if case .relativeURL = error { throw error }
                return false
            }
            return true
        }
    }

    /// The token to send, after a refresh where one is due; `nil` where it is optional and there is none.
    nonisolated func bearer(
        for call: inout SessionCall, _ authorization: RequestAuthorization
    ) async throws(SessionError) -> Bearer? {
        do throws(SessionError) {
            return try await bearer(for: &call)
        } catch {
            guard authorization == .optional, error != .cancelled, error != .sessionChanged else { throw error }
            return nil
        }
    }

    private nonisolated func bearer(for call: inout SessionCall) async throws(SessionError) -> Bearer {
        if let bearer = call.bearer { return bearer }
        let before = currentToken.token
        let bearer = try await bearer(
            .none(minimumValidity: nil), cause: call.scope.cause, generation: call.generation)
        if bearer.token != before { call.facts.waitedForRefresh = bearer.refresh }
        return bearer
    }

    /// Whether the token was on the hop that was answered.
    ///
    /// A redirect elsewhere is followed without it, and it does not come back where another one leads home again. An
    /// answer from another URL without a list of hops may have come by such a way, and says nothing either.
    nonisolated func isAnswerToToken(_ response: HTTPResponse, to url: URL) -> Bool {
        if response.redirects.isEmpty { return response.url.isSameResource(as: url) }
        return response.redirects.allSatisfy(\.keptAuthorization) && Origin(response.url) == Origin(url)
    }

    /// Reports the last answer with its verdict.
    nonisolated func finish(
        _ call: inout SessionCall, _ response: consuming HTTPResponse, _ verdict: AuthorizedResponse.Verdict
    ) -> AuthorizedResponse {
        call.facts.duration = call.duration(at: clock.uptime, verdict)
        call.scope.report(.requestFinished(call.facts))
        return AuthorizedResponse(
            response: response, facts: call.facts, verdict: verdict, earlierAnswers: call.earlierAnswers)
    }
}
