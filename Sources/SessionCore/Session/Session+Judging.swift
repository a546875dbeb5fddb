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

    /// Deals with a 401 as the machine decides.
    func resolve(
        _ response: HTTPResponse, _ bearer: Bearer, _ call: Call
    ) async throws(SessionError) -> Resolution {
        let challenge = challenge(in: response)
        // The token was not looked at: neither a refresh nor the end of the session would help.
        if let challenge, challenge.isAboutProof { return .surface(.rejected(challenge)) }
        let judgement = machine.judge(
            Rejection(
                bearer: bearer, attempt: call.facts.attempts, requestBegan: call.began, challenge: challenge,
                requestName: call.facts.name))
        switch judgement {
        case .gone(let error):
            call.scope.report(.ignoredLateAnswer("\(call.facts.name) was answered 401"))
            throw error
        case .surface(.stepUpRequired): return .surface(stepUp(challenge, call))
        case .surface(.insufficientScope(let scope)):
            call.scope.report(.forbidden(call.facts, requiredScope: scope))
            return .surface(.insufficientScope(scope))
        default: break
        }
        machine.noteUnauthorized()
        let event = call.scope.report(.unauthorized(call.facts, challenge))
        switch judgement {
        case .retry(let present): return .retry(present)
        case .refresh:
            machine.reject(bearer.token, at: clock.uptime)
            return .retry(
                try await self.bearer(
                    .rejected(bearer.token, .unauthorized(bearer.fingerprint)), cause: event,
                    generation: bearer.generation))
        case .end(let end):
            let credentials = machine.active?.credentials
            await endSession(end, cause: event)
            if let credentials {
                startRevoking(
                    credentials.refresh ?? credentials.access, isRefreshToken: credentials.refresh != nil,
                    generation: bearer.generation, cause: event)
            }
            return .surface(.rejected(challenge))
        case .surface(let verdict):
            if machine.policy != .report { machine.reject(bearer.token, at: clock.uptime) }
            return .surface(verdict)
        case .gone(let error): throw error
        }
    }
}
