import FoundationEssentials

extension Session {
    /// Sends the request with the token, follows its redirects one by one, and returns the last answer.
    ///
    /// A message whose answer helps to a proof that will do is sent once more (RFC 9449 §9).
    nonisolated(nonsending) func attempt(_ errand: Errand) async throws(SessionError) -> HTTPResponse {
        errand.begin(at: clock.uptime)
        while true {
            try await authorize(errand)
            let message = try message(of: errand)
            let transport: any HTTPTransport = errand.carrier ?? transport
            do {
                let answer = try await transport.send(message)
                try answer.requireValidStatus()
                guard try isLast(answer, errand) else { continue }
                let followed = errand.policy.followed
                return followed.isEmpty ? answer : answer.reached(by: followed)
            } catch {
                throw fail(errand, TransportError(error))
            }
        }
    }

    /// The message that is sent now.
    @inline(never)
    nonisolated func message(of errand: Errand) throws(SessionError) -> HTTPRequest {
        // The time for the whole is that of all messages of an attempt together.
        if !errand.isFirst, let limit = errand.call.request.wholeTime(on: transport) {
            let left = limit - errand.spent
            guard left > .zero else { throw .transport(.timedOut(.waiting), during: .request) }
            errand.request.maximumTime = left
        }
        (errand.exchange, errand.sentAt, errand.start) = (journal.nextExchange(), clock.now, clock.uptime)
        errand.call.facts.tokenLifetimeLeft = errand.carried?.end.map { $0 - errand.start }
        var message = errand.request
        message.exchange = errand.exchange
        // A transport knows neither which origins may have the token, nor how to make a proof for the next message.
        message.redirects = .doNotFollow
        return message
    }

    /// Takes the answer to the present message; `false` where another message follows from it.
    @inline(never)
    nonisolated func isLast(_ answer: HTTPResponse, _ errand: Errand) throws(TransportError) -> Bool {
        let duration = clock.uptime - errand.start
        errand.call.messages.append(duration)
        errand.spend(answer.timings?.total ?? duration)
        errand.call.facts.status = answer.status
        let isRepeated = asksForAnotherProof(answer, errand)
        let next = isRepeated ? nil : try errand.next(after: answer, duration: duration)
        let faults = journal.takeFaults(of: errand.exchange)
        if journal.isHeard {
            report(
                .answered(HTTPExchange.Answer(redacting: answer, purpose: .request, journal.secrets.scrubber)),
                of: errand, duration: duration, faults: faults,
                redirect: next == nil ? nil : errand.policy.followed.last)
        }
        if isRepeated {
            errand.repeatMessage()
        } else if let next {
            errand.follow(to: next)
        } else {
            return true
        }
        errand.call.keep(answer)
        return false
    }

    private nonisolated func asksForAnotherProof(_ answer: HTTPResponse, _ errand: Errand) -> Bool {
        guard errand.carried != nil, let proofs = directory.proofs else { return false }
        return proofs.learn(from: answer, now: clock.now) && errand.mayRepeat && errand.canSendAgain
    }

    @inline(never)
    nonisolated func fail(_ errand: Errand, _ error: TransportError) -> SessionError {
        let faults = journal.takeFaults(of: errand.exchange)
        if journal.isHeard {
            report(
                .failed(error.mapTexts(journal.secrets)), of: errand, duration: clock.uptime - errand.start,
                timeLimit: errand.call.request.limit(on: transport, behind: error, after: clock.uptime - errand.began),
                faults: faults)
        }
        return error == .cancelled
            ? .cancelled : .transport(error.reached(by: errand.policy.followed), during: .request)
    }

    private nonisolated func report(
        _ outcome: consuming HTTPExchange.Outcome, of errand: Errand, duration: Duration, timeLimit: Duration? = nil,
        faults: [String], redirect: HTTPRedirect? = nil
    ) {
        errand.call.scope.report(
            .exchange(
                HTTPExchange(
                    id: errand.exchange, facts: errand.call.facts, method: errand.request.method,
                    url: errand.request.url, headers: errand.request.headers,
                    authorization: errand.carried?.maskedField, sentAt: errand.sentAt, duration: duration,
                    outcome: outcome, timeLimit: timeLimit, faults: faults, redirectedBy: errand.redirectedBy,
                    redirect: redirect, scrubber: journal.secrets.scrubber)))
    }

    /// Gives the request of the present message the token that it carries.
    private nonisolated(nonsending) func authorize(_ errand: Errand) async throws(SessionError) {
        guard let bearer = errand.carried else { return withholdCertificate(from: &errand.request) }
        errand.carry(bearer)
        if directory.proofs != nil { errand.request = try await proved(errand.request, by: bearer) }
    }

    /// The request with a proof where its token is bound to a key.
    nonisolated(nonsending) func proved(
        _ request: HTTPRequest, by bearer: Bearer
    ) async throws(SessionError) -> HTTPRequest {
        guard let proofs = directory.proofs else { return request }
        return try await provider(scope(generation: bearer.generation, cause: nil))
            .proved(request, for: .request, token: bearer.token, by: proofs)
    }

    /// The client certificate identifies the client to the configured origins, and to no other.
    private nonisolated func withholdCertificate(from request: inout HTTPRequest) {
        do throws(SessionError) { try bearerOrigins.check(request.url, request.headers) } catch {
            request.offersClientCertificate = false
        }
    }
}
