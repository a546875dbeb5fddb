extension SessionError {
    /// The error without secrets in what came from outside, and with that cut to what is shown.
    package func scrubbed(by scrubber: Scrubber) -> SessionError {
        switch self {
        case .invalidConfiguration(let setting, let reason):
            .invalidConfiguration(setting: setting, reason: scrubber.text(reason))
        case .backingOff(let delay, let failure): .backingOff(retryAfter: delay, after: failure.scrubbed(by: scrubber))
        case .sessionExpired(let end): .sessionExpired(end.scrubbed(by: scrubber))
        case .transport(let error, let purpose): .transport(error.scrubbed(by: scrubber), during: purpose)
        case .refused(let error, let purpose): .refused(error.scrubbed(by: scrubber), during: purpose)
        case .unintelligible(let part, let purpose): .unintelligible(scrubber.text(part), during: purpose)
        case .untrustworthy(let check, let purpose): .untrustworthy(scrubber.text(check), during: purpose)
        case .unsupported(let what): .unsupported(scrubber.text(what))
        case .originNotAllowed(let origin): .originNotAllowed(scrubber.text(origin))
        case .relativeURL(let url): .relativeURL(scrubber.text(url))
        case .insecureURL(let url): .insecureURL(scrubber.text(url))
        case .authorizationResponseMismatch(let part): .authorizationResponseMismatch(scrubber.text(part))
        case .signInDenied(let error): .signInDenied(error.scrubbed(by: scrubber))
        case .store(let error): .store(error.scrubbed(by: scrubber))
        case .server(let status, let purpose, let delay, let reason):
            .server(status: status, during: purpose, retryAfter: delay, reason: reason.map(scrubber.reason))
        case .notConfigured, .alreadyConfigured, .noSession, .noUser, .sessionChanged, .signInTimedOut, .cancelled:
            self
        }
    }
}

extension Scrubber {
    /// What the body of an error says, as far as it is shown.
    fileprivate func reason(_ text: String) -> String { self.text(text, limit: 200) }
}

extension OAuthError {
    func scrubbed(by scrubber: Scrubber) -> OAuthError {
        var error = OAuthError(
            code: scrubber.text(code, limit: 256), detail: detail.map { scrubber.text($0) },
            uri: uri.map { scrubber.text($0) }, status: status)
        error.listedScope = scrubber.list(listedScope)
        return error
    }
}

extension RefreshRefusal {
    func scrubbed(by scrubber: Scrubber) -> RefreshRefusal {
        switch self {
        case .named(let error): .named(error.scrubbed(by: scrubber))
        case .unexplained(let status, let reason):
            .unexplained(status: status, reason: reason.map(scrubber.reason))
        }
    }
}

extension SessionEnd {
    func scrubbed(by scrubber: Scrubber) -> SessionEnd {
        switch self {
        case .refreshRejected(let refusal): .refreshRejected(refusal.scrubbed(by: scrubber))
        case .forcedOut(let request): .forcedOut(request: scrubber.text(request))
        case .foreignRecord(let record): .foreignRecord(record.scrubbed(by: scrubber))
        case .noStoredSession, .signedOut, .userInfoRejected, .expiredWithoutRefreshToken, .otherProcess, .storeLost:
            self
        }
    }
}

extension ForeignRecord {
    func scrubbed(by scrubber: Scrubber) -> ForeignRecord {
        switch self {
        case .client(let owner):
            .client(RecordOwner(issuer: scrubber.text(owner.issuer), clientID: scrubber.text(owner.clientID)))
        case .newerVersion: self
        }
    }
}

extension TransportError {
    func scrubbed(by scrubber: Scrubber) -> TransportError {
        switch self {
        case .couldNotResolve(let host): .couldNotResolve(host: scrubber.text(host))
        case .couldNotConnect(let host, let reason):
            .couldNotConnect(host: scrubber.text(host), reason: scrubber.text(reason))
        case .tls(let fault, let reason): .tls(fault, reason: scrubber.text(reason))
        case .brokenOff(let reason, let part):
            .brokenOff(scrubber.text(reason), after: part?.scrubbed(by: scrubber))
        case .redirectRefused(let reason, let part):
            .redirectRefused(scrubber.text(reason), after: part?.scrubbed(by: scrubber))
        case .timedOut(let phase, let part): .timedOut(phase, after: part?.scrubbed(by: scrubber))
        case .invalidRequest(let reason): .invalidRequest(scrubber.text(reason))
        case .outOfResources(let reason): .outOfResources(scrubber.text(reason))
        case .tooLarge(let limit, let part): .tooLarge(limit: limit, after: part?.scrubbed(by: scrubber))
        case .proxyRefused, .notTaken, .cancelled: self
        }
    }
}

extension PartialAnswer {
    func scrubbed(by scrubber: Scrubber) -> PartialAnswer {
        var scrubbed = HTTPAnswer(
            status: answer.status, headers: Redaction.headers(answer.headers, scrubber), body: nil,
            bodySize: answer.bodySize, version: answer.version, timings: answer.timings, connection: answer.connection,
            redirects: answer.redirects.compactMap { Redaction.redirect($0, scrubber) })
        scrubbed.reason = answer.reason.map { scrubber.text($0) }
        return PartialAnswer(scrubbed, receivedSize: receivedSize, expectedSize: expectedSize)
    }
}

extension StoreError {
    func scrubbed(by scrubber: Scrubber) -> StoreError {
        switch self {
        case .unreadable(let reason): .unreadable(scrubber.text(reason))
        case .damaged(let name, let reason): .damaged(setAsideAs: scrubber.text(name), reason: scrubber.text(reason))
        case .unwritable(let reason): .unwritable(scrubber.text(reason))
        case .locked(let holder): .locked(scrubber.text(holder))
        case .lockFailed(let reason): .lockFailed(scrubber.text(reason))
        case .noLocks(let reason): .noLocks(scrubber.text(reason))
        case .foreign(let record): .foreign(record.scrubbed(by: scrubber))
        case .newerSetAside(let name): .newerSetAside(as: scrubber.text(name))
        case .tooLarge: self
        }
    }
}

extension AuthenticationChallenge {
    func scrubbed(by scrubber: Scrubber) -> AuthenticationChallenge {
        var shown: [String: String] = [:]
        for (name, value) in parameters where shown.count < 32 {
            // In base64 they are shaped like a secret.
            let value = name == "claims" ? AuthenticationChallenge.decodedClaims(value) ?? value : value
            let isSecret = name != "realm" && SecretNames.contains(name)
            shown[scrubber.text(name, limit: 256)] = isSecret ? SecretNames.mask(value) : scrubber.text(value)
        }
        return AuthenticationChallenge(
            scheme: scrubber.text(scheme, limit: 256), parameters: shown, received: received.map { scrubber.text($0) },
            trustedIssuers: trustedIssuers)
    }
}

extension TokenOutcome {
    /// The outcome with its error as it may be shown; granted tokens stay as they are.
    func scrubbed(by scrubber: Scrubber) -> TokenOutcome {
        switch self {
        case .granted: self
        case .rejected(let error): .rejected(error.scrubbed(by: scrubber))
        case .doubtful(let refusal, let delay): .doubtful(refusal.scrubbed(by: scrubber), retryAfter: delay)
        case .refused(let error): .refused(error.scrubbed(by: scrubber))
        case .failed(let error): .failed(error.scrubbed(by: scrubber))
        case .unusable(let error, let tokens): .unusable(error.scrubbed(by: scrubber), tokens)
        }
    }
}
