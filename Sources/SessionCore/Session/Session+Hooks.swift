public import FoundationEssentials

/// The two hooks for programs with an HTTP client of their own: one call before each attempt, one after each answer.
extension Session {
    /// The header fields that authorise one attempt: `Authorization` (RFC 6750 §2.1), and `DPoP` where the token is
    /// bound to a key (RFC 9449 §4).
    ///
    /// Ask before every attempt, retries included, and let the fields replace those of the same name: a stored
    /// token expires, and a proof is valid for one request. Only proofs use `method`. The fields are
    /// empty where `authorization` is ``RequestAuthorization/none``, or ``RequestAuthorization/optional`` and the token
    /// can't be had or may not go to that URL.
    ///
    /// Throws what ``send(_:authorization:)`` throws before anything is sent.
    public nonisolated func authorization(
        for url: URL, method: String = "GET", authorization: RequestAuthorization = .required
    ) async throws(SessionError) -> HTTPHeaders {
        try await authorizationFields(of: HTTPRequest(method: method, url: url), authorization)
    }

    /// The fields for a request whose own are known: with the `Host` of another server it gets no token.
    package nonisolated func authorizationFields(
        of request: HTTPRequest, _ authorization: RequestAuthorization
    ) async throws(SessionError) -> HTTPHeaders {
        var call = unreported(request)
        guard try carriesToken(request.url, request.headers, authorization),
            let bearer = try await bearer(for: &call, authorization)
        else {
            return [:]
        }
        var bare = HTTPRequest(method: request.method, url: request.url)
        bare.headers["Authorization"] = bearer.field.reveal()
        return try await proved(bare, by: bearer).headers
    }

    /// Handles the answer to a request, and returns whether to send the request again, authorised anew.
    ///
    /// Call it after every answer, or at least after every 401. A 401 is handled as ``send(_:authorization:)`` does:
    /// one refresh for all, one retry, and the end of the session where the ``UnauthorizedPolicy`` says so. `false`
    /// leaves the answer to the caller; ``state`` and ``events()`` say whether the session has ended.
    ///
    /// An answer counts for the token only if `answered` is the URL that the request was sent to. After a redirect the
    /// last hop may not have carried the token, so such an answer is ignored, as is one to a request without one of
    /// the session's latest tokens.
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - headers: The header fields of the answer; `WWW-Authenticate` and `DPoP-Nonce` are read.
    ///   - answered: Where the answer came from, after redirects; an answer with `nil` (not known) is ignored.
    ///   - sent: The header fields of the request as it was sent.
    ///   - url: Where the request was sent to, before redirects.
    ///   - method: The method of the request, for the events.
    ///   - attempt: Counts from 1; only the first is ever followed by another.
    /// - Returns: Also `false` where the calling task was cancelled.
    public func shouldRetry(
        status: Int, headers: HTTPHeaders, from answered: URL?, sent: HTTPHeaders, to url: URL?, method: String = "GET",
        attempt: Int
    ) async -> Bool {
        guard let url, let answered, let field = sent["Authorization"],
            let bearer = currentToken.issued(in: field)
        else {
            return false
        }
        let response = HTTPResponse(status: status, headers: headers, url: answered)
        var call = unreported(HTTPRequest(method: method, url: url))
        call.facts.attempts = attempt
        call.facts.token = bearer.fingerprint
        call.facts.status = status
        guard isAnswerToToken(response, to: url) else { return false }
        if let proofs = directory.proofs, proofs.learn(from: response, now: clock.now) { return attempt == 1 }
        guard status == 401 else {
            if response.isSuccess { confirm(generation: bearer.generation, cause: nil) }
            return false
        }
        let began = journal.record(.requestStarted(call.facts), generation: bearer.generation)
        call = SessionCall(
            request: call.request, generation: bearer.generation,
            scope: scope(generation: bearer.generation, cause: began, request: call.facts.id), began: bearer.arrivedAt,
            bearer: bearer, facts: call.facts)
        guard case .retry = try? await resolve(response, bearer, call) else { return false }
        return attempt == 1
    }

    private nonisolated func unreported(_ request: HTTPRequest) -> SessionCall {
        let began = clock.uptime
        let session = currentToken.beginRequest(at: began)
        return SessionCall(
            request: request, generation: session.isSignedIn ? session.generation : nil,
            scope: scope(generation: session.generation, cause: nil, request: session.id), began: began,
            bearer: session.usable,
            facts: RequestFacts(
                id: session.id, method: request.method, url: Redaction.url(request.url, journal.secrets.scrubber)))
    }
}
