import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What enter does with a command that is not the name of an action.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TypedCommandTests {
    private func typed(_ text: String, on screen: ScreenID = .session) -> Console {
        var console = Console.signedIn()
        console.show(screen)
        console.press(.character(":"))
        console.type(text)
        return console
    }

    private func prompt(_ console: Console) -> CommandPrompt? { console.dialog as? CommandPrompt }

    /// The last line of the dialog, where it asks.
    private func lastLine(_ console: Console) -> String {
        console.dialogWords.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test(arguments: [
        "brust", "snd", "sing-out", "so", "sgnout", "verifies the session", "burst 2o", "rfrsh", "mermiad",
        "evoked", "qit",
    ])
    func `screen 1: a guess is shown by the first enter and run by the second`(text: String) throws {
        var console = typed(text)
        guard let name = prompt(console)?.completions.first?.name else {
            console.press(.enter)
            #expect(console.effects.isEmpty && prompt(console)?.flaw != nil)
            return
        }
        console.press(.enter)
        #expect(console.effects.isEmpty && console.model.screens.shown == .session)
        #expect(prompt(console)?.field.text == text)
        #expect(lastLine(console).contains(name))
        try expectWords(lastLine(console), text)
        let command = prompt(console)?.command
        console.press(.enter)
        #expect(prompt(console) == nil && console.model.shell.commands.last == command?.text)
    }

    @Test func `screen 1: the question goes with the next key, and other letters are another guess`() throws {
        var console = typed("rfrs")
        console.press(.enter)
        let question = lastLine(console)
        try expectWords(question)
        console.type("h")
        #expect(lastLine(console) != question)
        console.press(.enter)
        #expect(console.effects.isEmpty && lastLine(console) == question)
        console.press(.escape)
        #expect(console.effects.isEmpty && prompt(console) == nil)
    }

    @Test(
        arguments: [
            ("refresh", .refresh), ("REFRESH", .refresh), ("ref", .refresh), ("sign out", .signOut),
            ("sign-o", .signOut),
            ("out", .signOut), ("burst", .burst), ("time", .timeFormat), ("format", .timeFormat),
        ] as [(String, ShellAction)])
    func `screen 1: a name, its beginning and a word of it are run at once`(text: String, action: ShellAction) {
        var console = typed(text)
        console.press(.enter)
        #expect(prompt(console) == nil)
        #expect(console.model.shell.commands.last == action.rawValue)
    }

    @Test(arguments: ["s", "r", "fault re", "preset", "q"])
    func `screen 1: what ends or sends something is not run by a beginning that others share`(text: String) throws {
        var console = typed(text)
        let best = try #require(prompt(console)?.command)
        let others = try #require(prompt(console)).candidates.filter { LetterMatch.isName($0.name, for: text) }
        console.press(.enter)
        let isAsked = prompt(console) != nil
        #expect(isAsked == (best.isGrave && Set(others.map(\.name)).count > 1), "\(best.text)")
        if isAsked { #expect(console.effects.isEmpty) }
    }

    @Test func `screen 1: what the arrows or tab chose is run at once`() {
        var console = typed("brst")
        console.press(.tab, .enter)
        #expect(prompt(console) == nil)
        console = typed("rfrsh")
        console.press(.down, .up, .enter)
        #expect(console.model.shell.commands.last == "refresh")
    }
}
