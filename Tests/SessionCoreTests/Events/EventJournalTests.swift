import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventJournalTests {
    /// Whoever leaves does so while the runtime holds a lock of its task, which an event that wakes the task needs as well.
    @Test func `a subscriber may leave at the moment of an event`() async throws {
        let journal = EventJournal(clock: TestClock(), capacity: 10)
        for _ in 0..<3000 {
            let gate = Gate()
            let subscriber = Task.detached {
                for await _ in journal.events() { gate.open() }
            }
            journal.record(.verified, generation: 0)
            try await gate.passed()
            let start = Atomic(false)
            let event = Task.detached {
                while !start.load(ordering: .acquiring) {}
                journal.record(.verified, generation: 0)
            }
            start.store(true, ordering: .releasing)
            subscriber.cancel()
            await event.value
            await subscriber.value
        }
    }

    @Test func `a subscriber that has left is let go of with the next event`() async throws {
        let journal = EventJournal(clock: TestClock())
        let gate = Gate()
        let subscriber = Task {
            for await _ in journal.events() { gate.open() }
        }
        journal.record(.verified, generation: 0)
        try await gate.passed()
        #expect(journal.subscriberCount == 1)
        subscriber.cancel()
        await subscriber.value
        journal.record(.verified, generation: 0)
        #expect(journal.subscriberCount == 0)
    }
}
