extension SessionError: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> SessionError {
        switch self {
        case .invalidConfiguration(let setting, let reason):
            .invalidConfiguration(setting: setting, reason: shown(reason))
        case .backingOff(let delay, let failure): .backingOff(retryAfter: delay, after: shown(failure))
        case .sessionExpired(let end): .sessionExpired(shown(end))
        case .transport(let error, let purpose): .transport(shown(error), during: purpose)
        case .refused(let error, let purpose): .refused(shown(error), during: purpose)
        case .unintelligible(let part, let purpose): .unintelligible(shown(part), during: purpose)
        case .untrustworthy(let check, let purpose): .untrustworthy(shown(check), during: purpose)
        case .unsupported(let what): .unsupported(shown(what))
        case .originNotAllowed(let origin): .originNotAllowed(shown(origin))
        case .relativeURL(let url): .relativeURL(shown(url))
        case .insecureURL(let url): .insecureURL(shown(url))
        case .authorizationResponseMismatch(let part): .authorizationResponseMismatch(shown(part))
        case .signInDenied(let error): .signInDenied(shown(error))
        case .store(let error): .store(shown(error))
        case .server(let status, let purpose, let delay, let reason):
            .server(status: status, during: purpose, retryAfter: delay, reason: shown(reason, limit: 200))
        case .notConfigured, .alreadyConfigured, .noSession, .noUser, .sessionChanged, .signInTimedOut, .cancelled:
            self
        }
    }
}

extension OAuthError: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> OAuthError {
        var error = OAuthError(
            code: shown.text(code, limit: 256), detail: shown(detail), uri: shown(uri), status: status)
        error.listedScope = shown(listedScope)
        return error
    }
}

extension RefreshRefusal: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> RefreshRefusal {
        switch self {
        case .named(let error): .named(shown(error))
        case .unexplained(let status, let reason): .unexplained(status: status, reason: shown(reason, limit: 200))
        }
    }
}

extension SessionEnd: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> SessionEnd {
        switch self {
        case .refreshRejected(let refusal): .refreshRejected(shown(refusal))
        case .forcedOut(let request): .forcedOut(request: shown(request))
        case .foreignRecord(let record): .foreignRecord(shown(record))
        case .noStoredSession, .signedOut, .userInfoRejected, .loggedOutByProvider, .expiredWithoutRefreshToken,
            .otherProcess, .storeLost:
            self
        }
    }
}

extension ForeignRecord: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> ForeignRecord {
        switch self {
        case .client(let owner): .client(RecordOwner(issuer: shown(owner.issuer), clientID: shown(owner.clientID)))
        case .newerVersion: self
        }
    }
}

extension TransportError: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> TransportError {
        switch self {
        case .couldNotResolve(let host): .couldNotResolve(host: shown(host))
        case .addressNotAllowed(let host, let kind): .addressNotAllowed(host: shown(host), kind)
        case .couldNotConnect(let host, let reason): .couldNotConnect(host: shown(host), reason: shown(reason))
        case .tls(let fault, let reason): .tls(fault, reason: shown(reason))
        case .brokenOff(let reason, let part): .brokenOff(shown(reason), after: shown(part))
        case .redirectRefused(let reason, let part): .redirectRefused(shown(reason), after: shown(part))
        case .timedOut(let phase, let part): .timedOut(phase, after: shown(part))
        case .invalidRequest(let reason): .invalidRequest(shown(reason))
        case .outOfResources(let reason): .outOfResources(shown(reason))
        case .tooLarge(let limit, let part): .tooLarge(limit: limit, after: shown(part))
        case .proxyRefused, .notTaken, .cancelled: self
        }
    }
}

extension StoreError: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> StoreError {
        switch self {
        case .unreadable(let reason): .unreadable(shown(reason))
        case .damaged(let name, let reason): .damaged(setAsideAs: shown(name), reason: shown(reason))
        case .unwritable(let reason): .unwritable(shown(reason))
        case .locked(let holder): .locked(shown(holder))
        case .lockFailed(let reason): .lockFailed(shown(reason))
        case .noLocks(let reason): .noLocks(shown(reason))
        case .foreign(let record): .foreign(shown(record))
        case .newerSetAside(let name): .newerSetAside(as: shown(name))
        case .tooLarge: self
        }
    }
}

extension AuthenticationChallenge: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> AuthenticationChallenge {
        var parameters: [String: String] = [:]
        for (name, value) in self.parameters where parameters.count < 32 {
            // In base64 they are shaped like a secret.
            let value = name == "claims" ? AuthenticationChallenge.decodedClaims(value) ?? value : value
            let isSecret = name != "realm" && SecretNames.contains(name)
            parameters[shown.text(name, limit: 256)] = isSecret ? SecretNames.mask(value) : shown(value)
        }
        return AuthenticationChallenge(
            scheme: shown.text(scheme, limit: 256), parameters: parameters, received: shown(received),
            trustedIssuers: trustedIssuers)
    }
}

/// Granted tokens stay as they are.
extension TokenOutcome: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> TokenOutcome {
        switch self {
        case .granted: self
        case .rejected(let error): .rejected(shown(error))
        case .doubtful(let refusal, let manner): .doubtful(shown(refusal), manner)
        case .refused(let error): .refused(shown(error))
        case .failed(let error): .failed(shown(error))
        case .unusable(let error, let tokens): .unusable(shown(error), tokens)
        }
    }
}
