import ConsoleFaults
import SessionCore

extension EventLog {
    /// The faults that struck the messages of the refresh, or the message, that failed with this error.
    ///
    /// Only the latest refresh and the latest message of the error's purpose are considered.
    func faults(behind error: SessionError) -> [LabFault] {
        var error = error
        while case .backingOff(_, let failure) = error { error = failure }
        if case .unsupported = error, isRefreshTokenDropped { return [.droppedRefreshToken] }
        let faults = faults(ofRefreshWith: error)
        return faults.isEmpty ? self.faults(ofMessageWith: error) : faults
    }

    /// The latest fault before an event that had a part in it, or in the loss of the session that the event led to.
    ///
    /// `nil` where none had, and for what did not fail.
    func fault(behind event: SessionEvent) -> SessionEvent? {
        let failure = event.kind.traits.outcome == .failure ? event : nil
        guard let ending = loss(after: event) ?? failure else { return nil }
        return events.steps(to: ending).last { step in
            if case .injected = step.kind { step.sequence < event.sequence } else { false }
        }
    }

    /// The message that a fault struck before an event that failed, where both have the same cause.
    func struckMessage(before event: SessionEvent) -> SessionEvent? {
        guard let cause = event.cause, event.kind.traits.outcome == .failure else { return nil }
        return events.last {
            $0.cause == cause && $0.sequence > cause && $0.sequence < event.sequence
                && $0.exchange?.faults.isEmpty == false
        }
    }

    /// Where the latest of the faults was armed that struck an event's message; `nil` if none did.
    func arming(ofFaultsIn event: SessionEvent) -> SessionEvent? {
        guard let names = event.exchange?.faults, !names.isEmpty else { return nil }
        return events.last { earlier in
            guard case .injected(let fault) = earlier.kind, earlier.sequence < event.sequence else { return false }
            return fault.step == .armed && names.contains(fault.name)
        }
    }

    /// The event that tells of the fault that struck a message.
    func strike(of message: Int) -> SessionEvent? {
        events.last { if case .injected(let fault) = $0.kind { fault.exchange == message } else { false } }
    }

    /// The end of the session against the user's will that goes back to the same beginning as an event.
    private func loss(after event: SessionEvent) -> SessionEvent? {
        let beginning = events.chain(to: event)[0].sequence
        return events.first { later in
            guard case .forcedOut = later.kind, later.sequence >= event.sequence else { return false }
            return events.chain(to: later)[0].sequence == beginning
        }
    }

    /// Whether the session has no refresh token because a fault dropped it at the sign-in.
    private var isRefreshTokenDropped: Bool {
        let signIn = events.lastIndex { if case .signedIn = $0.kind { true } else { false } }
        guard let signIn, case .signedIn(_, let tokens) = events[signIn].kind, tokens.refresh == nil else {
            return false
        }
        for event in events[..<signIn].reversed() {
            if case .injected(let fault) = event.kind, fault.name == LabFault.droppedRefreshToken.name {
                return fault.step == .struck
            }
            if case .signInStarted = event.kind { return false }
        }
        return false
    }

    private func faults(ofMessageWith error: SessionError) -> [LabFault] {
        guard case .transport(let failure, let purpose) = error else { return [] }
        let exchange = events.reversed().lazy.compactMap(\.exchange).first { $0.purpose == purpose }
        guard let exchange, exchange.outcome == .failed(failure) else { return [] }
        return exchange.faults.compactMap(LabFault.init(name:))
    }

    private func faults(ofRefreshWith error: SessionError) -> [LabFault] {
        let failed = events.last { if case .refreshFailed = $0.kind { true } else { false } }
        guard let failed, case .refreshFailed(let failure, _) = failed.kind, failure == error, let start = failed.cause
        else { return [] }
        var names: [String] = []
        for event in events.reversed() where event.cause == start {
            if case .exchange(let exchange) = event.kind { names = exchange.faults + names }
            if event.sequence < start { break }
        }
        return names.compactMap(LabFault.init(name:))
    }

    /// Whether the latest refresh since a fault was armed kept the refresh token.
    func hasUnrotatedRefresh(since fault: LabFault) -> Bool {
        for event in events.reversed() {
            switch event.kind {
            case .refreshed(let tokens, _, let replaced):
                return replaced == nil || replaced == tokens.refresh?.fingerprint
            case .injected(let injected) where injected.name == fault.name && injected.step == .armed: return false
            default:
                continue
            }
        }
        return false
    }

    /// Whether the session's refresh token has been replaced since its sign-in.
    var hasRotation: Bool {
        var newest: Fingerprint?
        for event in events.reversed() {
            guard let tokens = event.kind.traits.tokens else { continue }
            if case .refreshed(_, _, let replaced?) = event.kind, let current = tokens.refresh,
                current.fingerprint != replaced
            {
                return true
            }
            if let newest, let older = tokens.refresh, older.fingerprint != newest { return true }
            newest = newest ?? tokens.refresh?.fingerprint
            if case .signedIn = event.kind { return false }
        }
        return false
    }
}
