import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct KeymapTests {
    private func keys<Action: KeyAction>(_: Action.Type) -> [Key] { Action.allCases.flatMap(\.binding.keys) }

    @Test(arguments: ScreenID.allCases) func `no key means two things in one pane`(screen: ScreenID) {
        let rows = Keymap.rows(of: screen)
        let everywhere = rows.filter { $0.place == nil }.flatMap(\.binding.keys)
        #expect(everywhere.count > 20)
        for pane in screen.type.paneTitles {
            let keys = everywhere + rows.filter { $0.place == pane.title.lowercased() }.flatMap(\.binding.keys)
            #expect(Set(keys).count == keys.count, "\(pane.title)")
        }
    }

    @Test func `no key means two things in one dialog`() {
        for keys in [
            keys(ListAction.self) + keys(Motion.self), keys(Question.Action.self), keys(PasteQuestion.Answer.self),
        ] {
            #expect(Set(keys).count == keys.count)
        }
    }

    @Test func `every action has a key and a line of help`() {
        for row in Keymap.rows {
            #expect(
                !row.binding.keys.isEmpty && !row.binding.summary.isEmpty && !row.binding.hint.isEmpty, "\(row.name)")
        }
    }

    @Test func `statement 34: nothing hangs on a key alone that terminals, multiplexers or desktops take`() {
        let unsafe: Set<Key> = Set(
            "hijmsqab".map { Key.control($0) } + [.character(" "), .function(10), .function(11)])
        // Job control's own key suspends, as everywhere.
        for row in Keymap.rows where row.name != ShellAction.suspend.rawValue {
            #expect(!unsafe.isSuperset(of: row.binding.keys), "\(row.name)")
            #expect(!row.binding.keys.contains(.control("z")))
        }
    }

    @Test func `an action of another pane, given by its name, focuses that pane`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("details")
        console.press(.enter)
        #expect(console.focus == .events)
        #expect(console.model.screens.session.events.lines.showsDetails)
    }

    @Test func `an action is done by its name, completed`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("refr")
        console.press(.tab, .enter)
        #expect(console.session == .refresh)
    }

    @Test func `a command may carry a request or a count`() throws {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("post /orders?x=1")
        console.press(.enter)
        let request = try #require(console.sent?.request)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString.hasSuffix("/orders?x=1"))
        console.press(.character(":"))
        console.type("burst 3")
        console.press(.enter)
        #expect(console.sentCalls.count == 3)
    }

    @Test func `a name that nothing has is refused`() throws {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("frobnicate")
        console.press(.enter)
        #expect(console.effects.isEmpty)
        try expectWords(console.dialogWords)
    }

    @Test func `the hint line shows keys of the keymap`() {
        var console = Console.signedIn()
        for _ in SessionScreen.PaneID.allCases {
            console.press(.tab)
            for hint in console.model.hints(.unicode).joined() {
                let isBound = Keymap.rows.contains { $0.binding.keys.contains { $0.name(.unicode) == hint.name } }
                #expect(isBound, "\(hint.name)")
            }
        }
    }
}
