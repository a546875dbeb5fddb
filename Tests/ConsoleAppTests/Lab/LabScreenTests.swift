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
    /// The console on the lab.
    private func console(_ size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        return console
    }

    private func commands(_ console: Console) -> [FaultCommand] {
        console.effects.compactMap { if case .fault(let command) = $0 { command } else { nil } }
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

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `a replay that waits for a provider that does not rotate says so`(size: Size) {
        var console = Console(size: size)
        console.happen(.signedIn(flow: "password", Samples.tokens))
        console.press(.character("5"))
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

    @Test func `armed faults stand below the results, the last one selected, and enter disarms it`() throws {
        var console = console()
        try expectWords(console.paneWords(HeldPane.title), "none")
        console.send(.faults([.tokenEndpointError: .times(2)]))
        console.send(.faults([.tokenEndpointError: .times(2), .networkOff: .untilDisarmed]))
        try expectWords(console.paneWords(HeldPane.title), "two")
        try expectWords(console.paneWords("What to expect"), "of the last")
        console.press(.up)
        #expect(console.model.screens.lab.expectation.fault == .tokenEndpointError)
        try expectWords(console.lastRow)
        console.press(.enter)
        #expect(commands(console) == [.clear(.tokenEndpointError)])
        // What struck stands above what still waits.
        console.happen(Story(after: 7, .strike(.networkOff)).events)
        console.send(.faults([.networkOff: .untilDisarmed]))
        try expectWords(console.paneWords(HeldPane.title), "one struck")
    }

    @Test func `each result has its own verdict beside it`() {
        var console = console()
        console.happen(
            Story(
                after: 7,
                .each(1...2) {
                    .all(.begin($0 + 10), .strike(.tamperedToken, exchange: $0), .message($0 + 10, 403, id: $0))
                }
            ).events)
        let lab = { (console: Console) in console.model.screens.lab }
        let trials = console.model.scene.trials.trials
        #expect(trials.count == 2 && lab(console).expectation.trial?.id == trials[1].id)
        console.press(.up)
        #expect(lab(console).expectation.trial?.id == trials[0].id)
    }

    @Test func `D disarms all that is armed`() {
        var console = console()
        console.send(.faults([.networkOff: .times(2), .clockAhead: .untilDisarmed]))
        console.press(.character("D"))
        #expect(Set(commands(console)) == [.clear(.networkOff), .clear(.clockAhead)])
    }

    @Test func `a verdict is shown with what was seen and its standard`() throws {
        var console = console()
        let story = Story(after: 7, .struckRefresh(.tokenEndpointError, 500), .refreshFailed())
        console.happen(story.events)
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
        var console = console(size)
        var titles: Set<String> = []
        for _ in 0..<4 {
            titles.insert(console.model.screens.current.focusedPane)
            console.press(.tab)
        }
        #expect(titles == ["What to expect", "Results", "Provider", "Client requests"])
    }

    @Test func `rules are named and stated in plain words`() throws {
        var console = console()
        for fault in LabFault.ofSessions {
            console.send(.faults([fault: fault.ownArming]))
            let words = console.paneWords("What to expect")
            #expect(console.model.screens.lab.expectation.fault == fault && !words.contains("invariant"), "\(fault)")
            if fault == .tokenEndpointError { try expectWords(words) }
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
