import SessionCore

extension EventLog {
    /// The faults that struck the messages of the latest refresh that failed with this error; none where it was another.
    func faults(behind error: SessionError) -> [Fault] {
        var error = error
        while case .backingOff(_, let failure) = error { error = failure }
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
            default: continue
            }
            if let newest, let older = tokens.refresh, older.fingerprint != newest { return true }
            newest = newest ?? tokens.refresh?.fingerprint
            if case .signedIn = row.event.kind { return false }
        }
        return false
    }
}
