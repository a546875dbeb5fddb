import FoundationEssentials

extension Session {
    /// A revocation on its way.
    struct Revocation {
        let outcome: SharedOutcome<Void>
        let work: Task<Void, Never>
        let deadline: Task<Void, Never>
    }

    /// How long a revocation may take before it is left for later.
    private static let revocationDeadline = Duration.seconds(10)

    /// Tells the provider that a token is not wanted any more; one request, however many ask for it at once.
    func revoke(_ token: Secret, isRefreshToken: Bool, generation: Int, cause: Int?) -> SharedOutcome<Void> {
        if let running = revocations[token] { return running.outcome }
        let outcome = SharedOutcome<Void>()
        let scope = scope(generation: generation, cause: cause)
        let work = Task {
            let result: Result<Void, SessionError>
            do throws(SessionError) {
                try await RevocationEndpoint(provider(scope)).revoke(token, kind: isRefreshToken ? .refresh : .access)
                result = .success(())
            } catch {
                result = .failure(presentable(error))
            }
            guard revocations[token]?.outcome === outcome else { return }
            if case .success = result { scope.report(.revoked(token.fingerprint)) }
            finishRevocation(of: token, result)
        }
        let deadline = Task { [clock] in
            guard (try? await clock.sleep(for: Self.revocationDeadline)) != nil else { return }
            if revocations[token]?.outcome === outcome { giveUpRevocation(of: token) }
        }
        revocations[token] = Revocation(outcome: outcome, work: work, deadline: deadline)
        return outcome
    }

    /// Ends the revocations under way, which leaves them for later.
    func giveUpRevocations() {
        for token in revocations.keys { giveUpRevocation(of: token) }
    }

    private func giveUpRevocation(of token: Secret) {
        finishRevocation(of: token, .failure(.transport(.timedOut(.waiting), during: .revocation)))
    }

    private func finishRevocation(of token: Secret, _ result: Result<Void, SessionError>) {
        guard let revocation = revocations.removeValue(forKey: token) else { return }
        revocation.work.cancel()
        revocation.deadline.cancel()
        revocation.outcome.finish(result)
    }

    /// Revokes a token of a session that is over; where the provider can't be told now, it is told later.
    @discardableResult
    func startRevoking(
        _ token: Secret, isRefreshToken: Bool, generation: Int, cause: Int?
    ) -> SharedOutcome<Void> {
        let told = SharedOutcome<Void>()
        let revocation = revoke(token, isRefreshToken: isRefreshToken, generation: generation, cause: cause)
        let work = ObjectIdentifier(told)
        revocationWork[work] = Task {
            do throws(SessionError) {
                try await revocation.value()
            } catch {
                await keepForLater(token, isRefreshToken: isRefreshToken, error, generation: generation, cause: cause)
            }
            revocationWork[work] = nil
            told.finish(.success(()))
        }
        return told
    }

    private func keepForLater(
        _ token: Secret, isRefreshToken: Bool, _ error: SessionError, generation: Int, cause: Int?
    ) async {
        guard !error.settlesRevocation else { return }
        journal.record(.revocationPending(token.fingerprint, error), generation: generation, cause: cause)
        let pending = SessionRecord.PendingRevocation(token: token, isRefreshToken: isRefreshToken, since: clock.now)
        await changePending { list in
            if !list.contains(where: { $0.token == token }) { list.append(pending) }
            list.removeFirst(max(list.count - SessionRecord.pendingLimit, 0))
        }
    }

    /// Begins to send the revocations that were left for later; called when the provider has just been heard from.
    func startPendingRevocations() {
        guard !pendingRevocations.isEmpty, pendingWork == nil else { return }
        let generation = machine.generation
        let pending = pendingRevocations
        pendingWork = Task {
            for item in pending {
                do throws(SessionError) {
                    try await revoke(
                        item.token, isRefreshToken: item.isRefreshToken, generation: generation, cause: nil
                    ).value()
                } catch {
                    guard error.settlesRevocation else { break }
                }
                await changePending { $0.removeAll { $0.token == item.token } }
            }
            pendingWork = nil
        }
    }

    /// Tells the provider now of the tokens that it could not be told of when they were given up.
    ///
    /// A session does so by itself whenever it has heard from the provider. Answers whether there were any, and none is
    /// left.
    public func sendPendingRevocations() async -> Bool {
        guard !pendingRevocations.isEmpty else { return false }
        startPendingRevocations()
        await pendingWork?.value
        return pendingRevocations.isEmpty
    }

    /// Waits for the revocations that are on their way, for who is about to end the program.
    ///
    /// What is not done within the limit is kept in the store, and sent by a later run.
    public func finishRevocations(within limit: Duration) async {
        let work = Array(revocationWork.values) + [pendingWork].compactMap(\.self)
        guard !work.isEmpty else { return }
        let timer = Task { [clock] in
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            giveUpRevocations()
        }
        for piece in work { await piece.value }
        timer.cancel()
    }

    /// Changes the list in the store, beside whatever session is there.
    private func changePending(_ change: (inout [SessionRecord.PendingRevocation]) -> Void) async {
        let lock = try? await lockStore(within: Self.patience)
        storeWork += 1
        defer {
            storeWork -= 1
            lock?.release()
        }
        do {
            let found = try await readRecord(isLocked: true)
            var entry: SessionRecord.Entry?
            var revision = 0
            if case .record(let record) = found {
                pendingRevocations = record.pendingRevocations
                (entry, revision) = (record.entry, record.revision)
            }
            change(&pendingRevocations)
            // The session's own revision stays: nothing of it has changed.
            let record = record(entry, revision: revision)
            if record.isEmpty { try await store.remove() } else { try await store.write(record.encoded) }
        } catch {
            change(&pendingRevocations)
            report(storeFailure: (error as? StoreError) ?? .unwritable("\(error)"))
        }
    }
}

extension SessionError {
    /// Whether there is nobody to tell, or the provider has heard and said no: asking again changes nothing.
    ///
    /// Some providers let public clients revoke nothing and say so with a bare 401, where RFC 7009 §2.2.1 has an
    /// OAuth error.
    var settlesRevocation: Bool {
        switch self {
        case .unsupported, .refused: true
        case .server(let status, during: .revocation, _):
            (400..<500).contains(status) && status != 408 && status != 429
        default: false
        }
    }
}
