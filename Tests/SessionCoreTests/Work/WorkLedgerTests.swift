import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct WorkLedgerTests {
    @Test func `work that was held begins again`() {
        let ledger = WorkLedger()
        ledger.hold()
        #expect(!ledger.begin(.refresh))
        ledger.resume()
        #expect(ledger.begin(.refresh) && ledger.running == [.refresh])
    }

    @Test(arguments: [true, false])
    func `hole: after the end nothing begins any more, although a program that was stopped goes on`(isHeld: Bool) async
    {
        let ledger = WorkLedger()
        if isHeld { ledger.hold() }
        ledger.close()
        ledger.hold()
        ledger.resume()
        #expect(!ledger.begin(.refresh) && ledger.running.isEmpty)
        #expect(await sessionFailure { () async throws(SessionError) in try await ledger.admission() } == .cancelled)
    }

    private func sessionFailure(_ work: () async throws(SessionError) -> Void) async -> SessionError? {
        do throws(SessionError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }
}
