import Synchronization

/// The part of one sign-in that must not end half done: from each token request to its refusal, or to the end of the
/// sign-in once tokens have come.
package final class SignInWork: Sendable {
    private let ledger: WorkLedger
    private let isUnderWay = Mutex(false)

    init(_ ledger: WorkLedger) {
        self.ledger = ledger
    }

    /// Throws ``SessionError/cancelled`` where the program is about to end.
    func begin() async throws(SessionError) {
        guard !isUnderWay.withLock({ $0 }) else { return }
        try await ledger.beginWhenAllowed(.signIn)
        isUnderWay.withLock { $0 = true }
    }

    func end() {
        let wasUnderWay = isUnderWay.withLock { isUnderWay in
            defer { isUnderWay = false }
            return isUnderWay
        }
        if wasUnderWay { ledger.end(.signIn) }
    }
}
