import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What `d` ends in the Provider pane.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProviderRevokingTests {
    private static let session = ProviderPaneTests.state().sessions[0]

    private func console() -> Console {
        var console = WatchedProviderTests.watch()
        console.send(.provider(ProviderPaneTests.state()))
        return console
    }

    private func effect(_ console: Console) -> ProviderEffect? {
        console.effects.lazy.compactMap { if case .provider(let effect) = $0 { effect } else { nil } }.first
    }

    @Test func `an access token is revoked at once`() {
        var console = console()
        console.press(.down, .character("X"))
        #expect(console.dialog == nil)
        #expect(effect(console) == .revokeToken(ProviderPaneTests.access))
    }

    @Test func `a session is revoked after a question`() throws {
        var console = console()
        console.press(.character("X"))
        #expect(effect(console) == nil && console.dialog is Question)
        try expectWords(console.dialogWords)
        console.press(.character("n"))
        #expect(effect(console) == nil && console.dialog == nil)
        console.press(.character("X"), .character("y"))
        #expect(effect(console) == .revokeSession("s1") && console.dialog == nil)
    }

    @Test func `a refresh token is revoked after a question, as its session ends with it`() throws {
        var console = console()
        console.press(.down, .down, .character("X"))
        #expect(effect(console) == nil && console.dialog is Question)
        try expectWords(console.dialogWords)
        console.press(.character("y"))
        #expect(effect(console) == .revokeToken(ProviderPaneTests.refresh))
    }

    @Test func `a selected token that expires is revoked no more, nor is its neighbour until the selection is moved`()
        throws
    {
        var console = console()
        console.press(.down)
        console.send(.ticked(Samples.now.addingTimeInterval(48), secondsFromUTC: 0))
        console.send(.provider(ProviderPaneTests.state(tokens: [Self.session.tokens[1]])))
        console.press(.character("X"), .character("X"))
        #expect(console.effects.isEmpty && console.dialog == nil)
        try expectWords(together(console.noticeWords, console.lastRow), "expired")
        console.press(.down)
        try expectWords(console.lastRow, "moved")
        console.press(.character("X"))
        try expectWords(console.dialogWords, "its neighbour")
    }

    @Test func `a token that was revoked or replaced is not told as expired`() throws {
        var console = console()
        console.press(.down)
        console.send(.provider(ProviderPaneTests.state(tokens: [Self.session.tokens[1]])))
        console.press(.character("X"))
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords)
        console.press(.up, .character("X"))
        try expectWords(console.dialogWords, "question")
    }

    @Test func `a session that ended is not revoked, nor is the next one`() throws {
        var console = console()
        var state = ProviderPaneTests.state()
        var next = Self.session
        (next.id, next.username) = ("s2", "bob")
        state.sessions = [next]
        console.send(.provider(state))
        console.press(.character("X"))
        #expect(console.effects.isEmpty && console.dialog == nil)
        try expectWords(console.noticeWords)
        console.press(.down, .character("X"), .character("y"))
        #expect(effect(console) == .revokeSession("s2"))
    }

    @Test func `what was revoked is told where it was asked for`() throws {
        var console = console()
        var session = Self.session
        session.tokens.removeLast()
        for (revocation, part) in [
            (ProviderRevocation.accessToken(ProviderPaneTests.access, owner: "alice"), "access token"),
            (.session(Self.session), "session"), (.nothing, "nothing"), (.session(session), "session of one token"),
        ] {
            console.send(.revoked(revocation))
            try expectWords(console.noticeWords, part)
        }
    }

    @Test func `a session that comes while nothing could be revoked is selected`() throws {
        var console = WatchedProviderTests.watch()
        var state = ProviderPaneTests.state()
        state.sessions = []
        console.send(.provider(state))
        console.send(.provider(ProviderPaneTests.state()))
        console.press(.character("X"))
        try expectWords(console.dialogWords, "question")
    }
}
