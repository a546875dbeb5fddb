import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct KeymapTests {
    @Test func `no key means two things in one pane`() {
        for panel in Panel.allCases {
            let keys = Keymap.bindings.filter { $0.panes.contains(panel) }.flatMap(\.keys)
            #expect(Set(keys).count == keys.count, "\(panel)")
        }
    }

    @Test func `every action has a key and a line of help`() {
        for action in Action.allCases {
            #expect(Keymap.binding(of: action)?.keys.isEmpty == false, "\(action)")
        }
        #expect(Keymap.bindings.allSatisfy { !$0.summary.isEmpty && !$0.hint.isEmpty })
    }

    @Test func `nothing hangs on a key alone that terminals, multiplexers or desktops take`() {
        let unsafe: Set<Key> = Set(
            "hijmsqab".map { Key.control($0) } + [.character(" "), .function(10), .function(11)])
        // Job control's own key suspends, as everywhere.
        for binding in Keymap.bindings where binding.action != .suspend {
            #expect(!unsafe.isSuperset(of: binding.keys), "\(binding.action)")
            #expect(!binding.keys.contains(.control("z")))
        }
    }

    @Test func `the README's tables hold every binding`() {
        let text = Keymap.markdown()
        #expect(text.split(separator: "\n").count { $0.hasPrefix("| `") } == Keymap.bindings.count)
        #expect(text.contains("| `Q` `ctrl-c` | quit now | `quit` |"))
    }

    @Test func `the help page holds every action`() {
        let page = HelpPage(panel: .events, width: 80, glyphs: .unicode).lines.map(\.text).joined(separator: "\n")
        for action in Action.allCases { #expect(page.contains(action.rawValue)) }
        #expect(HelpPage(panel: .session, width: 40, glyphs: .ascii).lines.count == HelpPage.height)
    }

    @Test func `an action is done by its name, completed`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("refr")
        console.press(.tab, .enter)
        guard case .refresh? = console.effects.first else {
            Issue.record("nothing was refreshed")
            return
        }
    }

    @Test func `a command may carry a request or a count`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("post /orders?x=1")
        console.press(.enter)
        guard case .send(_, let request, _)? = console.effects.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(request.method == "POST")
        #expect(request.url.absoluteString.hasSuffix("/orders?x=1"))
        console.press(.character(":"))
        console.type("burst 3")
        console.press(.enter)
        #expect(console.sentCalls.count == 3)
    }

    @Test func `a name that nothing has is refused`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("frobnicate")
        console.press(.enter)
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("no action has this name"))
    }

    @Test func `the hint line shows keys that the keymap has for the pane`() {
        var console = Console.signedIn()
        for _ in Panel.allCases {
            console.press(.tab)
            for hint in Hints.now(console.model, glyphs: .unicode) {
                let isBound = Keymap.bindings.contains { binding in
                    binding.panes.contains(console.model.focus)
                        && binding.keys.contains { $0.name(.unicode) == hint.key }
                }
                #expect(isBound, "\(hint.key)")
            }
        }
    }
}
