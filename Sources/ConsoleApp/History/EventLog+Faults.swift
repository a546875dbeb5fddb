import SessionCore

extension EventLog {
    /// The faults that struck the messages of the refresh, or the message, that failed with this error.
    ///
    /// Only the latest refresh and the latest message of the error's purpose are considered.
    func faults(behind error: SessionError) -> [Fault] {
        var error = error
        while case .backingOff(_, let failure) = error { error = failure }
        let faults = faults(ofRefreshWith: error)
        return faults.isEmpty ? self.faults(ofMessageWith: error) : faults
    }

    private func faults(ofMessageWith error: SessionError) -> [Fault] {
        guard case .transport(let failure, let purpose) = error else { return [] }
        let exchange = rows.reversed().lazy.compactMap(\.event.exchange).first { $0.purpose == purpose }
        guard let exchange, exchange.outcome == .failed(failure) else { return [] }
        return exchange.faults.compactMap(Fault.init(name:))
    }

    private func faults(ofRefreshWith error: SessionError) -> [Fault] {
        let failed = rows.last { row in
            if case .refreshFailed = row.event.kind { true } else { false }
        }
        guard let failed, case .refreshFailed(let failure, _) = failed.event.kind, failure == error,
            let start = failed.event.cause
        else { return [] }
        var names: [String] = []
        for row in rows.reversed() where row.event.cause == start {
            if case .exchange(let exchange) = row.event.kind { names = exchange.faults + names }
            if row.event.sequence < start { break }
        }
        return names.compactMap(Fault.init(name:))
    }

    /// Whether the latest refresh since a fault was armed kept the refresh token.
    func hasUnrotatedRefresh(since fault: Fault) -> Bool {
        for row in rows.reversed() {
            switch row.event.kind {
            case .refreshed(let tokens, _, let replaced):
                return replaced == nil || replaced == tokens.refresh?.fingerprint
            case .injected(let injected) where injected.name == fault.name && injected.step == .armed: return false
            case .configured, .signInStarted, .signedIn, .signInFailed, .devicePollPending, .authorizationRequested,
                .authorizationAnswered, .strayRedirect, .idTokenRejected, .requestStarted, .requestFinished,
                .requestFailed, .exchange, .unauthorized, .forbidden, .stepUpRequired, .refreshStarted,
                .refreshFailed, .refreshRejected, .suspected, .adoptedFromStore, .userInfoFetched, .verified,
                .signedOut, .forcedOut, .endedElsewhere, .revoked, .revocationNotOffered, .revocationRefused,
                .revocationPending, .storeFailed, .storeWarning, .ignoredLateAnswer, .injected:
                continue
            }
        }
        return false
    }

    /// Whether the session's refresh token has been replaced since its sign-in.
    var hasRotation: Bool {
        var newest: Fingerprint?
        for row in rows.reversed() {
            let tokens: SessionTokens
            switch row.event.kind {
            case .refreshed(let renewed, _, let replaced):
                if let replaced, let current = renewed.refresh, current.fingerprint != replaced { return true }
                tokens = renewed
            case .signedIn(_, let new), .adoptedFromStore(let new): tokens = new
            case .configured, .signInStarted, .signInFailed, .devicePollPending, .authorizationRequested,
                .authorizationAnswered, .strayRedirect, .idTokenRejected, .requestStarted, .requestFinished,
                .requestFailed, .exchange, .unauthorized, .forbidden, .stepUpRequired, .refreshStarted,
                .refreshFailed, .refreshRejected, .suspected, .userInfoFetched, .verified, .signedOut, .forcedOut,
                .endedElsewhere, .revoked, .revocationNotOffered, .revocationRefused, .revocationPending,
                .storeFailed, .storeWarning, .ignoredLateAnswer, .injected:
                continue
            }
            if let newest, let older = tokens.refresh, older.fingerprint != newest { return true }
            newest = newest ?? tokens.refresh?.fingerprint
            if case .signedIn = row.event.kind { return false }
        }
        return false
    }
}
