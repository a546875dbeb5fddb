import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct ScopeTests {
    private func text(granted: [String]?, asked: [String]?) -> ScopeText {
        var status = SessionStatus()
        (status.scope, status.requestedScope) = (granted, asked)
        return ScopeText(status)
    }

    @Test func `truth 6: a scope that the provider left out is the one that was asked for`() {
        let text = text(granted: nil, asked: ["openid", "email"])
        #expect(text.grantedWords == "openid email (as requested)")
        #expect(text.granted == ["openid", "email"])
        #expect(text.askedWords == nil)
    }

    @Test func `truth 6: only a scope that differs stands beside what was asked for`() {
        #expect(text(granted: ["b", "a"], asked: ["a", "b"]).askedWords == nil)
        #expect(text(granted: ["a"], asked: nil).askedWords == nil)
        #expect(text(granted: nil, asked: nil).grantedWords == nil)
        let less = text(granted: ["a"], asked: ["a", "b", "c"])
        #expect(less.grantedWords == "a")
        #expect(less.askedWords == "a b c (not granted: b c)")
        #expect(text(granted: ["a", "b"], asked: ["a"]).askedWords == "a")
        #expect(text(granted: [], asked: ["a"]).grantedWords == "none")
    }

    @Test func `truth 6: the session pane shows both`() {
        var scene = Console.signedIn().model.scene
        scene.status.scope = ["openid"]
        scene.status.requestedScope = ["openid", "admin"]
        let lines = SessionLines(scene, idTokenLife: nil, width: 70, isTall: true, glyphs: .unicode).lines.map(\.text)
        #expect(lines.contains { $0.hasPrefix("Scope") && $0.contains("openid") })
        #expect(lines.contains { $0.hasPrefix("Asked") && $0.contains("openid admin (not granted: admin)") })
        scene.status.scope = nil
        let asAsked = SessionLines(scene, idTokenLife: nil, width: 70, isTall: true, glyphs: .unicode).lines.map(
            \.text)
        #expect(asAsked.contains { $0.hasPrefix("Scope") && $0.contains("openid admin (as requested)") })
    }
}
