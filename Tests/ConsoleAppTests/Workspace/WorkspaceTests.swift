import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WorkspaceTests {
    /// A console on `demo` at 160×40, which has opened `bob` as well where `with` names it.
    private struct Desk {
        var workspace: Workspace
        private(set) var effects: [WorkspaceEffect] = []

        init(size: Size = Size(width: 160, height: 40)) {
            workspace = Workspace(Console.signedIn(size: size).model)
            send(.terminal(.resized(size)))
        }

        mutating func send(_ message: WorkspaceMessage) { effects = update(&workspace, message) }
        mutating func press(_ key: Key) {
            send(.terminal(.keyPressed(key)))
            for case .session(_, .terminal(.showSession(let request))) in effects { send(.requested(request)) }
        }
        mutating func enter(_ command: String) {
            press(.character(":"))
            for character in command { press(.character(character)) }
            press(.enter)
        }
        mutating func open(_ name: String, isSplit: Bool) {
            send(.profileRead(ConsoleContext(profile: name, issuer: "http://127.0.0.1:41873"), isSplit: isSplit))
        }

        var requested: String? {
            for case .open(let name, let isSplit) in effects { return isSplit ? "beside: \(name)" : name }
            return nil
        }
        var quits: Bool {
            effects.contains { if case .session(_, .terminal(.quit)) = $0 { true } else { false } }
        }
        var picture: Surface { workspace.picture }
        var names: [String] { workspace.sessions.shown.map { workspace.models[$0].scene.context.profile } }
        var focused: String { workspace.sessions.current.scene.context.profile }
    }

    @Test func `v on Flow has text as wide as the terminal, in a half of it too`() throws {
        let names = (1...30).map { "parameter_\($0)" }
        for isSplit in [false, true] {
            var desk = Desk(size: Size(width: 130, height: 40))
            if isSplit { desk.open("bob", isSplit: true) }
            let message = Samples.message(
                .token, "POST", "http://127.0.0.1:41873/token",
                form: names.map { "\($0)=x" }.joined(separator: "&"), status: 200)
            desk.send(
                .session(
                    desk.workspace.sessions.focused, .happened(.event(Samples.event(1, .exchange(message))))))
            desk.press(.character("2"))
            desk.press(.character("v"))
            let texts = desk.effects.compactMap { effect in
                if case .session(_, .tool(.view(let text))) = effect { text } else { nil }
            }
            let widths = try #require(texts.first).split(separator: "\n").map { TextWidth.columns(of: String($0)) }
            #expect((100...130).contains(widths.max() ?? 0), "\(widths)")
        }
    }

    @Test func `profile NAME asks for a session once, and then shows the one that is open`() throws {
        var desk = Desk()
        desk.enter("profile bob")
        #expect(desk.requested == "bob")
        desk.open("bob", isSplit: false)
        #expect(desk.names == ["bob"])
        try expectWords(desk.picture.headerWords, "bob")
        desk.enter("profile demo")
        #expect(desk.requested == nil)
        #expect(desk.names == ["demo"])
        try expectWords(desk.picture.headerWords, "demo")
        try expectWords(desk.workspace.paneWords("User info"), "user of demo")
    }

    @Test func `a session out of sight receives its events, and its renewal is asked for`() {
        var desk = Desk()
        desk.open("bob", isSplit: false)
        let expired = Samples.now.addingTimeInterval(3_600)
        desk.send(.terminal(.ticked(expired, secondsFromUTC: 0)))
        let renewals = desk.effects.compactMap { effect -> Int? in
            if case .session(let index, .session(.renew)) = effect { index } else { nil }
        }
        #expect(renewals == [0])
    }

    @Test func `split shows two sessions side by side, each with its own header, and keys go to the new one`() throws {
        var desk = Desk()
        desk.enter("split bob")
        #expect(desk.requested == "beside: bob")
        desk.open("bob", isSplit: true)
        #expect(desk.names == ["demo", "bob"])
        #expect(desk.focused == "bob")
        try expectSnapshot("split-160x40", desk.picture)
        desk.press(.character("?"))
        #expect(desk.workspace.models[1].shell.dialog != nil)
        #expect(desk.workspace.models[0].shell.dialog == nil)
        #expect(desk.picture.size == Size(width: 160, height: 40))
    }

    @Test func `a half that is opened shows no card of an earlier end, and one of a later end`() {
        let ended = EndedSession(
            end: .refreshRejected(.named(Samples.rejection)), time: Samples.now, generation: 2, process: 7)
        var desk = Desk()
        desk.open("bob", isSplit: true)
        desk.send(.session(1, .happened(.event(Samples.event(1, .endedElsewhere(ended))))))
        desk.send(.session(1, .happened(.event(Samples.event(2, .configured(.noSession(ended.end)))))))
        #expect(desk.workspace.models[1].shell.card == nil)
        desk.send(.session(1, .happened(.event(Samples.event(3, .endedElsewhere(ended), generation: 3)))))
        #expect(desk.workspace.models[1].shell.card != nil)
    }

    @Test func `split alone opens a second session on the same store, and a third`() {
        var desk = Desk()
        desk.enter("split")
        #expect(desk.requested == "beside: demo:2")
        desk.open("demo:2", isSplit: true)
        desk.enter("split")
        #expect(desk.requested == "beside: demo:3")
    }

    @Test func `W gives the keys to the other half, and shows the next session where one is shown`() throws {
        var desk = Desk()
        desk.press(.character("W"))
        try expectWords(desk.workspace.noticeWords)
        desk.open("bob", isSplit: true)
        desk.press(.character("W"))
        #expect(desk.focused == "demo")
        #expect(desk.names == ["demo", "bob"])
        desk.press(.character("q"))
        #expect(desk.names == ["bob"])
        desk.press(.character("W"))
        #expect(desk.names == ["demo"])
    }

    @Test func `q closes a half before it quits, and says how the session is found again`() throws {
        var desk = Desk()
        desk.open("bob", isSplit: true)
        desk.press(.character("q"))
        #expect(!desk.quits)
        #expect(desk.names == ["demo"])
        try expectWords(desk.workspace.noticeWords)
        desk.press(.character("q"))
        #expect(desk.quits)
    }

    @Test func `a click gives the keys to the half under it`() {
        var desk = Desk()
        desk.open("bob", isSplit: true)
        desk.press(.mouse(MouseEvent(.press, button: .left, at: Point(x: 20, y: 8))))
        #expect(desk.focused == "demo")
        desk.press(.mouse(MouseEvent(.press, button: .left, at: Point(x: 120, y: 8))))
        #expect(desk.focused == "bob")
    }

    @Test func `where two have no room split says so, and a smaller terminal shows the one with the keys`() throws {
        var desk = Desk(size: Size(width: 80, height: 24))
        desk.enter("split bob")
        #expect(desk.requested == nil)
        try expectWords(desk.workspace.noticeWords)
        desk = Desk()
        desk.open("bob", isSplit: true)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        #expect(desk.workspace.places(in: desk.workspace.size).map(\.index) == [1])
        #expect(desk.picture.size == Size(width: 80, height: 24))
        desk.send(.terminal(.resized(Size(width: 200, height: 60))))
        #expect(desk.workspace.places(in: desk.workspace.size).count == 2)
    }

    @Test func `a forced logout out of sight is announced`() throws {
        var desk = Desk()
        desk.open("bob", isSplit: false)
        for event in Samples.lossEvents { desk.send(.session(0, .happened(.event(event)))) }
        try expectWords(desk.workspace.noticeWords)
        #expect(desk.workspace.models[0].shell.card != nil)
    }

    @Test func `a profile that can't be read leaves what is shown`() throws {
        var desk = Desk()
        desk.enter("profile nobody")
        desk.send(.profileFailed("nobody", reason: ToolFailure("there is no profile 'nobody'")))
        #expect(desk.names == ["demo"])
        try expectWords(desk.workspace.noticeWords)
    }

    @Test func `frames that were kept are those drawn anew, split or not`() {
        var desk = Desk()
        var kept = WorkspaceFrames(glyphs: .unicode)
        let steps: [(inout Desk) -> Void] = [
            { $0.open("bob", isSplit: true) }, { $0.press(.character("W")) }, { $0.press(.character("2")) },
            { $0.press(.character("W")) }, { $0.press(.character("q")) }, { $0.press(.character("W")) },
        ]
        for step in steps {
            step(&desk)
            #expect(kept.draw(desk.workspace, size: desk.workspace.size) == desk.picture)
        }
    }

    @Test func `a half that has no more room says so`() throws {
        var desk = Desk()
        desk.open("bob", isSplit: true)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        try expectWords(desk.workspace.noticeWords)
        desk.send(.terminal(.resized(Size(width: 160, height: 40))))
        #expect(desk.workspace.focusedModel.shell.notice == nil)
    }

    @Test(arguments: [160, 120, 100, 81]) func `each half's header begins with its profile`(width: Int) throws {
        var desk = Desk(size: Size(width: width, height: 36))
        desk.open("bob", isSplit: true)
        try expectWords(desk.picture.lines[0], "\(width) columns")
    }
}
