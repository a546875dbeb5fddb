import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProviderPaneTests {
    static let access = Secret("provider-access").fingerprint
    static let refresh = Secret("provider-refresh").fingerprint

    static func state(tokens: [ProviderState.Token]? = nil) -> ProviderState {
        let all = [
            ProviderState.Token(
                fingerprint: access, isRefreshToken: false, clientID: "session-console",
                expiresAt: Samples.now.addingTimeInterval(47)),
            ProviderState.Token(
                fingerprint: refresh, isRefreshToken: true, clientID: "session-console",
                expiresAt: Samples.now.addingTimeInterval(552)),
        ]
        return ProviderState(
            accessTokenLifetime: .seconds(60), refreshTokenLifetime: .seconds(600),
            sessions: [
                ProviderState.SignedInSession(
                    id: "s1", username: "alice", clientID: "session-console",
                    startedAt: Samples.now.addingTimeInterval(-33), tokens: tokens ?? all)
            ],
            counts: [
                ProviderState.Count(name: "token", count: 4, outcomes: "invalid_grant 1, ok 3"),
                ProviderState.Count(name: "/orders", count: 7, outcomes: "200 6, 401 1"),
            ])
    }

    /// The console with the focus in the pane, and the row of a token selected.
    private func console(_ size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        console.send(.provider(Self.state()))
        console.visit(title: "Provider")
        return console
    }

    private func effect(_ console: Console) -> ProviderEffect? {
        console.effects.lazy.compactMap { if case .provider(let effect) = $0 { effect } else { nil } }.first
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `sessions, tokens with their clocks and requests are shown`(size: Size) throws {
        try expectWords(console(size).paneWords(), "\(size.width) columns")
    }

    @Test(arguments: [(LabFault.clockAhead, 300.0), (.clockBehind, -300)])
    func `a fault of this program's clock does not move the provider's`(fault: LabFault, shift: Double) throws {
        var console = console()
        console.send(.faults([fault: .untilDisarmed]))
        console.send(.ticked(Samples.now.addingTimeInterval(shift), secondsFromUTC: 0))
        try expectWords(console.paneWords())
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `what endpoints answered is whole, on further lines where a line has no room`(size: Size) throws {
        var console = console(size)
        var state = Self.state()
        let outcomes = ["invalid_client 1", "invalid_grant 12", "invalid_request 3", "ok 41", "unauthorized_client 2"]
        state.counts = [
            ProviderState.Count(name: "pushed_authorization_request", count: 3),
            ProviderState.Count(name: "token", count: 59, outcomes: outcomes.joined(separator: ", ")),
        ]
        console.send(.provider(state))
        console.press(.character("f"), .character("G"))
        try expectWords(console.paneWords(), "\(size.width) columns")
    }

    @Test func `a line that goes on is no row of its own in plain text`() throws {
        var pane = ProviderPane()
        var state = Self.state()
        state.counts = [ProviderState.Count(name: "token", count: 9, outcomes: "invalid_grant 1, ok 8")]
        pane.adopt(state)
        pane.layOut(Size(width: 32, height: 20), in: console().model.scene)
        #expect(pane.list.rows.count == 6)
        try expectWords(console().plainText(of: pane))
    }

    @Test func `the provider is looked at while the lab is shown, once a second`() {
        var console = Console.signedIn()
        console.send(.ticked(Samples.now.addingTimeInterval(1), secondsFromUTC: 0))
        #expect(effect(console) == nil)
        console.press(.character("5"))
        console.send(.ticked(Samples.now.addingTimeInterval(2), secondsFromUTC: 0))
        #expect(effect(console) == .look)
        console.send(.ticked(Samples.now.addingTimeInterval(2.4), secondsFromUTC: 0))
        #expect(effect(console) == nil)
        console.send(.ticked(Samples.now.addingTimeInterval(3.1), secondsFromUTC: 0))
        #expect(effect(console) == .look)
    }

    @Test func `a foreign provider is not looked at`() {
        var console = Console(ConsoleContext(profile: "work", issuer: "https://id.example"))
        console.press(.character("5"))
        console.send(.ticked(Samples.now.addingTimeInterval(2), secondsFromUTC: 0))
        #expect(effect(console) == nil)
    }

    @Test func `nothing is revoked where no session and no token is selected`() throws {
        var console = console()
        console.press(.character("G"), .character("X"))
        #expect(effect(console) == nil)
        try expectWords(console.noticeWords)
    }

    @Test func `what is selected stays selected when others leave`() {
        var console = console()
        console.press(.down, .down)
        let left = Self.state().sessions[0].tokens.filter(\.isRefreshToken)
        console.send(.provider(Self.state(tokens: left)))
        console.press(.character("X"), .character("y"))
        #expect(effect(console) == .revokeToken(Self.refresh))
    }

    @Test func `lifetimes are changed and the clock is moved`() {
        var console = console()
        console.press(.character("-"))
        #expect(effect(console) == .setLifetimes(access: .seconds(30), refresh: .seconds(600)))
        console.press(.character("+"))
        #expect(effect(console) == .setLifetimes(access: .seconds(120), refresh: .seconds(600)))
        console.press(.character(")"))
        #expect(effect(console) == .setClock(offset: .seconds(60)))
        console.press(.character("("))
        #expect(effect(console) == .setClock(offset: .seconds(-60)))
    }

    @Test func `the provider alone begins with its pane, and nothing signs in there`() throws {
        var context = Samples.context
        context.stage = .provider
        var console = Console(context)
        #expect(console.model.screens.shown == .lab)
        #expect(console.model.screens.current.focusedPane == "Provider")
        try expectWords(console.headerWords, "header")
        #expect(!console.text.contains("sign in"))
        console.press(.character("l"))
        #expect(console.effects.isEmpty && console.dialog == nil)
        #expect(console.model.shell.notice == .watchesOnly)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `a profile has no provider to show`(size: Size) {
        var console = Console(ConsoleContext(profile: "work", issuer: "https://id.example"), size: size)
        console.press(.character("5"))
        var titles: [String] = []
        for _ in 0..<6 {
            titles.append(console.model.screens.current.focusedPane)
            let text = console.text
            for words in ["Client requests", "Clients", "only the demo", "Provider"] {
                #expect(!text.contains(words), "\(text)")
            }
            console.press(.tab)
        }
        #expect(titles == ["Results", "What to expect", "Results", "What to expect", "Results", "What to expect"])
        console.press(.backTab)
        #expect(console.model.screens.current.focusedPane == "What to expect")
    }
}
