import ClientObservation
import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClientScreenTests {
    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the first screen shows the sessions, the findings and their messages`(size: Size) throws {
        var frames = WorkspaceFrames(glyphs: .unicode)
        let desk = WatchedDesk(size: size)
        try expectSnapshot(
            "client-\(size.width)x\(size.height)", frames.draw(desk.workspace, size: size), styles: size.width == 80)
    }

    @Test func `the screens of a session are not there, and their keys say so`() throws {
        var desk = WatchedDesk()
        #expect(desk.model.screens.shown == .client)
        try expectWords(desk.workspace.picture.headerWords)
        desk.press("4")
        #expect(desk.model.screens.shown == .client)
        desk.press("2")
        #expect(desk.model.screens.shown == .flow)
        desk.press("1")
        #expect(desk.model.screens.shown == .client)
        var own = Console()
        own.type(":client")
        own.press(.enter)
        #expect(own.model.screens.shown == .session)
    }

    @Test func `braces go from finding to finding, and the screen is as it was then`() throws {
        var desk = WatchedDesk()
        #expect(desk.model.scene.clients.findings.count == 2 && desk.model.scene.clients.isOver)
        desk.press("{")
        #expect(desk.model.scene.clients.findings.map(\.id) == [1])
        try expectWords(desk.workspace.paneWords(SessionsPane.title))
        desk.press("}")
        #expect(desk.model.scene.clients.findings.count == 2)
    }

    @Test func `c says what is wrong and what a correct client does, and enter shows the messages`() throws {
        var desk = WatchedDesk()
        desk.press("c")
        try expectWords(desk.workspace.picture.dialogWords, "finding")
        desk.press(.escape, .enter)
        try expectWords(desk.workspace.picture.dialogWords, "first message")
        desk.press("]")
        try expectWords(desk.workspace.picture.dialogWords, "second message")
    }

    @Test func `the messages are those of what is selected, or all, and a filter picks some`() {
        var desk = WatchedDesk()
        let listed = { (desk: WatchedDesk) in desk.model.screens.client.messages.list.rows.map(\.exchange?.id) }
        #expect(listed(desk) == [2, 3])
        desk.press(.down)
        #expect(listed(desk) == [4])
        desk.press(.backTab)
        #expect(listed(desk) == [1, 2, 3])
        desk.press(.enter, "a")
        #expect(listed(desk) == [1, 2, 3, 4])
        desk.press("/")
        desk.type("4127")
        desk.press(.enter)
        #expect(listed(desk) == [3, 4])
        desk.press(.escape)
        #expect(listed(desk) == [1, 2, 3, 4])
    }

    @Test func `a click selects a finding, a message or a session, and gives its pane the focus`() {
        var desk = WatchedDesk()
        let isFindingHit = desk.click("– 14:02:12")
        #expect(isFindingHit && desk.model.screens.client.findings.selected?.id == 2)
        let isMessageHit = desk.click("GET /orders")
        #expect(isMessageHit && desk.model.screens.current.focusedPane == MessagesPane.title)
        let isSessionHit = desk.click("refused")
        #expect(isSessionHit && desk.model.screens.current.focusedPane == SessionsPane.title)
    }

    @Test func `help has every key of the screen, and none that needs a session`() throws {
        var desk = WatchedDesk()
        desk.press("?")
        let page = try #require(desk.model.shell.dialog as? HelpPage)
        let names = page.shown.compactMap(\.row).map(\.name)
        let rows = ClientScreen.rows.filter { $0.place != OutputPane.title.lowercased() }
        for row in rows { #expect(names.contains(row.name), "\(row.name)") }
        #expect(!names.contains(ShellAction.signIn.rawValue) && !names.contains(ScreenID.lab.rawValue))
    }

    @Test func `hostile names leave the frame whole`() {
        var story = WatchedStory(calls: 0)
        story.rename("王👩‍👩‍👧‍👦e\u{301}\u{1B}[31m")
        for size in [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)] {
            var desk = WatchedDesk(story, size: size)
            for key: Key in ["1", "2", "1", .tab, .tab] {
                desk.press(key)
                for line in desk.lines {
                    #expect(TextWidth.columns(of: line) <= size.width && !line.contains("\u{1B}"))
                }
            }
        }
    }

    @Test func `w saves the findings with their messages`() {
        var desk = WatchedDesk()
        desk.press("w")
        desk.press(.enter)
        guard case .session(0, .tool(.saveTicket(let ticket, let path)))? = desk.effects.first else {
            Issue.record("\(desk.effects)")
            return
        }
        #expect(ticket.clients.findings.count == 2 && ticket.events.count == 4 && path == "findings.md")
    }

    @Test func `Flow has a lane for each process, before the provider and the API`() throws {
        var desk = WatchedDesk()
        desk.press("2")
        #expect(
            desk.model.screens.flow.diagram.flow.lanes == [
                .client(Caller(name: "agent[4111]")), .client(Caller(name: "agent[4127]")), .provider, .api,
            ])
        let flow = desk.workspace.paneWords("Flow")
        try expectWords(together(flow.line(with: "agent[4111]"), flow.line(with: "refreshes")))
    }

    @Test func `what arrives moves neither the selection nor the messages that are shown`() {
        var model = Model(context: WatchedStory.context, now: WatchedStory.start, secondsFromUTC: 0)
        func send(_ message: Message) { _ = update(&model, message) }
        send(.terminal(.resized(Size(width: 120, height: 36))))
        let first = WatchedStory.finding(1, "parallel-refreshes", .warning, [1], at: 1)
        send(.happened(.clients(SeenChange(findings: [first]))))
        send(.terminal(.keyPressed(.down)))
        send(
            .happened(.clients(SeenChange(findings: [WatchedStory.finding(2, "no-challenge", .error, [2], at: 2)]))))
        #expect(model.screens.client.findings.list.rows.map(\.id) == [2, 1])
        #expect(model.screens.client.findings.selected?.id == 1)
    }

    @Test func `tokens of two sessions do not replace each other`() {
        var ledger = TokenLedger()
        for session in [1, 2] {
            let token = Secret("token-\(session)").fingerprint
            let tokens = SessionTokens(
                access: TokenStatus(fingerprint: token, obtainedAt: WatchedStory.start, expiry: .unknown), refresh: nil,
                idToken: nil, scope: nil)
            var event = SessionEvent(
                sequence: session, time: WatchedStory.start, generation: 0, cause: nil,
                kind: .signedIn(flow: "code", tokens))
            event.watched = WatchedSource(sender: "agent", session: session)
            ledger.observe(event)
        }
        #expect(
            ledger.heldLives.count == 2 && ledger.heldLives.allSatisfy { $0.successor == nil && $0.ancestor == nil })
    }
}
