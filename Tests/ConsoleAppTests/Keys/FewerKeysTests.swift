import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// A letter has few meanings, and few letters have any.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FewerKeysTests {
    /// The keys that mean the same in every list, tab or file, whatever that holds.
    private static let general: Set<Key> = [.enter, .character("/"), .character("e"), .character("w")]

    /// The words of the hints of a key, apart from those of a playing scenario, which has keys of its own.
    private func meanings(_ key: Key) -> Set<String> {
        Set(
            Keymap.rows.filter { $0.binding.keys.contains(key) && $0.binding.group != .scenario }.map(\.binding.hint))
    }

    @Test func `screen 4: no letter has more than two meanings`() {
        for key in Set(Keymap.rows.flatMap(\.binding.keys)).subtracting(Self.general) {
            #expect(meanings(key).count <= 2, "\(key.name(.unicode)): \(meanings(key))")
        }
    }

    @Test func `screen 4: p pastes, d shows details, and nothing else`() {
        #expect(meanings(.character("p")) == ["paste"])
        #expect(meanings(.character("d")) == ["details"])
    }

    @Test(arguments: ["K", "J", ".", "O"] as [Character], ScreenID.ofSession)
    func `screen 4: keys that are gone do nothing`(key: Character, screen: ScreenID) {
        var console = Console.signedIn()
        console.exchange(Samples.answer("{}"))
        console.show(screen)
        let before = console.text
        console.press(.character(key))
        #expect(console.effects.isEmpty && console.dialog == nil)
        #expect(console.text == before)
    }

    @Test(arguments: LabFault.ofSessions) func `screen 4: enter in the list does what the letter does`(fault: LabFault)
    {
        for isArmed in [false, true] {
            var byLetter = Console.signedIn()
            if isArmed { byLetter.send(.faults([fault: fault.ownArming])) }
            var byEnter = byLetter
            byLetter.press(.character("x"), .character(fault.letter))
            byEnter.listFaults(fault)
            byEnter.press(.enter)
            #expect("\(byEnter.effects)" == "\(byLetter.effects)")
        }
    }

    @Test func `screen 4: the last fifty notices are listed, the newest first`() throws {
        var console = Console.signedIn()
        for number in 1...60 { console.send(.viewFailed(ToolFailure("number \(number)"))) }
        console.press(.escape)
        console.press(.character(":"))
        console.type("messages")
        console.press(.enter)
        let list = try #require(console.dialog as? NoticeList)
        #expect(list.list.count == 50)
        try expectWords(console.dialogWords, "the newest")
        console.press(.character("G"))
        try expectWords(console.dialogWords, "the oldest")
        console.press(.escape)
        #expect(console.dialog == nil)
    }

    @Test func `screen 4: a notice that was said twice is listed twice, one that a later line replaced once`() throws {
        var console = Console.signedIn()
        console.press(.character("3"), .character("X"), .character("X"))
        console.press(.character(":"))
        console.type("messages")
        console.press(.enter)
        #expect(try #require(console.dialog as? NoticeList).list.count == 2)
    }

    @Test func `screen 4: a terminal that is taken for another one is named`() throws {
        let model = Model(
            context: Samples.context, now: Samples.now, secondsFromUTC: 0, standIn: ("xterm-nobody", "xterm-256color"))
        #expect(model.shell.notice == .terminalStandIn(for: "xterm-nobody", "xterm-256color"))
        try expectWords(try #require(model.shell.notice?.text))
    }
}
