import FoundationEssentials
import Synchronization

/// Asks providers to revoke tokens of sessions that have ended; those that can't be revoked now stay pending.
final class Revoker: Sendable {
    /// A request to the revocation endpoint that is under way.
    private struct Request {
        let outcome: SharedOutcome<TokenRevocation.Outcome>
        let work: Task<Void, Never>
        let deadline: Task<Void, Never>
    }

    private struct State {
        var requests: [Secret: Request] = [:]
        /// The latest tokens that the provider has answered for, so that none is sent twice.
        var answered: [(token: Secret, outcome: TokenRevocation.Outcome)] = []
        var work: [ObjectIdentifier: Task<Void, Never>] = [:]
    }

    /// How long the tokens of one session may take to be revoked before they are left for later.
    private static let deadline = Duration.seconds(10)

    private let access: Provider
    private let keeper: RecordKeeper
    private let journal: EventJournal
    private let ledger: WorkLedger
    private let state = Mutex(State())
    /// Revocations that were left for later and are being sent now.
    private let pending = SharedWork<RecordOwner, [TokenRevocation]>()

    init(access: Provider, keeper: RecordKeeper, journal: EventJournal, ledger: WorkLedger) {
        self.access = access
        self.keeper = keeper
        self.journal = journal
        self.ledger = ledger
    }

    /// Begins to revoke tokens of a session that has ended.
    ///
    /// The outcome comes after ten seconds at the latest. By then the store has the tokens that are still pending.
    @discardableResult
    func start(
        _ tokens: [PendingRevocation], _ scope: EventScope, isRepeated: Bool = false
    ) -> SharedOutcome<[TokenRevocation]> {
        let outcome = SharedOutcome<[TokenRevocation]>()
        let id = ObjectIdentifier(outcome)
        keeper.addPending(tokens)
        ledger.beginEnding(.revocation)
        state.withLock { state in
            state.work[id] = Task {
                let results = await revoke(tokens, scope)
                for (item, result) in zip(tokens, results) {
                    guard case .pending(let error) = result.outcome else {
                        keeper.settle(item.token)
                        continue
                    }
                    if !isRepeated { scope.report(.revocationPending(result.token, error)) }
                }
                await keeper.storePending()
                self.state.withLock { $0.work[id] = nil }
                ledger.end(.revocation)
                outcome.finish(.success(results))
            }
        }
        return outcome
    }

    /// Asks the provider to revoke tokens, one after the other; once one can't be sent the rest are not tried.
    func revoke(_ tokens: [PendingRevocation], _ scope: EventScope) async -> [TokenRevocation] {
        let end = access.clock.uptime + Self.deadline
        var unreachable: [RecordOwner: SessionError] = [:]
        var results: [TokenRevocation] = []
        for item in tokens {
            var outcome: TokenRevocation.Outcome
            if let error = unreachable[item.owner] {
                outcome = .pending(error)
            } else {
                outcome = (try? await request(for: item, until: end, scope).value()) ?? .pending(.cancelled)
            }
            if case .pending(let error) = outcome { unreachable[item.owner] = error }
            results.append(TokenRevocation(kind: item.kind, token: item.token.fingerprint, outcome: outcome))
        }
        return results
    }

    /// Sends one request for each token, however many callers revoke it at once.
    private func request(
        for item: PendingRevocation, until end: Duration, _ scope: EventScope
    ) -> SharedOutcome<TokenRevocation.Outcome> {
        state.withLock { state in
            if let running = state.requests[item.token] { return running.outcome }
            let outcome = SharedOutcome<TokenRevocation.Outcome>()
            if let answered = state.answered.last(where: { $0.token == item.token }) {
                outcome.finish(.success(answered.outcome))
                return outcome
            }
            let work = Task {
                let limit = TimeLimit(nil) { [weak self] in self?.isRunning(outcome, for: item.token) == false }
                let result = await ask(item, scope.within(limit))
                // After the deadline the answer comes too late to count.
                guard isRunning(outcome, for: item.token) else { return }
                finish(item.token, self.outcome(of: result, for: item, scope))
            }
            let deadline = Task { [clock = access.clock] in
                guard (try? await clock.sleep(for: max(end - clock.uptime, .zero))) != nil else { return }
                if isRunning(outcome, for: item.token) { giveUp(item.token) }
            }
            state.requests[item.token] = Request(outcome: outcome, work: work, deadline: deadline)
            return outcome
        }
    }

    private func ask(_ item: PendingRevocation, _ scope: EventScope) async -> Result<Void, SessionError> {
        let provider = access.channel(of: item.owner, scope)
        do throws(SessionError) {
            return .success(try await RevocationEndpoint(provider).revoke(item.token, kind: item.kind))
        } catch {
            return .failure(error.mapTexts(journal.secrets))
        }
    }

    /// The meaning of the answer, reported as an event.
    ///
    /// A refusal is final for tokens of this client only: another client may have a secret to show.
    private func outcome(
        of result: Result<Void, SessionError>, for item: PendingRevocation, _ scope: EventScope
    ) -> TokenRevocation.Outcome {
        var outcome = TokenRevocation.Outcome(result)
        if case .failure(let error) = result, item.owner != keeper.owner { outcome = .pending(error) }
        switch outcome {
        case .revoked: scope.report(.revoked(item.token.fingerprint))
        case .notOffered: scope.report(.revocationNotOffered(item.token.fingerprint))
        case .refused(let error): scope.report(.revocationRefused(item.token.fingerprint, error))
        case .pending: break
        }
        return outcome
    }

    private func isRunning(_ outcome: SharedOutcome<TokenRevocation.Outcome>, for token: Secret) -> Bool {
        state.withLock { $0.requests[token]?.outcome === outcome }
    }

    private func giveUp(_ token: Secret) {
        finish(token, .pending(.transport(.timedOut(.waiting), during: .revocation)))
    }

    private func finish(_ token: Secret, _ result: TokenRevocation.Outcome) {
        let request = state.withLock { state -> Request? in
            guard let request = state.requests.removeValue(forKey: token) else { return nil }
            if result.isSettled {
                state.answered.append((token, result))
                if state.answered.count > PendingRevocations.limit { state.answered.removeFirst() }
            }
            return request
        }
        request?.work.cancel()
        request?.deadline.cancel()
        request?.outcome.finish(.success(result))
    }
}

extension Revoker {
    /// Ends the requests under way, which leaves their tokens for later.
    func giveUp() {
        for token in state.withLock({ Array($0.requests.keys) }) { giveUp(token) }
    }

    /// Waits for the requests under way.
    func requestsUnderWay() async {
        for outcome in state.withLock({ $0.requests.values.map(\.outcome) }) { _ = try? await outcome.value() }
    }

    /// Waits for all requests under way; those not done within the limit stay pending.
    func finish(within limit: Duration) async {
        let work = state.withLock { Array($0.work.values) }
        guard !work.isEmpty else { return }
        let timer = Task { [clock = access.clock] in
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            giveUp()
        }
        for piece in work { await piece.value }
        timer.cancel()
    }

    private var own: [PendingRevocation] { keeper.pending.filter { $0.owner == keeper.owner } }

    /// Begins to send this client's revocations that were left for later; called after an answer of its provider.
    ///
    /// Returns the run that is under way; `nil` if no revocation is pending.
    @discardableResult
    func startPending(generation: Int) -> SharedOutcome<[TokenRevocation]>? {
        let tokens = own
        guard !tokens.isEmpty else { return nil }
        if let running = pending[keeper.owner] { return running }
        let outcome = start(tokens, EventScope(journal: journal, generation: generation), isRepeated: true)
        return pending.outcome(of: keeper.owner) { () async throws(SessionError) in try await outcome.value() }
    }

    /// Sends what was left for later; returns whether there was anything and none is left.
    func sendPending(generation: Int) async -> Bool {
        guard let run = startPending(generation: generation) else { return false }
        _ = try? await run.value()
        return own.isEmpty
    }
}
