import FoundationEssentials

/// A message of an attempt: a redirect, or the demand for another proof, leads from one to the next.
private struct Hop {
    var request: HTTPRequest
    /// The token that goes along; `nil` where none does, or none any more.
    let bearer: Bearer?
    /// The redirect that led here.
    let redirectedBy: HTTPRedirect?
    /// Whether it may be sent once more with another proof.
    var mayRepeat: Bool

    init(_ request: HTTPRequest, _ bearer: Bearer?, redirectedBy redirect: HTTPRedirect? = nil) {
        (self.request, self.bearer, redirectedBy) = (request, bearer, redirect)
        mayRepeat = bearer != nil && request.body.isReplayable
    }
}

extension Session {
    /// Sends the request with the token, follows its redirects one by one, and returns the last answer.
    ///
    /// A message whose answer helps to a proof that will do is sent once more (RFC 9449 §9).
    nonisolated(nonsending) func attempt(
        _ call: inout Call, _ bearer: Bearer?
    ) async throws(SessionError) -> HTTPResponse {
        call.facts.attempts += 1
        call.facts.token = bearer?.fingerprint
        let began = clock.uptime
        var policy = RedirectPolicy()
        var hop = Hop(call.request, bearer)
        while true {
            let (answer, next) = try await exchange(&hop, of: &call, &policy)
            guard let next else { return answer.reached(by: policy.followed) }
            call.earlierAnswers.append(answer)
            hop = next
            // The time is that of all messages together.
            if let limit = call.request.timeout ?? transport.timeLimit {
                let left = limit - (clock.uptime - began)
                guard left > .zero else { throw .transport(.timedOut(.waiting), during: .request) }
                hop.request.timeout = left
            }
        }
    }

    /// Sends one message; returns its answer, and the message that follows from it.
    private nonisolated(nonsending) func exchange(
        _ hop: inout Hop, of call: inout Call, _ policy: inout RedirectPolicy
    ) async throws(SessionError) -> (HTTPResponse, Hop?) {
        if let bearer = hop.bearer {
            try authorize(&hop.request, by: bearer)
        } else {
            withholdCertificate(from: &hop.request)
        }
        var message = hop.request
        // A transport knows neither which origins may have the token, nor how to make a proof for the next message.
        message.redirects = .doNotFollow
        let exchange = journal.nextExchange()
        message.exchange = exchange
        let (sentAt, start) = (clock.now, clock.uptime)
        call.facts.tokenLifetimeLeft = hop.bearer?.end.map { $0 - start }
        let followed = policy.followed.count
        let result: Result<(HTTPResponse, Hop?), SessionError>
        let outcome: HTTPExchange.Outcome
        var duration: Duration?
        do {
            let answer = try await transport.send(message)
            let took = clock.uptime - start
            duration = took
            call.messages.append(took)
            call.facts.status = answer.status
            result = .success((answer, try next(after: answer, to: hop, took: took, &policy)))
            outcome = .answered(
                HTTPExchange.Answer(redacting: answer, purpose: .request, journal.secrets.scrubber))
        } catch {
            let error = TransportError(error)
            let whole = error.reached(by: policy.followed)
            result = .failure(error == .cancelled ? .cancelled : .transport(whole, during: .request))
            outcome = .failed(error.scrubbed(by: journal.secrets.scrubber))
        }
        let redirect = policy.followed.count > followed ? policy.followed.last : nil
        call.scope.report(
            .exchange(
                HTTPExchange(
                    id: exchange, facts: call.facts, sent: message, authorization: hop.bearer?.maskedField,
                    sentAt: sentAt, duration: duration ?? (clock.uptime - start), outcome: outcome,
                    timeLimit: call.request.timeout ?? transport.timeLimit, faults: journal.takeFaults(of: exchange),
                    redirectedBy: hop.redirectedBy, redirect: redirect, scrubber: journal.secrets.scrubber)))
        return try result.get()
    }

    /// The message that follows from an answer: with a better proof, or to where a redirect leads; `nil` after the last.
    private nonisolated func next(
        after answer: HTTPResponse, to hop: Hop, took duration: Duration, _ policy: inout RedirectPolicy
    ) throws(TransportError) -> Hop? {
        if hop.bearer != nil, let proofs = directory.proofs, proofs.learn(from: answer, now: clock.now), hop.mayRepeat {
            var repeated = hop
            repeated.mayRepeat = false
            return repeated
        }
        guard let next = try policy.request(following: hop.request, answer, duration: duration) else { return nil }
        // To another origin goes no token; nor does it come back where another redirect leads home again.
        let keepsToken = next.headers["Authorization"] != nil
        return Hop(next, keepsToken ? hop.bearer : nil, redirectedBy: policy.followed.last)
    }

    /// Gives the request the token, and a proof where the token is bound to a key.
    nonisolated func authorize(_ request: inout HTTPRequest, by bearer: Bearer) throws(SessionError) {
        request.headers["Authorization"] = bearer.field.reveal()
        guard let proofs = directory.proofs else { return }
        request = try provider(scope(generation: bearer.generation, cause: nil))
            .proved(request, token: bearer.token, by: proofs)
    }

    /// The client certificate identifies the client to the configured origins, and to no other.
    private nonisolated func withholdCertificate(from request: inout HTTPRequest) {
        do throws(SessionError) { try bearerOrigins.check(request.url) } catch {
            request.offersClientCertificate = false
        }
    }
}

extension HTTPResponse {
    /// The answer with the redirects that led to it.
    fileprivate func reached(by redirects: [HTTPRedirect]) -> HTTPResponse {
        guard !redirects.isEmpty else { return self }
        var response = self
        response.redirects = redirects + response.redirects
        return response
    }
}
