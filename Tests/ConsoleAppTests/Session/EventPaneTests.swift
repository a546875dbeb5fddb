import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct EventPaneTests {
    private func console() -> Console {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        console.press(.escape)
        console.visit(.events)
        return console
    }

    private func verified(_ sequence: Int) -> Occurrence {
        .event(Samples.event(sequence, .injected(.sample("fault \(sequence)"))))
    }

    @Test func `statement 28: what arrives moves neither the selection nor the rows in sight`() throws {
        var console = console()
        console.press(.up, .up)
        let selected = console.model.screens.session.events.lines.selected?.sequence
        let visible = console.model.screens.session.events.lines.list.visible
        for sequence in 16..<316 { console.send(verified(sequence)) }
        #expect(console.model.screens.session.events.lines.selected?.sequence == selected)
        #expect(console.model.screens.session.events.lines.list.visible.lowerBound == visible.lowerBound)
        try expectWords(console.paneWords())
    }

    @Test func `what is cut of an event is shown by moving sideways, with its time and label in place`() throws {
        var console = console()
        let words = (1...30).map { "word\($0)" }.joined(separator: " ")
        console.send(.event(Samples.event(16, .injected(.sample(words)))))
        let before = console.rowWords
        try expectWords(before, "at first")
        for _ in 0..<50 { console.press(.right) }
        try expectWords(console.rowWords, "moved")
        for _ in 0..<50 { console.press(.left) }
        #expect(console.rowWords == before)
    }

    @Test func `F follows the newest event again`() {
        var console = console()
        console.press(.up)
        console.send(verified(16))
        console.press(.character("F"))
        #expect(console.model.screens.session.events.lines.selected?.sequence == 16)
        console.send(verified(17))
        #expect(console.model.screens.session.events.lines.selected?.sequence == 17)
    }

    @Test func `the oldest events are forgotten and the selection stays where it is`() {
        var console = console()
        for sequence in 16..<(16 + EventLog.capacity - 100) { console.send(verified(sequence)) }
        console.press(.up)
        let selected = console.model.screens.session.events.lines.selected?.sequence
        for sequence in (16 + EventLog.capacity - 100)..<(16 + EventLog.capacity + 200) {
            console.send(verified(sequence))
        }
        #expect(console.model.scene.history.rows.count <= EventLog.capacity)
        #expect(console.model.screens.session.events.lines.selected?.sequence == selected)
    }

    @Test func `a filter shows what holds all its words, and esc shows all again`() {
        var console = console()
        let all = console.model.screens.session.events.lines.list.rows.count
        console.press(.character("/"))
        console.type("invalid_grant refresh")
        #expect(console.model.screens.session.events.lines.list.rows.map(\.shown.event.sequence) == [13, 14])
        console.press(.enter, .escape)
        #expect(console.model.screens.session.events.lines.list.rows.count == all)
    }

    @Test func `c jumps to the cause, and shows it where it was hidden`() throws {
        var console = console()
        while console.model.screens.session.events.lines.selected?.sequence != 14 { console.press(.up) }
        var visited: [Int] = []
        for _ in 0..<4 {
            console.press(.character("c"))
            visited.append(console.model.screens.session.events.lines.selected?.sequence ?? 0)
        }
        #expect(visited == [13, 11, 10, 8])
        console.press(.character("c"))
        #expect(console.model.screens.session.events.lines.selected?.sequence == 8)
        try expectWords(console.noticeWords)
    }

    @Test func `c leads from the call that a loss began with to the fault that was injected`() {
        var console = Console()
        console.happen(Samples.peacefulEvents)
        let fault = console.happen(.injected(.sample("the session is revoked")))
        for event in Samples.lossEvents {
            let later = Samples.event(event.sequence + 1, event.kind, cause: event.cause.map { $0 + 1 })
            console.send(.event(later))
        }
        console.press(.escape)
        console.visit(.events)
        while console.model.screens.session.events.lines.selected?.sequence != 15 { console.press(.up) }
        var visited: [Int] = []
        for _ in 0..<5 {
            console.press(.character("c"))
            visited.append(console.model.screens.session.events.lines.selected?.sequence ?? 0)
        }
        #expect(visited == [14, 12, 11, 9, fault])
    }

    @Test func `enter opens the exchange behind an event`() {
        var console = console()
        for (sequence, exchange) in [(13, 3), (10, 2), (7, 1)] {
            while console.model.screens.session.events.lines.selected?.sequence != sequence { console.press(.up) }
            console.press(.enter)
            guard let details = console.dialog as? ExchangeDetails else {
                Issue.record("no exchange for event \(sequence)")
                return
            }
            #expect(details.exchange?.id == exchange)
            console.press(.escape)
        }
    }

    @Test func `enter on a fault that struck opens the message that it struck`() throws {
        var console = console()
        let expired = console.happen(.injected(.sample("the access token expires now")))
        func struck(_ message: Int) -> SessionEvent.Kind {
            .injected(
                InjectedFault(name: LabFault.networkOff.name, step: .struck, exchange: message, text: "no network"))
        }
        let fault = console.happen(struck(70))
        console.happen(.exchange(Samples.exchange(70, .request, url: "http://127.0.0.1/a", status: 200, body: nil)))
        console.happen(.exchange(Samples.exchange(71, .request, url: "http://127.0.0.1/b", status: 200, body: nil)))
        func open(_ sequence: Int) {
            while console.model.screens.session.events.lines.selected?.sequence != sequence { console.press(.up) }
            console.press(.enter)
        }
        open(fault)
        #expect((console.dialog as? ExchangeDetails)?.exchange?.id == 70, "\(console.text)")
        console.press(.escape)
        open(expired)
        #expect(console.dialog == nil)
        try expectWords(console.noticeWords, "no message")
        // Its message has no answer yet.
        let waiting = console.happen(struck(72))
        console.press(.character("F"))
        open(waiting)
        #expect(console.dialog == nil)
        try expectWords(console.noticeWords, "no answer yet")
    }

    @Test func `provider 2: enter on a rejected ID token shows its claims and why, and not the token`() throws {
        var console = console()
        // {"alg":"ES256"} and {"aud":"other"}
        let token = "eyJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJvdGhlciJ9.c2lnbmF0dXJl"
        let rejected = RejectedIDToken(token: Secret(token), reason: "aud is other, without console")
        console.send(.event(Samples.event(99, .idTokenRejected(rejected))))
        while console.model.screens.session.events.lines.selected?.sequence != 99 { console.press(.down) }
        console.press(.enter)
        try expectWords(console.dialogWords)
        #expect(!console.text.contains("eyJ") && !console.text.contains("c2lnbmF0dXJl"))
    }

    @Test func `an exchange shows both messages and no token`() throws {
        var console = console()
        while console.model.screens.session.events.lines.selected?.sequence != 13 { console.press(.up) }
        console.press(.enter)
        try expectSnapshot("exchange-120x36", console.picture())
    }

    /// Calls that a lost session answers alike, as a burst leaves them behind.
    private func refused(_ sequences: Range<Int>) -> [Occurrence] {
        sequences.map { sequence in
            let facts = RequestFacts(id: sequence, method: "GET", url: "https://api.example.com/orders")
            return .event(Samples.event(sequence, .requestFailed(facts, .sessionChanged)))
        }
    }

    @Test func `twenty equal lines are one, and what came before them stays in sight`() throws {
        var console = console()
        let lines = console.model.screens.session.events.lines.list.rows.count
        for message in refused(16..<36) { console.send(message) }
        #expect(console.model.screens.session.events.lines.list.rows.count == lines + 1)
        #expect(console.model.screens.session.events.lines.list.rows.last?.count == 20)
        #expect(console.model.screens.session.events.lines.selected?.sequence == 35)
        try expectWords(console.paneWords())
        console.send(verified(36))
        for message in refused(37..<39) { console.send(message) }
        #expect(console.model.screens.session.events.lines.list.rows.suffix(3).map(\.count) == [20, 1, 2])
    }

    @Test func `every single step is a line of its own, and each of the equal ones can be got at`() {
        var console = console()
        for message in refused(16..<36) { console.send(message) }
        console.send(.event(Samples.event(36, .injected(.sample("a fault")), cause: 20)))
        console.press(.character("c"))
        #expect(console.model.screens.session.events.lines.selected?.sequence == 20)
        #expect(console.model.screens.session.events.lines.list.rows.suffix(2).map(\.count) == [20, 1])
        console.press(.character("d"))
        #expect(console.model.screens.session.events.lines.selected?.sequence == 20)
        #expect(console.model.screens.session.events.lines.list.rows.allSatisfy { $0.count == 1 })
    }

    @Test func `a line that is looked at stands still while more of the same arrive`() {
        var console = console()
        for message in refused(16..<18) { console.send(message) }
        console.press(.up, .down)
        for message in refused(18..<36) { console.send(message) }
        #expect(console.model.screens.session.events.lines.selected?.sequence == 17)
        #expect(console.model.screens.session.events.lines.list.rows.last?.count == 20)
        console.press(.character("F"))
        #expect(console.model.screens.session.events.lines.selected?.sequence == 35)
    }
}
