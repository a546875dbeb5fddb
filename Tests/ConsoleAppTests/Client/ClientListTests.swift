import ClientObservation
import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

/// What arrives while something is selected on the screen of watched programs.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClientListTests {
    private var model = Model(context: WatchedStory.context, now: WatchedStory.start, secondsFromUTC: 0)
    private var sequence = 0

    init() { send(.terminal(.resized(Size(width: 120, height: 36)))) }

    private mutating func send(_ message: Message) { _ = update(&model, message) }
    private mutating func see(_ change: SeenChange) { send(.happened(.clients(change))) }
    private mutating func press(_ keys: Key...) { for key in keys { send(.terminal(.keyPressed(key))) } }

    /// Lets a call of a session end, which began so many seconds after the start.
    private mutating func call(_ id: Int, at offset: TimeInterval, session: Int = 1) {
        sequence += 1
        let exchange = HTTPExchange(
            id: id, purpose: .request, request: id, method: "GET", url: "https://api.example.com/orders/\(id)",
            requestHeaders: [:], requestBody: nil, sentAt: WatchedStory.start.addingTimeInterval(offset),
            duration: .milliseconds(90),
            outcome: .answered(
                .init(
                    status: 200, headers: [:], body: nil, bodySize: 0,
                    version: nil, timings: nil, connection: nil, redirects: [])))
        var event = SessionEvent(
            sequence: sequence, time: WatchedStory.start.addingTimeInterval(offset + 0.09), generation: 0, cause: nil,
            kind: .exchange(exchange))
        event.watched = WatchedSource(sender: "agent", session: session)
        send(.happened(.event(event)))
    }

    @Test func `of more sessions than are kept the latest are`() {
        var clients = SeenClients()
        for id in 1...(SeenClients.sessionLimit + 3) { clients.observe(SeenChange(sessions: [session(id)])) }
        #expect(clients.sessions.count == SeenClients.sessionLimit && clients.sessions.first?.id == 4)
        #expect(clients.sessionCount == SeenClients.sessionLimit + 3)
    }

    private func session(_ id: Int) -> SeenSession { SeenSession(id: id, client: "client \(id)") }

    private var screen: ClientScreen { model.screens.client }
    private var listed: [Int?] { screen.messages.list.rows.map { $0.exchange?.id } }
    private var selectedMessage: Int? { screen.messages.selected?.exchange?.id }

    private mutating func visit(_ title: String) {
        for _ in 0..<4 where model.screens.current.focusedPane != title { press(.tab) }
        #expect(model.screens.current.focusedPane == title)
    }

    @Test mutating func `the newest message is selected and in sight, until the selection moves up`() {
        for id in 1...40 { call(id, at: Double(id)) }
        #expect(selectedMessage == 40)
        visit(MessagesPane.title)
        press(.up)
        call(41, at: 41)
        #expect(selectedMessage == 39 && screen.messages.list.unseen == 1)
        press("F")
        #expect(selectedMessage == 41)
        press("F")
        call(42, at: 42)
        #expect(selectedMessage == 41)
    }

    @Test mutating func `messages are listed in the order in which they were sent`() {
        call(2, at: 0.071)
        call(1, at: 0.070)
        call(4, at: 0.080)
        call(3, at: 0.080)
        #expect(listed == [1, 2, 3, 4] && selectedMessage == 4)
        visit(MessagesPane.title)
        press(.up)
        call(0, at: 0.060)
        #expect(listed == [0, 1, 2, 3, 4] && selectedMessage == 3)
    }

    @Test mutating func `a message stays selected when the oldest are no longer kept`() {
        for id in 1...MessagesPane.capacity { call(id, at: Double(id)) }
        visit(MessagesPane.title)
        press(.up, .up)
        let selected = selectedMessage
        call(MessagesPane.capacity + 1, at: Double(MessagesPane.capacity) + 1)
        #expect(screen.messages.list.all.count < MessagesPane.capacity)
        #expect(selectedMessage == selected && selected == MessagesPane.capacity - 2)
    }

    @Test mutating func `esc while the filter is typed drops it`() {
        for id in 1...3 { call(id, at: Double(id)) }
        visit(MessagesPane.title)
        press("/", "o", "r", "d", "e", "r", "s", "/", "2")
        #expect(listed == [2])
        press(.escape)
        #expect(listed == [1, 2, 3] && model.screens.current.prompt == nil)
    }

    @Test mutating func `the messages stay those of the session while they have the focus`() {
        call(1, at: 1, session: 1)
        call(2, at: 2, session: 2)
        see(
            SeenChange(
                sessions: [session(1), session(2)],
                findings: [WatchedStory.finding(1, "no-challenge", .error, [2], at: 2)]))
        visit(SessionsPane.title)
        #expect(listed == [1])
        press(.enter)
        #expect(model.screens.current.focusedPane == MessagesPane.title && listed == [1])
        visit(FindingsPane.title)
        #expect(listed == [2])
        visit(MessagesPane.title)
        #expect(listed == [2])
    }

    @Test mutating func `a new session, or one that changes, leaves the selected one selected`() {
        see(SeenChange(sessions: [session(2), session(3)]))
        visit(SessionsPane.title)
        press(.down)
        see(SeenChange(sessions: [session(1), session(2), session(4)]))
        #expect(screen.sessions.selected?.id == 3 && screen.sessions.list.count == 4)
    }

    @Test mutating func `a new finding is selected, and one that is found again is not`() {
        func finding(_ id: Int, count: Int = 1) -> ClientFinding {
            WatchedStory.finding(id, "no-challenge", .error, [id], at: Double(id), count: count)
        }
        see(SeenChange(findings: [finding(1)]))
        see(SeenChange(findings: [finding(2)]))
        #expect(screen.findings.selected?.id == 2)
        see(SeenChange(findings: [finding(1, count: 2)]))
        #expect(screen.findings.selected?.id == 2)
        see(SeenChange(findings: [finding(3), finding(1, count: 3)]))
        #expect(screen.findings.selected?.id == 3)
        visit(FindingsPane.title)
        press(.up)
        see(SeenChange(findings: [finding(4)]))
        #expect(screen.findings.selected?.id == 2)
        press("F")
        #expect(screen.findings.selected?.id == 4)
        press("F")
        see(SeenChange(findings: [finding(5)]))
        #expect(screen.findings.selected?.id == 4)
    }

    @Test mutating func `the messages of a finding are those of its first and its last occurrence`() {
        for id in 1...3 { call(id, at: Double(id)) }
        var finding = WatchedStory.finding(1, "no-challenge", .error, [1], at: 1, count: 2)
        finding.last.messages = [3]
        see(SeenChange(findings: [finding]))
        visit(FindingsPane.title)
        #expect(listed == [1, 3])
    }
}
