import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LabScreenTests {
    /// The console on the lab, with the fault selected.
    private func console(_ fault: LabFault = .networkOff, _ size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        select(fault, in: &console)
        return console
    }

    private func select(_ fault: LabFault, in console: inout Console) {
        console.press(.character("g"))
        for _ in 0..<40 where console.model.screens.lab.faults.selected != fault { console.press(.down) }
    }

    private func commands(_ console: Console) -> [FaultCommand] {
        console.effects.compactMap { if case .fault(let command) = $0 { command } else { nil } }
    }

    @Test func `all faults are listed, by the side on which they are injected`() throws {
        let console = console()
        let text = console.text
        for fault in LabFault.ofSessions { #expect(text.contains(fault.rawValue)) }
        try expectWords(console.paneWords("Faults"))
    }

    @Test func `the first picture says what to expect of the selected fault`() throws {
        var console = Console.signedIn()
        console.press(.character("5"))
        #expect(console.model.screens.lab.faults.selected == .accessTokenExpired)
        try expectWords(console.paneWords("What to expect"))
    }

    @Test func `a profile's lab has the faults of the client's side only`() throws {
        var console = Console(ConsoleContext(profile: "work", issuer: "https://id.example"))
        console.press(.character("5"))
        try expectWords(console.paneWords("Faults"))
    }

    @Test func `a profile's help has no panes and no faults of the demo's provider`() {
        var console = Console(
            ConsoleContext(profile: "work", issuer: "https://id.example"), size: Size(width: 140, height: 200))
        console.press(.character("5"), .character("?"))
        let help = console.text
        let missing = [
            ProviderPane.summary, ClientsPane.summary, ProviderPane.Action.revoke.binding.summary,
            ClientsPane.Action.details.binding.summary, LabFault.revokedSession.summary,
        ]
        for words in missing { #expect(!help.contains(words), "\(words)") }
        #expect(help.contains(HeldPane.summary) && help.contains(LabFault.networkOff.summary))
        console.press(.escape, .character(":"))
        #expect((console.dialog as? CommandPrompt)?.candidates.contains { $0.name.hasPrefix("provider-") } == false)
    }

    /// The badge of the header, and the selected fault's row in the list.
    private func arming(_ console: Console) -> String {
        let fault = console.model.screens.lab.faults.selected?.rawValue ?? "none"
        return together(console.picture().lines[1], console.paneWords("Faults").line(with: fault))
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
        #expect(commands(console).last == .clear(.networkOff))
    }

    @Test func `where a fault can be armed in two ways, the pane beside it says by which keys`() throws {
        var console = console()
        try expectWords(console.paneWords("What to expect"), "in two ways")
        console.press(.enter)
        #expect(commands(console) == [.inject(.networkOff, .untilDisarmed)])
        console.press(.character("x"), .character("n"))
        #expect(commands(console) == [.inject(.networkOff, .untilDisarmed)])
        select(.tamperedToken, in: &console)
        try expectWords(console.paneWords("What to expect"), "in one way")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `a replay that waits for a provider that does not rotate says so`(size: Size) {
        var console = Console(size: size)
        console.happen(.signedIn(flow: "password", Samples.tokens))
        console.press(.character("5"))
        select(.replayedRefreshToken, in: &console)
        let words = "this provider did not rotate"
        console.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
        console.send(.faults([.replayedRefreshToken: .times(1)]))
        console.happen(.injected(InjectedFault(name: LabFault.replayedRefreshToken.name, step: .armed, text: "armed")))
        #expect(!console.text.contains(words))
        console.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
        #expect(console.text.contains(words))
        console.happen(
            .refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: Secret("refresh-0").fingerprint))
        #expect(!console.text.contains(words))
    }

    @Test func `what can't be counted is not`() throws {
        var console = console(.accessTokenExpired)
        console.press(.character("+"))
        #expect(commands(console).isEmpty)
        try expectWords(console.noticeWords)
        select(.clockAhead, in: &console)
        console.press(.character("+"))
        #expect(commands(console).isEmpty)
        console.press(.enter)
        #expect(commands(console) == [.inject(.clockAhead, .untilDisarmed)])
    }

    @Test func `a fault that needs a session is not armed without one`() throws {
        var console = Console()
        console.press(.character("5"))
        select(.revokedSession, in: &console)
        console.press(.enter)
        #expect(commands(console).isEmpty)
        try expectWords(console.noticeWords)
    }

    @Test func `D disarms all that is armed`() {
        var console = console()
        console.send(.faults([.networkOff: .times(2), .clockAhead: .untilDisarmed]))
        console.press(.character("D"))
        #expect(Set(commands(console)) == [.clear(.networkOff), .clear(.clockAhead)])
    }

    @Test func `what is expected of a correct client stands beside each fault, with its rule`() {
        var console = console()
        for fault in LabFault.ofSessions {
            select(fault, in: &console)
            let text = console.text.replacing("\n", with: " ")
            #expect(text.contains(fault.expectation(on: Terms()).prefix(24)), "\(fault)")
            #expect(text.contains(fault.sections.prefix(8)), "\(fault)")
        }
    }

    @Test func `a verdict is shown with what was seen and its standard, in the list too`() throws {
        var console = console(.tokenEndpointError)
        let story = Story(after: 7, .struckRefresh(.tokenEndpointError, 500), .refreshFailed())
        console.happen(story.events)
        try expectWords(arming(console), "list")
        for pane in ["What to expect", HeldPane.title] { try expectWords(console.paneWords(pane), pane) }
    }

    @Test func `a burst at expiry begins when the token has expired`() {
        var console = console()
        let expired = InjectedFault(name: LabFault.burstAtExpiry.name, step: .struck, text: "expires now")
        console.send(.event(Samples.event(9, .injected(expired))))
        #expect(console.sentCalls.count == 20)
    }

    @Test(arguments: Preset.allCases)
    func `a preset arms its faults, from its menu and by its name`(preset: Preset) {
        var menu = console()
        menu.press(.character("P"), .character(preset.letter))
        let expected = preset.faults.map { FaultCommand.inject($0.fault, $0.arming) }
        #expect(commands(menu) == expected)
        #expect(menu.dialog == nil)
        var typed = console()
        typed.press(.character(":"))
        typed.type("preset \(preset.rawValue)")
        typed.press(.enter)
        #expect(commands(typed) == expected)
    }

    @Test func `the provider is down for a minute`() {
        var console = console()
        console.press(.character("P"), .character("d"))
        console.send(.faults([.tokenEndpointError: .untilDisarmed]))
        console.send(.ticked(Samples.now.addingTimeInterval(59), secondsFromUTC: 0))
        #expect(!commands(console).contains(.clear(.tokenEndpointError)))
        console.send(.ticked(Samples.now.addingTimeInterval(61), secondsFromUTC: 0))
        #expect(commands(console).contains(.clear(.tokenEndpointError)))
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `every pane is reached by tab at every size`(size: Size) {
        var console = console(.networkOff, size)
        var titles: Set<String> = []
        for _ in 0..<5 {
            titles.insert(console.model.screens.current.focusedPane)
            console.press(.tab)
        }
        #expect(titles == ["Faults", "What to expect", "Results", "Provider", "Client requests"])
    }

    @Test func `where there is little room the list says what to expect of the selected fault`() {
        var console = console(.networkOff, Size(width: 80, height: 24))
        for fault in LabFault.ofSessions {
            select(fault, in: &console)
            #expect(console.text.contains("expect  \(fault.expectation(on: Terms())) "), "\(fault)")
        }
    }

    @Test(arguments: [LabFault.accessTokenExpired, .burstAtExpiry, .revokedSession, .rotatedKeys, .clockAhead])
    func `what strikes at once is not said to be armed once`(fault: LabFault) throws {
        let console = console(fault)
        try expectWords(console.lastRow, fault.rawValue)
    }

    @Test func `rules are named and stated in plain words`() throws {
        var console = console(.tokenEndpointError)
        try expectWords(console.paneWords("What to expect"))
        for fault in LabFault.ofSessions {
            select(fault, in: &console)
            #expect(!console.text.contains("invariant"), "\(fault)")
        }
    }

    @Test func `to keep a fault armed is offered only where that changes something`() throws {
        func hints(_ fault: LabFault, _ arming: LabFault.Arming?) -> String {
            var console = console(fault, Size(width: 160, height: 36))
            console.send(.faults(arming.map { [fault: $0] } ?? [:]))
            return console.lastRow
        }
        try expectWords(hints(.networkOff, .times(2)), "network off, twice")
        // Enter alone switches it on until it is disarmed.
        for fault in [LabFault.networkOff, .clockAhead] {
            try expectWords(hints(fault, nil), "\(fault.rawValue), off")
            try expectWords(hints(fault, .untilDisarmed), "\(fault.rawValue), on")
        }
    }

    @Test func `the message of a network fault says whether it is still armed`() throws {
        for arming in [nil, LabFault.Arming.times(1)] {
            var console = Console.signedIn()
            console.press(.character("r"))
            let call = console.sentCalls[0]
            let struck = InjectedFault(
                name: LabFault.networkOff.name, step: .struck, exchange: 5, text: "127.0.0.1 was made unreachable")
            console.happen(.injected(struck))
            console.send(.faults(arming.map { [.networkOff: $0] } ?? [:]))
            let failure = TransportError.couldNotConnect(host: "127.0.0.1", reason: "a fault was injected")
            console.send(.answered(call, .failure(.transport(failure, during: .request))))
            try expectWords(console.paneWords("Response"), arming == nil ? "disarmed" : "armed")
        }
    }
}
