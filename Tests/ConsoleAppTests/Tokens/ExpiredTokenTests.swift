import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ExpiredTokenTests {
    @Test func `a token that is shown says no more seconds than it is shown for`() {
        var console = Console.signedIn()
        console.send(.ticked(Samples.now.addingTimeInterval(0.4), secondsFromUTC: 0))
        console.send(.tokenRevealed(.access, MadeTokens.access(3)))
        #expect(console.text.contains("hidden again in 5 s"))
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 200, height: 60)])
    func `statement 4: a token in a header is shown while it is typed, and then no 8 bytes of it`(size: Size) throws {
        var console = Console.signedIn(size: size)
        let token = MadeTokens.access(3)
        let text = token.reveal()
        console.visit(.request)
        console.press(.character("+"), .paste("Authorization: Bearer \(text)"))
        #expect(console.text.contains(text.suffix(8)))
        console.press(.enter)
        let screen = console.text
        try expectWords(console.paneWords(), "\(size.width) columns")
        let runs = text.indices.dropLast(7).map { text[$0...].prefix(8) }
        #expect(!runs.contains { screen.contains($0) }, "\(screen)")
    }

    @Test func `statement 8: an expired token can be read, and sent as it is`() throws {
        var console = Console.inspecting()
        console.send(.ticked(Samples.now.addingTimeInterval(120), secondsFromUTC: 0))
        try expectWords(console.paneWords(.claims))
        console.press(.character("m"))
        guard case .reveal(.access)? = console.sessionEffects.first else {
            Issue.record("the token can't be shown: \(console.effects)")
            return
        }
        let token = MadeTokens.access(3)
        console.send(.tokenRevealed(.access, token))
        #expect(console.text.contains(token.reveal().prefix(40)))

        console.press(.escape, .character("1"))
        console.visit(.request)
        console.press(.character("+"), .paste("Authorization: Bearer \(token.reveal())"), .enter)
        let pane = { console.model.screens.session.request }
        while pane().draft.authorization != .none { console.press(.character("A")) }
        console.press(.character("r"))
        let request = try #require(console.sent?.request)
        #expect(console.sent?.authorization == RequestAuthorization.none)
        #expect(request.headers.values(of: "Authorization") == ["Bearer \(token.reveal())"])
    }
}
