import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// `provider --watch`: the provider by itself, whose clients are other programs.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WatchedProviderTests {
    static let sentence = "No sign-in here: this program only watches its provider"
    static let ofSession: [ShellAction] = [
        .signIn, .signOut, .refresh, .fetchUserInfo, .send, .burst, .otherSession,
    ]

    /// The provider by itself, with its pane in the focus.
    static func watch(_ size: Size = Size(width: 120, height: 36)) -> Console {
        let context = ConsoleContext(
            profile: "provider", faults: [.rejectedRefresh, .rotatedKeys], stage: .provider)
        return Console(context, size: size)
    }

    @Test(arguments: ofSession) func `a key of a session says that nothing signs in here`(action: ShellAction) {
        var console = Self.watch()
        for key in action.binding.keys {
            console.press(key)
            #expect(console.text.contains(Self.sentence), "\(action)")
            #expect(console.effects.isEmpty && console.dialog == nil)
            #expect(console.model.shell.notice != .notSignedIn)
        }
    }

    @Test(
        arguments: ofSession.map(\.rawValue) + ["get /orders", "burst 5", "split", "profile work", "session", "flow"])
    func `so does a command of a session, which is not offered`(command: String) throws {
        var console = Self.watch()
        console.press(.character(":"))
        let prompt = try #require(console.dialog as? CommandPrompt)
        let word = command.prefix { $0 != " " }
        #expect(!prompt.candidates.contains { $0.name.prefix { $0 != " " } == word })
        console.type(command)
        console.press(.enter)
        #expect(console.text.contains(Self.sentence), "\(command)")
        #expect(console.effects.isEmpty && console.dialog == nil)
    }

    @Test func `the command line says nothing of calls`() throws {
        var console = Self.watch()
        console.press(.character(":"))
        console.type("gibberish")
        try expectWords(console.dialogWords, "typed")
        console.press(.enter)
        try expectWords(console.dialogWords, "after enter")
    }

    @Test func `help and hints offer nothing of a session`() {
        var console = Self.watch(Size(width: 140, height: 200))
        let hints = console.text
        for action in Self.ofSession { #expect(!hints.contains(" \(action.letter) \(action.binding.hint)")) }
        console.press(.character("?"))
        let help = console.text
        #expect(help.contains(LabScreen.summary) && help.contains(LabFault.rejectedRefresh.summary))
        for action in Self.ofSession { #expect(!help.contains(action.binding.summary), "\(action)") }
        for words in ["Signing in", SignInFlowKind.device.summary, LabFault.networkOff.summary, "counts sign-ins"] {
            #expect(!help.contains(words), "\(words)")
        }
    }

    @Test func `nothing says what a session did, arms a client's faults or leads through a demo`() throws {
        var console = Self.watch(Size(width: 140, height: 200))
        try expectWords(console.lastRow)
        console.press(.character("?"))
        let help = console.text
        let missing = [
            LabScreen.Action.preset.binding.summary, HeldPane.Action.open.binding.summary, HeldPane.summary,
            ShellAction.firstSteps.binding.summary,
        ]
        for words in missing { #expect(!help.contains(words), "\(words)") }
        #expect(help.contains(ProviderPane.Action.revoke.binding.summary) && help.contains(ClientsPane.summary))
        console.press(.escape, .character(":"))
        for name in (console.dialog as? CommandPrompt)?.candidates.map(\.name) ?? [] {
            #expect(!name.hasPrefix("preset") && name != "first-steps" && !name.hasSuffix("-trial"), "\(name)")
        }
        console.press(.escape, .character("P"))
        #expect(console.dialog == nil)
        try expectWords(console.noticeWords, "notice of P")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `tab leads to every pane but those of a session`(size: Size) {
        var console = Self.watch(size)
        console.happen(.injected(InjectedFault(name: LabFault.rotatedKeys.name, step: .struck, text: "a new key")))
        var titles: Set<String> = []
        for _ in 0..<5 {
            titles.insert(console.model.screens.current.focusedPane)
            console.press(.tab)
        }
        #expect(titles == ["Provider", "Client requests"])
    }
}
