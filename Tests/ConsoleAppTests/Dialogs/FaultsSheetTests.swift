import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// The list of faults, which `x` opens over any screen.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FaultsSheetTests {
    /// The console with the list open, and the fault selected.
    private func console(_ fault: LabFault = .networkOff, _ size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.listFaults(fault)
        return console
    }

    private func commands(_ console: Console) -> [FaultCommand] {
        console.effects.compactMap { if case .fault(let command) = $0 { command } else { nil } }
    }

    /// The badge of the header, and the selected fault's row in the list.
    private func arming(_ console: Console) -> String {
        let fault = console.faults?.selected?.rawValue ?? "none"
        return together(console.picture().lines[1], console.dialogWords.line(with: fault))
    }

    @Test func `all faults are listed, by the side on which they are injected`() throws {
        let console = console()
        let text = console.text
        for fault in LabFault.ofSessions { #expect(text.contains(fault.rawValue)) }
        try expectWords(console.dialogWords)
    }

    @Test func `a profile's list has the faults of the client's side only`() throws {
        var console = Console(ConsoleContext(profile: "work", issuer: "https://id.example"))
        console.press(.character("x"))
        try expectWords(console.dialogWords)
    }

    @Test func `a fault is armed once, more often, until it is disarmed, and disarmed`() throws {
        var console = console()
        console.press(.character("+"))
        #expect(commands(console) == [.inject(.networkOff, .times(1))])
        console.send(.faults([.networkOff: .times(1)]))
        console.press(.character("+"))
        #expect(commands(console).last == .inject(.networkOff, .times(2)))
        console.send(.faults([.networkOff: .times(2)]))
        try expectWords(arming(console), "twice")
        console.press(.character("-"))
        #expect(commands(console).last == .inject(.networkOff, .times(1)))
        console.send(.faults([.networkOff: .times(1)]))
        try expectWords(arming(console), "once")
        console.press(.character("-"))
        #expect(commands(console).last == .clear(.networkOff))
        console.press(.character("*"))
        #expect(commands(console).last == .inject(.networkOff, .untilDisarmed))
        console.send(.faults([.networkOff: .untilDisarmed]))
        try expectWords(arming(console), "on")
        console.press(.enter)
        #expect(commands(console).last == .clear(.networkOff) && console.dialog == nil)
    }

    @Test func `enter and the letter switch a fault on that lasts`() {
        for keys in [[Key.enter], [.character("n")]] {
            var console = console()
            for key in keys { console.press(key) }
            #expect(commands(console) == [.inject(.networkOff, .untilDisarmed)])
        }
    }

    @Test func `what can't be counted is not`() throws {
        var console = console(.accessTokenExpired)
        console.press(.character("+"))
        #expect(commands(console).isEmpty)
        try expectWords(console.dialogWords)
        console.listFaults(.clockAhead)
        console.press(.character("+"))
        #expect(commands(console).isEmpty)
        console.press(.enter)
        #expect(commands(console) == [.inject(.clockAhead, .untilDisarmed)])
    }

    @Test func `a fault that needs a session is not armed without one`() throws {
        var console = Console()
        console.listFaults(.revokedSession)
        console.press(.enter)
        #expect(commands(console).isEmpty)
        try expectWords(console.noticeWords)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `what is expected of a correct client stands below the list`(size: Size) {
        for fault in LabFault.ofSessions {
            let text = console(fault, size).dialogWords.split(separator: "\n").joined(separator: " ")
            #expect(text.contains("a correct client: \(fault.expectation(on: Terms()).prefix(24))"), "\(fault)")
        }
    }

    @Test func `the last row offers what changes something`() throws {
        func hints(_ fault: LabFault, _ arming: LabFault.Arming?) -> String {
            var console = console(fault)
            console.send(.faults(arming.map { [fault: $0] } ?? [:]))
            return console.lastRow
        }
        try expectWords(hints(.accessTokenExpired, nil), "at once")
        // Enter alone switches it on until it is disarmed.
        for fault in [LabFault.networkOff, .clockAhead] {
            try expectWords(hints(fault, nil), "\(fault.rawValue), off")
            try expectWords(hints(fault, .untilDisarmed), "\(fault.rawValue), on")
        }
        try expectWords(hints(.networkOff, .times(2)), "network off, twice")
    }

    @Test func `a verdict stands beside its fault`() throws {
        var console = console(.tokenEndpointError)
        console.press(.escape)
        console.happen(Story(after: 7, .struckRefresh(.tokenEndpointError, 500), .refreshFailed()).events)
        console.press(.character("x"))
        // The list opens on the fault that came last.
        try expectWords(arming(console))
    }

    @Test func `a verdict that comes while the list is open is told in it`() {
        var console = console(.tokenEndpointError)
        let before = arming(console)
        console.happen(Story(after: 7, .struckRefresh(.tokenEndpointError, 500), .refreshFailed()).events)
        #expect(console.model.scene.verdict(on: .tokenEndpointError)?.label == "passed")
        #expect(arming(console) != before && arming(console).contains("passed"), "\(arming(console))")
    }
}
