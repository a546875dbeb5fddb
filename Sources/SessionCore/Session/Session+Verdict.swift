import FoundationEssentials

extension Session {
    /// The meaning of an answer that is not a 401.
    @inline(never)
    nonisolated func verdict(
        on response: HTTPResponse, _ bearer: Bearer, _ errand: Errand
    ) -> AuthorizedResponse.Verdict {
        if response.isSuccess {
            confirm(generation: bearer.generation, cause: errand.call.scope.cause)
            return .accepted
        }
        guard response.status == 403 else { return .none }
        let (challenge, call) = (challenge(in: response), errand.call)
        if let challenge, challenge.asksForStepUp { return stepUp(challenge, call) }
        switch challenge?.error {
        case "insufficient_scope":
            call.scope.report(.forbidden(call.facts, requiredScope: challenge?.scope ?? []))
            return .insufficientScope(challenge?.scope ?? [])
        default:
            call.scope.report(.forbidden(call.facts, requiredScope: []))
            return .none
        }
    }

    /// Records that a server has accepted the session's token, or the provider its refresh token.
    nonisolated func confirm(generation: Int, cause: Int?) {
        if currentToken.confirm(generation: generation, at: ClockReading(clock)) {
            journal.record(.verified, generation: generation, cause: cause)
        }
    }

    /// Reports that another kind of sign-in is asked for.
    nonisolated func stepUp(
        _ challenge: AuthenticationChallenge?, _ call: SessionCall
    ) -> AuthorizedResponse.Verdict {
        call.scope.report(
            .stepUpRequired(
                call.facts, acrValues: challenge?.acrValues ?? [], maxAge: challenge?.maxAge,
                claims: challenge?.claims))
        return .stepUp(challenge)
    }
}

extension AuthorizedResponse.Verdict {
    /// What the challenge asks for.
    static func stepUp(_ challenge: AuthenticationChallenge?) -> Self {
        .stepUpRequired(
            acrValues: challenge?.acrValues ?? [], maxAge: challenge?.maxAge, claims: challenge?.claims)
    }
}
