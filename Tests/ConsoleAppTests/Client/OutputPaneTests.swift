import ClientObservation
import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

/// The console on a program that runs in a terminal of its own.
private struct OutputDesk {
    private(set) var workspace: Workspace
    private(set) var effects: [WorkspaceEffect] = []
    private(set) var teletype = Teletype()
    /// The program's screen.
    private(set) var size = Size.zero

    init(size: Size = Size(width: 120, height: 36)) {
        var context = ConsoleContext(profile: "agent")
        context.stage = .watch
        context.hasCommand = true
        workspace = Workspace(Model(context: context, now: WatchedStory.start, secondsFromUTC: 0))
        send(.terminal(.resized(size)))
        tick()
    }

    mutating func send(_ message: WorkspaceMessage) {
        effects = update(&workspace, message)
        for case .session(_, .command(.resize(let size))) in effects {
            self.size = size
            teletype.resize(size)
        }
    }

    mutating func send(_ message: CommandMessage) { send(.session(0, .command(message))) }
    mutating func tick() { send(.terminal(.ticked(WatchedStory.start, secondsFromUTC: 0))) }
    mutating func press(_ keys: Key...) { for key in keys { send(.terminal(.keyPressed(key))) } }
    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    mutating func print(_ text: String) {
        teletype.feed(text.utf8)
        if let change = teletype.takeChange() { send(.printed(change)) }
    }

    mutating func focusOutput() { while model.screens.current.focusedPane != OutputPane.title { press(.tab) } }

    var model: Model { workspace.shownModel(0) }
    var pane: OutputPane { model.screens.client.output }
    var lines: [String] { workspace.picture.lines }
    var text: String { lines.joined(separator: "\n") }

    /// The keys that the last one sent to the program.
    var typed: [Key] { effects.compactMap { if case .session(_, .command(.type(let key))) = $0 { key } else { nil } } }
}

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OutputPaneTests {
    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the output has a pane, in the program's colours as far as they can be read`(size: Size) throws {
        var desk = OutputDesk(size: size)
        desk.print("> listening on 3000\r\n\u{1B}[31mError:\u{1B}[0m ENOENT 漢字\r\n10%\r20%\r")
        var frames = WorkspaceFrames(glyphs: .unicode)
        let picture = frames.draw(desk.workspace, size: size)
        #expect(picture.lines.contains { $0.contains("│ > listening on 3000") || $0.contains("┃ > listening on 3000") })
        #expect(picture.lines.contains { $0.contains("20%") } && !picture.lines.contains { $0.contains("10%") })
        let row = try #require(picture.lines.firstIndex { $0.contains("Error: ENOENT 漢字") })
        let column = try #require(picture.row(row).firstIndex { $0.grapheme == "E" && $0.style.role == .danger })
        #expect(picture.row(row)[column + 5].style == .danger && picture.row(row)[column + 7].style == .text)
    }

    @Test func `the program's screen is the pane's inside, also when that is zoomed`() {
        var desk = OutputDesk()
        #expect(desk.size == Size(width: 63, height: 13))
        desk.focusOutput()
        desk.press("f")
        #expect(desk.size == Size(width: 116, height: 31))
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        desk.tick()
        #expect(desk.size == Size(width: 76, height: 19))
    }

    @Test func `it follows the newest line until one moves up, and counts what is new`() {
        var desk = OutputDesk()
        desk.focusOutput()
        for number in 0..<40 { desk.print("line \(number)\r\n") }
        #expect(desk.text.contains("line 39") && !desk.text.contains("line 20 "))
        desk.press("g")
        #expect(desk.text.contains("line 0"))
        desk.print("more\r\nand more\r\n")
        #expect(desk.text.contains("line 0") && desk.text.contains("2 new") && !desk.text.contains("and more"))
        // A line that is written over is not news.
        desk.print("10%\r20%\r30%")
        #expect(desk.pane.list.unseen == 2)
        desk.press("F")
        #expect(desk.text.contains("30%") && desk.pane.list.unseen == 0)
    }

    @Test func `a search goes from match to match, also among lines that came since`() {
        var desk = OutputDesk()
        desk.focusOutput()
        desk.print("needle one\r\nhay\r\nneedle two\r\n")
        desk.press("g", "/")
        desk.type("needle")
        desk.press(.enter)
        #expect(desk.pane.selected?.text == "needle one" && desk.text.contains("\"needle\" 1 of 2"))
        desk.press("n")
        #expect(desk.pane.selected?.text == "needle two")
        desk.print("needle three\r\n")
        desk.press("n")
        #expect(desk.pane.selected?.text == "needle three" && desk.text.contains("3 of 3"))
        desk.press("n", "N")
        #expect(desk.pane.selected?.text == "needle three")
    }

    @Test func `while keys are typed all go to the program, and only ctrl-] comes back`() {
        var desk = OutputDesk()
        desk.focusOutput()
        desk.print("$ ")
        desk.press(.enter)
        #expect(desk.typed.isEmpty && desk.text.contains("TYPING ctrl-] stops"))
        #expect(desk.lines.last?.contains("ctrl-] stop typing") == true)
        let keys: [Key] = [
            "q", "Q", "1", "<", "{", ":", "?", .escape, .tab, .enter, .control("c"), .control("d"), .control("z"),
            .control("l"), .up, .paste("several\nlines"), .function(1),
        ]
        for key in keys {
            desk.press(key)
            #expect(desk.typed == [key])
        }
        #expect(desk.model.shell.dialog == nil && desk.model.screens.shown == .client)
        #expect(desk.workspace.picture.cursor != nil)
        desk.press(.control("]"))
        #expect(desk.typed.isEmpty && !desk.text.contains("TYPING"))
        desk.press("2")
        #expect(desk.typed.isEmpty && desk.model.screens.shown == .flow)
    }

    @Test func `the cursor is where the program has it`() throws {
        var desk = OutputDesk()
        desk.focusOutput()
        desk.press(.enter)
        desk.print("$ 漢x\u{1B}[D")
        let cursor = try #require(desk.workspace.picture.cursor)
        #expect(desk.lines[cursor.y].contains("$ 漢x"))
        #expect(cursor.x == 55 + 4)
    }

    @Test func `q asks while the program runs, and not afterwards`() {
        var desk = OutputDesk()
        desk.press("q")
        #expect(desk.text.contains("End the program?") && desk.text.contains("agent is still running."))
        desk.press("n")
        #expect(desk.model.shell.dialog == nil)
        desk.press("q", "y")
        #expect(desk.effects.contains { if case .session(_, .terminal(.quit)) = $0 { true } else { false } })
        desk.send(.ended(CommandEnd(status: 0, signal: nil)))
        desk.press("q")
        #expect(desk.effects.contains { if case .session(_, .terminal(.quit)) = $0 { true } else { false } })
    }

    @Test(arguments: [
        (CommandEnd(status: 0, signal: nil), " EXITED 0 ", "Output · exited 0"),
        (CommandEnd(status: 2, signal: nil), " EXITED 2 ", "Output · exited 2"),
        (CommandEnd(status: 139, signal: "SIGSEGV"), " ENDED BY SIGSEGV ", "Output · ended by SIGSEGV"),
    ])
    func `how it ended stands in the header, with its last words where it failed`(
        end: CommandEnd, header: String, title: String
    ) {
        var desk = OutputDesk()
        desk.print("Traceback …\r\nError: ENOENT\r\n\r\n")
        desk.send(.ended(end))
        #expect(desk.lines[0].contains(header) && desk.text.contains(title))
        #expect(desk.text.contains("✗ agent \(end.words): Error: ENOENT") == (end.status != 0))
        let silence = SeenChange(notice: WatchNotice(.nothingCame, caller: Caller(name: "agent")))
        desk.send(.session(0, .happened(.clients(silence))))
        #expect(desk.text.contains("No request from agent to a watched host") == (end.status == 0))
    }

    @Test func `typing ends with the program, and can't begin then`() {
        var desk = OutputDesk()
        desk.focusOutput()
        desk.press(.enter)
        desk.send(.ended(CommandEnd(status: 0, signal: nil)))
        #expect(!desk.pane.isTyping)
        desk.press(.enter)
        #expect(!desk.pane.isTyping && desk.text.contains("The program has exited 0"))
    }

    @Test func `a program that draws whole screens is told of the second terminal`() {
        var desk = OutputDesk()
        desk.print("before\r\n\u{1B}[?1049h\u{1B}[2Jscreen")
        #expect(desk.text.contains("session-console watch --listen") && !desk.text.contains("before"))
        #expect(desk.text.contains("! The program draws whole screens") && !desk.text.contains("2Jscreen"))
        desk.press(.escape)
        desk.print("\u{1B}[?1049lafter\r\n")
        #expect(desk.text.contains("before") && desk.text.contains("after") && !desk.text.contains("--listen"))
        desk.print("\u{1B}[5;5Hplaced")
        #expect(desk.text.contains("Output · draws whole screens") && desk.text.contains("placed"))
    }

    @Test func `nothing of the output is kept for the past or a recording`() {
        var desk = OutputDesk()
        desk.print("a secret of the program's own\r\n")
        for effect in desk.effects { if case .noted = effect { Issue.record("\(effect)") } }
        let story = WatchedStory()
        for moment in story.moments { desk.send(.session(0, .happened(moment.occurrence))) }
        desk.press("{")
        #expect(desk.text.contains("PAST") && !desk.text.contains("secret"))
        desk.focusOutput()
        desk.press(.enter)
        #expect(desk.typed.isEmpty)
        desk.press("x")
        #expect(desk.typed.isEmpty)
    }

    @Test func `hostile output leaves the frame whole`() {
        for size in [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)] {
            var desk = OutputDesk(size: size)
            desk.focusOutput()
            let whole = desk.lines.map { TextWidth.columns(of: $0) }
            desk.print("\u{1B}]52;c;c2VjcmV0\u{7}\u{1B}]0;title\u{7}\u{9B}2J\u{202E}")
            desk.print("漢👨‍👩‍👧‍👦e\u{301}\u{1B}P1;2|x\u{1B}\\\r\n")
            desk.print(String(repeating: "漢", count: 200))
            #expect(desk.lines.allSatisfy { TextWidth.columns(of: $0) <= size.width && !$0.contains("\u{1B}") })
            #expect(desk.lines.map { TextWidth.columns(of: $0) } == whole)
            #expect(!desk.text.contains("c2VjcmV0") && !desk.text.contains("\u{202E}"))
        }
    }

    @Test func `without a program there is no such pane`() {
        let desk = WatchedDesk()
        #expect(!desk.model.screens.client.panes.contains(.output))
    }
}
