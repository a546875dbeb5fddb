extension SessionEvent.Kind {
    /// The event without secrets in what came from outside, and with that cut to what is shown.
    func scrubbed(by secrets: KnownSecrets) -> SessionEvent.Kind {
        // Made only where it is needed: each of a request's events comes by here.
        var scrubber: Scrubber { secrets.scrubber }
        return switch self {
        case .configured(.noSession(let end)): .configured(.noSession(end.scrubbed(by: scrubber)))
        case .signedIn(let flow, let tokens): .signedIn(flow: flow, tokens.scrubbed(by: scrubber))
        case .signInFailed(let flow, let error): .signInFailed(flow: flow, error.scrubbed(by: scrubber))
        case .authorizationRequested(let message): .authorizationRequested(message.scrubbed(by: scrubber))
        case .authorizationAnswered(let message): .authorizationAnswered(message.scrubbed(by: scrubber))
        case .strayRedirect(let stray): .strayRedirect(stray.scrubbed(by: scrubber))
        case .idTokenRejected(let rejected): .idTokenRejected(rejected.scrubbed(by: scrubber))
        case .requestFailed(let facts, let error): .requestFailed(facts, error.scrubbed(by: scrubber))
        case .unauthorized(let facts, let challenge): .unauthorized(facts, challenge?.scrubbed(by: scrubber))
        case .forbidden(let facts, let scope): .forbidden(facts, requiredScope: scrubber.list(scope))
        case .stepUpRequired(let facts, let acrValues, let maxAge, let claims):
            .stepUpRequired(
                facts, acrValues: scrubber.list(acrValues), maxAge: maxAge, claims: claims.map { scrubber.text($0) })
        case .refreshed(let tokens, let access, let refresh):
            .refreshed(tokens.scrubbed(by: scrubber), replacedAccess: access, replacedRefresh: refresh)
        case .refreshFailed(let error, let delay): .refreshFailed(error.scrubbed(by: scrubber), retryAfter: delay)
        case .refreshRejected(let refusal, let token): .refreshRejected(refusal.scrubbed(by: scrubber), refresh: token)
        case .suspected(let suspicion, let token):
            .suspected(suspicion.scrubbed(by: scrubber), refresh: token)
        case .adoptedFromStore(let tokens): .adoptedFromStore(tokens.scrubbed(by: scrubber))
        case .userInfoFetched(let info): .userInfoFetched(info.summary(by: scrubber))
        case .signedOut(let end): .signedOut(end.scrubbed(by: scrubber))
        case .forcedOut(let end): .forcedOut(end.scrubbed(by: scrubber))
        case .endedElsewhere(let ending): .endedElsewhere(ending.scrubbed(by: scrubber))
        case .revocationRefused(let token, let error): .revocationRefused(token, error.scrubbed(by: scrubber))
        case .revocationPending(let token, let error): .revocationPending(token, error.scrubbed(by: scrubber))
        case .storeFailed(let error): .storeFailed(error.scrubbed(by: scrubber))
        case .storeWarning(let text): .storeWarning(scrubber.text(text))
        case .ignoredLateAnswer(let text): .ignoredLateAnswer(scrubber.text(text))
        case .injected(let fault): .injected(fault.scrubbed(by: scrubber))
        case .configured, .exchangeStarted, .exchange, .requestStarted, .requestFinished, .verified, .devicePollPending,
            .signInStarted,
            .refreshStarted, .revoked, .revocationNotOffered:
            self
        }
    }
}

extension Scrubber {
    /// A list of names, such as a scope, that is cut as a whole.
    func list(_ names: [String]) -> [String] {
        var room = Self.limit
        var shown: [String] = []
        for name in names {
            let name = text(name)
            room -= name.utf8.count + 1
            guard room >= 0 else { return shown + ["…"] }
            shown.append(name)
        }
        return shown
    }
}

extension InjectedFault {
    fileprivate func scrubbed(by scrubber: Scrubber) -> InjectedFault {
        InjectedFault(name: scrubber.text(name), step: step, exchange: exchange, text: scrubber.text(text))
    }
}

extension SessionTokens {
    func scrubbed(by scrubber: Scrubber) -> SessionTokens {
        var tokens = self
        tokens.scope = scope.map(scrubber.list)
        if let idToken { tokens.idToken?.trust = idToken.trust.scrubbed(by: scrubber) }
        return tokens
    }
}

extension AuthorizationMessage {
    func scrubbed(by scrubber: Scrubber) -> AuthorizationMessage {
        AuthorizationMessage(
            url: scrubber.text(url), parameters: scrubber.list(parameters), error: error.map { scrubber.text($0) },
            query: query.map { scrubber.text($0) })
    }
}

extension StrayRedirect {
    func scrubbed(by scrubber: Scrubber) -> StrayRedirect {
        guard case .error(let code?) = content else { return self }
        return StrayRedirect(source: source, flaw: flaw, content: .error(scrubber.text(code)))
    }
}

extension RejectedIDToken {
    func scrubbed(by scrubber: Scrubber) -> RejectedIDToken {
        RejectedIDToken(keeping: token, fingerprint: fingerprint, reason: scrubber.text(reason))
    }
}

extension SessionEnding {
    func scrubbed(by scrubber: Scrubber) -> SessionEnding {
        var ending = self
        ending.end = end.scrubbed(by: scrubber)
        ending.program = program.map { scrubber.text($0, limit: 256) }
        return ending
    }
}

extension SessionSuspicion {
    func scrubbed(by scrubber: Scrubber) -> SessionSuspicion {
        var suspicion = self
        suspicion.refusal = refusal.scrubbed(by: scrubber)
        return suspicion
    }
}

extension TokenTrust {
    func scrubbed(by scrubber: Scrubber) -> TokenTrust {
        switch self {
        case .verified(let algorithm, let keyID):
            .verified(
                algorithm: scrubber.knownSecrets(in: algorithm), keyID: keyID.map { scrubber.knownSecrets(in: $0) })
        case .failed(let reason): .failed(scrubber.text(reason))
        case .notChecked(let reason): .notChecked(scrubber.text(reason))
        }
    }
}

extension UserInfo {
    /// The claims without the session's own secrets, which some userinfo endpoint echoes; nothing else is changed.
    func withoutSecrets(of scrubber: Scrubber) -> UserInfo {
        UserInfo(
            subject: subject,
            claims: claims.map { claim in
                let value = scrubber.knownSecrets(in: claim.value, limit: claim.value.utf8.count)
                return value == claim.value ? claim : Claim(name: claim.name, summary: value, of: claim)
            })
    }

    /// The claims as an event has them: 32 KB in all, each cut.
    func summary(by scrubber: Scrubber) -> UserInfo {
        var room = 8 * Scrubber.limit
        var shown: [Claim] = []
        for claim in claims {
            let claim = Claim(name: scrubber.text(claim.name), summary: scrubber.text(claim.value), of: claim)
            room -= claim.name.utf8.count + claim.value.utf8.count
            guard room >= 0 else { break }
            shown.append(claim)
        }
        return UserInfo(subject: scrubber.text(subject), claims: shown)
    }
}
