import FoundationEssentials

/// For programs that bring their own HTTP client: its two hooks, each answered by one call.
///
/// ```swift
/// request = try await session.authorize(request)                                  // before every attempt
/// guard try await session.shouldRetry(request, after: response, attempt: 1) ...   // after every answer
/// ```
extension Session {
    /// The request as it is to be sent: with exactly one `Authorization` field, that of the present token.
    ///
    /// Call it before every attempt, retries included: a request that is kept keeps an old token. Throws what
    /// ``send(_:authorization:)`` throws before anything is sent.
    public nonisolated func authorize(
        _ request: HTTPRequest, authorization: RequestAuthorization = .required
    ) async throws(SessionError) -> HTTPRequest {
        var call = unreported(request)
        guard try carriesToken(call, authorization), let bearer = try await bearer(for: &call, authorization) else {
            return request
        }
        var request = request
        try authorize(&request, by: bearer)
        return request
    }

    /// Whether to send the request again, authorised anew, and what an answer means for the session.
    ///
    /// Does for a 401 what ``send(_:authorization:)`` does, by the token that the request carried; an answer to a
    /// request without one of the session's tokens means nothing and is not retried. The request is given as it was
    /// sent; `attempt` counts from 1, and only the first is ever followed by another. Throws where a refresh failed, and
    /// ``SessionError/sessionExpired(_:)`` where the session is over.
    ///
    /// An answer that came by redirects speaks of the token only where ``HTTPResponse/redirects`` has them all and each
    /// kept the `Authorization` field. Where the client knows no more than that the answer's URL is not the request's,
    /// it means nothing: the token may not have been on the last hop.
    public func shouldRetry(
        _ request: HTTPRequest, after response: HTTPResponse, attempt: Int
    ) async throws(SessionError) -> Bool {
        guard let field = request.headers["Authorization"],
            let bearer = issued.last(where: { $0.field.reveal() == field })
        else {
            return false
        }
        var call = unreported(request)
        call.facts.attempts = attempt
        call.facts.token = bearer.fingerprint
        call.facts.status = response.status
        guard isAnswerToToken(response, call) else { return false }
        if let proofs = directory.proofs {
            let isWorthRepeating = proofs.learn(from: response, now: clock.now)
            if isWorthRepeating { return request.body.isReplayable && attempt == 1 }
        }
        guard response.status == 401 else {
            if response.isSuccess { confirm(generation: bearer.generation, cause: nil) }
            return false
        }
        let began = journal.record(.requestStarted(call.facts), generation: bearer.generation)
        call = Call(
            request: request, generation: bearer.generation,
            scope: scope(generation: bearer.generation, cause: began, request: call.facts.id), began: bearer.arrivedAt,
            bearer: bearer, facts: call.facts)
        switch try await resolve(response, bearer, call) {
        case .retry: return request.body.isReplayable && attempt == 1
        case .surface(.refreshFailed(_, let error)): throw error
        case .surface(.sessionEnded(_, let end)):
            // An answer that has ended the session itself is the caller's to show.
            if attempt > 1 || end == .forcedOut(request: call.facts.name) { return false }
            throw .sessionExpired(end)
        case .surface(.sessionChanged): throw .sessionChanged
        case .surface: return false
        }
    }

    private nonisolated func unreported(_ request: HTTPRequest) -> Call {
        let began = clock.uptime
        let session = board.beginRequest(at: began)
        return Call(
            request: request, generation: session.isSignedIn ? session.generation : nil,
            scope: scope(generation: session.generation, cause: nil, request: session.id), began: began,
            bearer: session.usable,
            facts: RequestFacts(id: session.id, method: request.method, url: Redaction.url(request.url)))
    }
}
