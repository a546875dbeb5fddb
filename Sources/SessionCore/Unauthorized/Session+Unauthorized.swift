import FoundationEssentials

extension Session {
    /// What the caller's request does after a 401.
    enum Resolution: Sendable {
        case surface(AuthorizedResponse.Verdict)
        /// With a newer token, for which the request may have waited.
        case retry(Bearer, waited: Bool)
    }

    /// Handles a 401 as the machine decides; throws only if the caller is cancelled.
    func resolve(
        _ response: HTTPResponse, _ bearer: Bearer, _ call: SessionCall
    ) async throws(SessionError) -> Resolution {
        let challenge = challenge(in: response)
        // The token was not looked at: neither a refresh nor the end of the session would help.
        if let challenge, challenge.isAboutProof { return .surface(.rejected(challenge)) }
        let rejection = Rejection(
            bearer: bearer, attempt: call.facts.attempts, requestBegan: call.began, answeredAt: clock.uptime,
            challenge: challenge, requestName: call.facts.name)
        let judgement = machine.judge(rejection)
        switch judgement {
        case .gone(let verdict): return gone(verdict, call)
        case .surface(.stepUpRequired):
            update { $0.recordUnauthorized() }
            return .surface(stepUp(challenge, call))
        case .surface(.insufficientScope(let scope)):
            call.scope.report(.forbidden(call.facts, requiredScope: scope))
            return .surface(.insufficientScope(scope))
        default: break
        }
        update { $0.recordUnauthorized() }
        let event = call.scope.report(.unauthorized(call.facts, challenge))
        guard case .askUserInfo = judgement else { return try await carryOut(judgement, rejection, call, event: event) }
        let asked = try await opinion(on: bearer, cause: event)
        return try await carryOut(
            machine.judge(rejection, opinion: asked.opinion), rejection, call, event: asked.event)
    }

    private func carryOut(
        _ judgement: SessionMachine.Decision, _ rejection: Rejection, _ call: SessionCall, event: Int
    ) async throws(SessionError) -> Resolution {
        let bearer = rejection.bearer
        switch judgement {
        case .retry(let present): return .retry(present, waited: false)
        case .refresh:
            update { $0.reject(bearer.token, at: clock.uptime) }
            do throws(SessionError) {
                return .retry(
                    try await self.bearer(
                        .rejected(bearer.token, .unauthorized(bearer.fingerprint)), cause: event,
                        generation: bearer.generation), waited: true)
            } catch {
                return .surface(try error.verdict(after: rejection.challenge))
            }
        case .end(let end, let revoking):
            let tokens = await endSession(end, cause: event, revoking: revoking)
            revoker.start(tokens, scope(generation: bearer.generation, cause: event))
            return .surface(.sessionEnded(rejection.challenge, end))
        case .discard(let verdict):
            update { $0.reject(bearer.token, at: clock.uptime) }
            return .surface(verdict)
        case .surface(let verdict): return .surface(verdict)
        case .gone(let verdict): return gone(verdict, call)
        // Asked once for each answer.
        case .askUserInfo: return .surface(.rejected(rejection.challenge))
        }
    }

    /// Deals with userinfo's own 401, or `refusal`, another answer that rejects the token: returns another token to ask
    /// with, or throws.
    func resolveUserInfo(
        _ bearer: Bearer, _ challenge: AuthenticationChallenge?, refusal: SessionError? = nil, _ call: SessionCall
    ) async throws(SessionError) -> Bearer {
        let judgement = machine.judgeUserInfo(
            Rejection(
                bearer: bearer, attempt: call.facts.attempts, requestBegan: call.began, answeredAt: clock.uptime,
                challenge: challenge, requestName: call.facts.name), refusal: refusal)
        switch judgement {
        case .gone(let error):
            reportLate(call)
            throw error
        case .surface(let error): throw error
        case .refresh, .end: break
        }
        let event: Int
        if refusal == nil {
            update { $0.recordUnauthorized() }
            event = call.scope.report(.unauthorized(call.facts, challenge))
        } else {
            event = call.scope.report(.forbidden(call.facts, requiredScope: []))
        }
        if case .end(let end) = judgement {
            await endSession(end, cause: event)
            throw .sessionExpired(end)
        }
        update { $0.reject(bearer.token, at: clock.uptime) }
        return try await self.bearer(
            .rejected(bearer.token, .userInfo), cause: event, generation: bearer.generation)
    }

    private func reportLate(_ call: SessionCall) {
        call.scope.report(.ignoredLateAnswer("\(call.facts.name) was answered 401"))
    }

    private func gone(_ verdict: AuthorizedResponse.Verdict, _ call: SessionCall) -> Resolution {
        reportLate(call)
        return .surface(verdict)
    }
}

extension SessionError {
    /// The verdict on a 401 after which no other token could be obtained; throws if the caller is cancelled.
    fileprivate func verdict(
        after challenge: AuthenticationChallenge?
    ) throws(SessionError) -> AuthorizedResponse.Verdict {
        switch self {
        case .cancelled: throw self
        case .sessionExpired(let end): .sessionEnded(challenge, end)
        case .sessionChanged, .noSession: .sessionChanged(challenge)
        default: .refreshFailed(challenge, self)
        }
    }
}
