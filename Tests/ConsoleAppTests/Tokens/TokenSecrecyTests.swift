import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenSecrecyTests {
    private static let access = MadeTokens.access(7)

    /// Everything that a debugger, a log or a crash could print of a value.
    private static func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text + String(describing: value) + String(reflecting: value)
    }

    @Test func `invariant 38: no signature is in the model, a message or a frame`() {
        let reading = TokenReading(
            access: Self.access, refresh: MadeTokens.refresh, idToken: MadeTokens.identity(),
            status: MadeTokens.status(access: Self.access))
        let message = Self.dumped(Message.happened(.tokens(reading)))
        var console = Console.inspecting()
        console.issue(Self.access) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        console.press(.character("p"), .paste(Self.access.reveal()), .enter, .character("V"))
        let model = Self.dumped(console.model)
        let effects = Self.dumped(console.effects)
        console.press(.character("v"))
        #expect(!console.effects.isEmpty)
        let texts = [
            ("message", message), ("model", model), ("effects", effects), ("frame", console.text),
            ("pager", Self.dumped(console.effects)),
        ]
        for (name, text) in texts {
            #expect(!text.contains(MadeTokens.signature), "\(name)")
            #expect(!text.contains(MadeTokens.refresh.reveal()), "\(name)")
            #expect(!text.contains(Self.access.reveal().prefix(40)), "\(name)")
        }
        // The texts hold what may be seen, so that the search above means something.
        #expect(model.contains("token-7"))
        #expect(message.contains("token-7"))
    }
}
