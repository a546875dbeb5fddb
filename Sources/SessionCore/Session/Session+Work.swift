extension Session {
    /// The work that would be lost or left half done if the program exited now.
    public nonisolated var workUnderWay: Set<SessionWork> { ledger.running }

    /// From now on no refresh begins, nor a token request of a sign-in; call it before the program ends.
    ///
    /// Those that are under way go on: wait for them with ``finishWork(within:)``. Later ones fail with
    /// ``SessionError/cancelled``.
    public nonisolated func refuseNewWork() { ledger.close() }

    /// Holds refreshes and token requests of sign-ins back until ``resumeNewWork()``; call it before the program stops.
    public nonisolated func holdNewWork() { ledger.hold() }

    /// Starts the work that ``holdNewWork()`` held back.
    public nonisolated func resumeNewWork() { ledger.resume() }

    /// Waits for the work under way, writes to the store included, and returns what is not done within the limit.
    ///
    /// Call it before the program ends or stops, after ``refuseNewWork()`` or ``holdNewWork()``: a provider that has
    /// rotated a refresh token treats the one before as stolen, so that its answer must not be lost. Revocations that
    /// take longer than half the limit are left for a later run.
    public func finishWork(within limit: Duration) async -> Set<SessionWork> {
        let ledger = ledger
        guard !ledger.running.isEmpty else { return [] }
        let waiting = Task { await ledger.idle() }
        let timer = Task { [clock, revoker] in
            guard (try? await clock.sleep(for: limit / 2)) != nil else { return }
            revoker.giveUp()
            guard (try? await clock.sleep(for: limit / 2)) != nil else { return }
            waiting.cancel()
        }
        await withTaskCancellationHandler {
            await waiting.value
        } onCancel: {
            waiting.cancel()
        }
        timer.cancel()
        return ledger.running
    }
}
