import FoundationEssentials

extension Session {
    /// A request to the revocation endpoint that is under way.
    struct Revocation {
        let outcome: SharedOutcome<TokenRevocation.Outcome>
        let work: Task<Void, Never>
        let deadline: Task<Void, Never>
    }

    /// How long the tokens of one session may take to be revoked before they are left for later.
    static let revocationDeadline = Duration.seconds(10)

    /// Revokes tokens of a session that is over; those of which the provider can't be told stay owed.
    ///
    /// The outcome tells what became of each. It comes after ten seconds at the latest, and the store knows it then.
    @discardableResult
    func startRevoking(
        _ tokens: [OwedRevocation], generation: Int, cause: Int?, isRepeated: Bool = false
    ) -> SharedOutcome<[TokenRevocation]> {
        let told = SharedOutcome<[TokenRevocation]>()
        let id = ObjectIdentifier(told)
        owed.owe(tokens)
        revocationWork[id] = Task {
            let scope = scope(generation: generation, cause: cause)
            let results = await revoke(tokens, scope)
            for (item, result) in zip(tokens, results) {
                guard case .pending(let error) = result.outcome else {
                    owed.settle(item.token)
                    continue
                }
                if !isRepeated { scope.report(.revocationPending(result.token, error)) }
            }
            await storeOwed()
            revocationWork[id] = nil
            told.finish(.success(results))
        }
        return told
    }

    /// Asks the provider to revoke tokens, one after the other; once one can't be told the rest are not tried.
    func revoke(_ tokens: [OwedRevocation], _ scope: EventScope) async -> [TokenRevocation] {
        let end = clock.uptime + Self.revocationDeadline
        var unreachable: [RecordOwner: SessionError] = [:]
        var results: [TokenRevocation] = []
        for item in tokens {
            var outcome: TokenRevocation.Outcome
            if let error = unreachable[item.owner] {
                outcome = .pending(error)
            } else {
                outcome = (try? await revoke(item, until: end, scope).value()) ?? .pending(.cancelled)
            }
            if case .pending(let error) = outcome { unreachable[item.owner] = error }
            results.append(TokenRevocation(kind: item.kind, token: item.token.fingerprint, outcome: outcome))
        }
        return results
    }

    /// Asks the token's own provider to revoke it: one request, however many ask for it at once.
    private func revoke(
        _ item: OwedRevocation, until end: Duration, _ scope: EventScope
    ) -> SharedOutcome<TokenRevocation.Outcome> {
        if let running = revocations[item.token] { return running.outcome }
        let outcome = SharedOutcome<TokenRevocation.Outcome>()
        if let answered = answeredRevocations.last(where: { $0.token == item.token }) {
            outcome.finish(.success(answered.outcome))
            return outcome
        }
        let provider = provider(of: item.owner, scope)
        let work = Task {
            let result: Result<Void, SessionError>
            do throws(SessionError) {
                try await RevocationEndpoint(provider).revoke(item.token, kind: item.kind)
                result = .success(())
            } catch {
                result = .failure(presentable(error))
            }
            guard revocations[item.token]?.outcome === outcome else { return }
            finishRevocation(of: item.token, self.outcome(of: result, for: item, scope))
        }
        let deadline = Task { [clock] in
            guard (try? await clock.sleep(for: max(end - clock.uptime, .zero))) != nil else { return }
            if revocations[item.token]?.outcome === outcome { giveUpRevocation(of: item.token) }
        }
        revocations[item.token] = Revocation(outcome: outcome, work: work, deadline: deadline)
        return outcome
    }

    /// The provider as the owner of a token speaks to it; another owner's as a public client would.
    private func provider(of owner: RecordOwner, _ scope: EventScope) -> Provider {
        if owner == self.owner { return provider(scope) }
        var client = ClientConfiguration(issuer: owner.issuer, clientID: owner.clientID)
        client.allowsPlainHTTP = self.client.allowsPlainHTTP
        return Provider(
            configuration: client, directory: ProviderDirectory(configuration: client),
            channel: Channel(transport: transport, clock: clock, randomness: randomness, scope: scope))
    }

    /// What the answer means, as an event too.
    ///
    /// A refusal settles the matter for tokens of this client only: another one may have a secret to show.
    private func outcome(
        of result: Result<Void, SessionError>, for item: OwedRevocation, _ scope: EventScope
    ) -> TokenRevocation.Outcome {
        var outcome = TokenRevocation.Outcome(result)
        if case .failure(let error) = result, item.owner != owner { outcome = .pending(error) }
        switch outcome {
        case .revoked: scope.report(.revoked(item.token.fingerprint))
        case .notOffered: scope.report(.revocationNotOffered(item.token.fingerprint))
        case .refused(let error): scope.report(.revocationRefused(item.token.fingerprint, error))
        case .pending: break
        }
        return outcome
    }

    /// Ends the revocations under way, which leaves them for later.
    func giveUpRevocations() {
        for token in revocations.keys { giveUpRevocation(of: token) }
    }

    private func giveUpRevocation(of token: Secret) {
        finishRevocation(of: token, .pending(.transport(.timedOut(.waiting), during: .revocation)))
    }

    private func finishRevocation(of token: Secret, _ result: TokenRevocation.Outcome) {
        guard let revocation = revocations.removeValue(forKey: token) else { return }
        revocation.work.cancel()
        revocation.deadline.cancel()
        if result.isSettled {
            answeredRevocations.append((token, result))
            if answeredRevocations.count > OwedRevocations.limit { answeredRevocations.removeFirst() }
        }
        revocation.outcome.finish(.success(result))
    }

    /// Revokes what a response brought for a session that is gone.
    func discard(_ response: TokenResponse, generation: Int, cause: Int?) {
        let tokens = owing(refresh: response.refreshToken, access: response.accessToken)
        startRevoking(tokens, generation: generation, cause: cause)
    }

    /// A session's tokens as they are to be revoked: the refresh token first.
    func owing(refresh: Secret?, access: Secret, owner: RecordOwner? = nil) -> [OwedRevocation] {
        let (since, owner) = (clock.now, owner ?? self.owner)
        let refresh = refresh.map { OwedRevocation(token: $0, kind: .refresh, since: since, owner: owner) }
        return [refresh].compactMap(\.self)
            + [OwedRevocation(token: access, kind: .access, since: since, owner: owner)]
    }
}

extension Session {
    private var ownRevocations: [OwedRevocation] { owed.all.filter { $0.owner == owner } }

    /// Begins to send the revocations that were left for later; called when the provider has just been heard from.
    func startPendingRevocations() {
        let tokens = ownRevocations
        guard !tokens.isEmpty, pendingWork == nil else { return }
        let told = startRevoking(tokens, generation: machine.generation, cause: nil, isRepeated: true)
        pendingWork = Task {
            _ = try? await told.value()
            pendingWork = nil
        }
    }

    /// Tells the provider now of the tokens that it could not be told of when they were given up.
    ///
    /// A session does so by itself whenever it has heard from the provider. Answers whether there were any, and none is
    /// left.
    public func sendPendingRevocations() async -> Bool {
        guard !ownRevocations.isEmpty else { return false }
        startPendingRevocations()
        await pendingWork?.value
        return ownRevocations.isEmpty
    }

    /// Waits for the revocations that are under way; call it before the program exits.
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

    /// Writes the list of owed revocations into the store, beside whatever is there, where it has changed.
    ///
    /// A record of another client is left as it is.
    private func storeOwed() async {
        guard owed.needsWriting else { return }
        do {
            // Without the lock they stay owed, and the next write of the record takes them along.
            try await working(under: try await lockStore(within: Self.patience)) { () async throws in
                let found = try await readRecord(isLocked: true)
                switch found {
                case .foreign, .newer: return
                case .none, .setAside: try await write(nil, revision: 0, over: found)
                case .record(let record):
                    guard owed.merged(with: record.owed) != record.owed else {
                        owed.noteStored(record.owed)
                        return
                    }
                    // The session's own revision stays: nothing of it has changed.
                    try await write(record.entry, end: record.end, revision: record.revision, over: found)
                }
            }
        } catch {
            report(storeFailure: StoreError(error))
        }
    }
}
