extension SessionEvent.Kind: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> SessionEvent.Kind {
        switch self {
        case .configured(.noSession(let end)): .configured(.noSession(shown(end)))
        case .signedIn(let flow, let tokens): .signedIn(flow: flow, shown(tokens))
        case .signInFailed(let flow, let error): .signInFailed(flow: flow, shown(error))
        case .authorizationRequested(let message): .authorizationRequested(shown(message))
        case .authorizationAnswered(let message): .authorizationAnswered(shown(message))
        case .strayRedirect(let stray): .strayRedirect(shown(stray))
        case .idTokenRejected(let rejected): .idTokenRejected(shown(rejected))
        case .requestFailed(let facts, let error): .requestFailed(facts, shown(error))
        case .unauthorized(let facts, let challenge): .unauthorized(facts, shown(challenge))
        case .forbidden(let facts, let scope): .forbidden(facts, requiredScope: shown(scope))
        case .stepUpRequired(let facts, let acrValues, let maxAge, let claims):
            .stepUpRequired(facts, acrValues: shown(acrValues), maxAge: maxAge, claims: shown(claims))
        case .refreshed(let tokens, let access, let refresh):
            .refreshed(shown(tokens), replacedAccess: access, replacedRefresh: refresh)
        case .refreshFailed(let error, let delay): .refreshFailed(shown(error), retryAfter: delay)
        case .refreshRejected(let refusal, let token): .refreshRejected(shown(refusal), refresh: token)
        case .suspected(let suspicion, let token): .suspected(shown(suspicion), refresh: token)
        case .adoptedFromStore(let tokens): .adoptedFromStore(shown(tokens))
        case .userInfoFetched(let info): .userInfoFetched(shown(info))
        case .signedOut(let end): .signedOut(shown(end))
        case .forcedOut(let end): .forcedOut(shown(end))
        case .endedElsewhere(let ended): .endedElsewhere(shown(ended))
        case .revocationRefused(let token, let error): .revocationRefused(token, shown(error))
        case .revocationPending(let token, let error): .revocationPending(token, shown(error))
        case .storeFailed(let error): .storeFailed(shown(error))
        case .storeWarning(let text): .storeWarning(shown(text))
        case .ignoredLateAnswer(let text): .ignoredLateAnswer(shown(text))
        case .injected(let fault): .injected(shown(fault))
        // Their texts are without secrets from where they were made.
        case .configured(.unknown), .configured(.authenticated), .exchangeStarted, .exchange, .requestStarted,
            .requestFinished, .verified, .devicePollPending, .signInStarted, .refreshStarted, .revoked,
            .revocationNotOffered, .tokenGiven:
            self
        }
    }
}

extension InjectedFault: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> InjectedFault {
        InjectedFault(name: shown(name), step: step, exchange: exchange, text: shown(text))
    }
}

extension SessionTokens: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> SessionTokens {
        var tokens = self
        tokens.scope = shown(scope)
        if let idToken { tokens.idToken?.trust = shown(idToken.trust) }
        return tokens
    }
}

extension AuthorizationMessage: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> AuthorizationMessage {
        AuthorizationMessage(url: shown(url), parameters: shown(parameters), error: shown(error), query: shown(query))
    }
}

extension StrayRedirect: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> StrayRedirect {
        switch content {
        case .error(let code): StrayRedirect(source: source, flaw: flaw, content: .error(shown(code)))
        case .code, .nothing: self
        }
    }
}

extension RejectedIDToken: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> RejectedIDToken {
        RejectedIDToken(keeping: token, fingerprint: fingerprint, reason: shown(reason))
    }
}

extension EndedSession: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> EndedSession {
        var ended = self
        ended.end = shown(end)
        ended.program = shown(program, limit: 256)
        return ended
    }
}

extension SessionSuspicion: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> SessionSuspicion {
        var suspicion = self
        suspicion.refusal = shown(refusal)
        return suspicion
    }
}

extension TokenTrust: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> TokenTrust {
        switch self {
        case .verified(let algorithm, let keyID):
            .verified(algorithm: shown.publicText(algorithm), keyID: keyID.map { shown.publicText($0) })
        case .failed(let reason): .failed(shown(reason))
        case .notChecked(let reason): .notChecked(shown(reason))
        }
    }
}

/// The claims as an event has them: 32 KB in all, each cut.
extension UserInfo: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> UserInfo {
        var room = 8 * Scrubber.limit
        var claims: [Claim] = []
        for claim in self.claims {
            let claim = Claim(name: shown(claim.name), summary: shown(claim.value), of: claim)
            room -= claim.name.utf8.count + claim.value.utf8.count
            guard room >= 0 else { break }
            claims.append(claim)
        }
        return UserInfo(subject: shown(subject), claims: claims)
    }
}
