import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventJournalTests {
    /// Whoever leaves does so while the runtime holds a lock of its task, which an event that wakes the task needs as
    /// well.
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

    @Test(arguments: [0, 1, 9, 10, 11, 14, 20, 27])
    func `the latest events are kept in order, and no more than there is room for`(count: Int) {
        let journal = EventJournal(clock: TestClock(), capacity: 10)
        for number in 0..<count { #expect(journal.record(.verified, generation: number) == number + 1) }
        let kept = Array(max(1, count - 9)..<(count + 1))
        #expect(journal.kept.map(\.sequence) == kept)
        #expect(journal.kept.map(\.generation) == kept.map { $0 - 1 })
    }

    @Test func `an event has the clock's time, its generation and its cause`() throws {
        let clock = TestClock()
        let journal = EventJournal(clock: clock)
        clock.advance(by: .seconds(5))
        journal.record(.injected(.sample("x")), generation: 3, cause: 7)
        let event = try #require(journal.kept.first)
        #expect(
            event
                == SessionEvent(
                    sequence: 1, time: clock.now, uptime: clock.uptime, generation: 3, cause: 7,
                    kind: .injected(.sample("x"))))
    }

    @Test func `a late subscriber gets the kept events, oldest first, and then each as it happens`() async {
        let journal = EventJournal(clock: TestClock(), capacity: 10)
        for _ in 0..<14 { journal.record(.verified, generation: 0) }
        var events = journal.events().makeAsyncIterator()
        journal.record(.verified, generation: 0)
        for sequence in 5...15 { #expect(await events.next()?.sequence == sequence) }
    }

    @Test func `a subscriber that falls behind misses the oldest events`() async {
        let journal = EventJournal(clock: TestClock(), capacity: 10)
        var events = journal.events().makeAsyncIterator()
        for _ in 0..<50 { journal.record(.verified, generation: 0) }
        #expect(await events.next()?.sequence == 31)
        #expect(await events.next()?.sequence == 32)
    }

    @Test func `a journal that keeps nothing is heard by a subscriber alone, and by no later one`() async {
        let journal = EventJournal(clock: TestClock(), capacity: 0, backlog: 3)
        #expect(!journal.isHeard)
        journal.record(.verified, generation: 0)
        var events = journal.events().makeAsyncIterator()
        #expect(journal.isHeard && journal.kept.isEmpty)
        for _ in 0..<4 { journal.record(.verified, generation: 0) }
        for sequence in 3...5 { #expect(await events.next()?.sequence == sequence) }
        #expect(journal.kept.isEmpty)
    }

    @Test func `exchanges are counted from 1`() {
        let journal = EventJournal(clock: TestClock())
        #expect((0..<3).map { _ in journal.nextExchange() } == [1, 2, 3])
    }
}
