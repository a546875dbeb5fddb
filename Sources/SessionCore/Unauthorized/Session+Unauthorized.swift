import FoundationEssentials

extension Session {
    /// What the session makes of a 401.
    enum Resolution: Sendable {
        case surface(AuthorizedResponse.Verdict)
        case retry(Bearer)
    }

    /// What any answer but a 401 says.
    nonisolated func verdict(
        on response: HTTPResponse, _ bearer: Bearer, _ call: Call
    ) -> AuthorizedResponse.Verdict {
        if response.isSuccess {
            confirm(generation: bearer.generation, cause: call.scope.cause)
            return .accepted
        }
        guard response.status == 403 else { return .none }
        let challenge = challenge(in: response)
        switch challenge?.error {
        case "insufficient_user_authentication": return stepUp(challenge, call)
        case "insufficient_scope":
            call.scope.report(.forbidden(call.facts, requiredScope: challenge?.scope ?? []))
            return .insufficientScope(challenge?.scope ?? [])
        default:
            call.scope.report(.forbidden(call.facts, requiredScope: []))
            return .none
        }
    }

    /// A server has accepted the session's token, or the provider its refresh token.
    nonisolated func confirm(generation: Int, cause: Int?) {
        if board.confirm(generation: generation, at: clock.now) {
            journal.record(.verified, generation: generation, cause: cause)
        }
    }

    private nonisolated func stepUp(
        _ challenge: AuthenticationChallenge?, _ call: Call
    ) -> AuthorizedResponse.Verdict {
        let (acrValues, maxAge) = (challenge?.acrValues ?? [], challenge?.maxAge)
        call.scope.report(.stepUpRequired(call.facts, acrValues: acrValues, maxAge: maxAge))
        return .stepUpRequired(acrValues: acrValues, maxAge: maxAge)
    }

    /// Deals with a 401 as the machine decides; throws only where the caller has gone.
    func resolve(
        _ response: HTTPResponse, _ bearer: Bearer, _ call: Call
    ) async throws(SessionError) -> Resolution {
        let challenge = challenge(in: response)
        // The token was not looked at: neither a refresh nor the end of the session would help.
        if let challenge, challenge.isAboutProof { return .surface(.rejected(challenge)) }
        let rejection = Rejection(
            bearer: bearer, attempt: call.facts.attempts, requestBegan: call.began, challenge: challenge,
            requestName: call.facts.name)
        let judgement = machine.judge(rejection)
        switch judgement {
        case .gone(let verdict): return gone(verdict, call)
        case .surface(.stepUpRequired): return .surface(stepUp(challenge, call))
        case .surface(.insufficientScope(let scope)):
            call.scope.report(.forbidden(call.facts, requiredScope: scope))
            return .surface(.insufficientScope(scope))
        default: break
        }
        machine.noteUnauthorized()
        let event = call.scope.report(.unauthorized(call.facts, challenge))
        guard case .askUserInfo = judgement else { return try await carryOut(judgement, rejection, call, event: event) }
        let asked = try await opinion(on: bearer, cause: event)
        return try await carryOut(
            machine.judge(rejection, opinion: asked.opinion), rejection, call, event: asked.event)
    }

    private func carryOut(
        _ judgement: SessionMachine.Judgement, _ rejection: Rejection, _ call: Call, event: Int
    ) async throws(SessionError) -> Resolution {
        let bearer = rejection.bearer
        switch judgement {
        case .retry(let present): return .retry(present)
        case .refresh:
            machine.reject(bearer.token, at: clock.uptime)
            do throws(SessionError) {
                return .retry(
                    try await self.bearer(
                        .rejected(bearer.token, .unauthorized(bearer.fingerprint)), cause: event,
                        generation: bearer.generation))
            } catch {
                return .surface(try error.verdict(after: rejection.challenge))
            }
        case .end(let end):
            let tokens = await endSession(end, cause: event, revoking: true)
            startRevoking(tokens, generation: bearer.generation, cause: event)
            return .surface(.sessionEnded(rejection.challenge, end))
        case .discard(let verdict):
            machine.reject(bearer.token, at: clock.uptime)
            return .surface(verdict)
        case .surface(let verdict): return .surface(verdict)
        case .gone(let verdict): return gone(verdict, call)
        // Asked once for each answer.
        case .askUserInfo: return .surface(.rejected(rejection.challenge))
        }
    }

    private func gone(_ verdict: AuthorizedResponse.Verdict, _ call: Call) -> Resolution {
        call.scope.report(.ignoredLateAnswer("\(call.facts.name) was answered 401"))
        return .surface(verdict)
    }
}

extension SessionError {
    /// What it means for a request whose answer was 401 that no other token could be had; throws where its caller has
    /// gone.
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
