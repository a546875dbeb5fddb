import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ScopeTests {
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

    @Test(arguments: [
        (["read,write"], ["read", "write"]), (["read", "write"], ["read,write"]),
        (
            ["openid", "https://www.googleapis.com/auth/userinfo.email"],
            ["openid", "email"]
        ),
        (["User.Read"], ["https://graph.microsoft.com/User.Read"]), (["api://x/read"], ["read"]),
        (["https://api.example/orders"], ["https://api.example/orders/"]),
        (["User.Read", "Mail.Read"], ["https://graph.microsoft.com/.default"]),
    ])
    func `truth 8: a scope that the provider spells in its own way is granted`(granted: [String], asked: [String]) {
        #expect(text(granted: granted, asked: asked).askedWords == nil)
    }

    @Test(arguments: [
        (["https://one.example/read"], ["https://other.example/read"]), (["read,write"], ["admin"]),
        (["https://one.example/read"], ["write"]), (["reader"], ["read"]), (["a"], ["offline_access"]),
    ])
    func `truth 8: another scope is not granted, however it is spelled`(granted: [String], asked: [String]) throws {
        try expectWords(text(granted: granted, asked: asked).askedWords ?? "", "\(asked[0])")
    }

    @Test func `truth 8: what a token proves to be granted is not called missing`() throws {
        var status = Console.signedIn().model.scene.status
        (status.scope, status.requestedScope) = (["orders"], ["openid", "orders", "offline_access"])
        #expect(status.refreshToken != nil && status.idToken != nil)
        #expect(ScopeText(status).askedWords == nil)
        status.refreshToken = nil
        try expectWords(ScopeText(status).askedWords ?? "")
    }

    @Test func `truth 8: what was asked for and did not come is said`() throws {
        var scene = Console.signedIn().model.scene
        (scene.status.scope, scene.status.requestedScope) = (nil, ["openid", "offline_access"])
        #expect(scene.status.shortfalls.isEmpty)
        (scene.status.refreshToken, scene.status.idToken) = (nil, nil)
        #expect(scene.status.shortfalls == [.refreshToken, .idToken])
        let lines = SessionLines(scene, width: 70, isTall: true, glyphs: .unicode).lines.map(\.text)
        let text = lines.joined(separator: "\n")
        try expectWords(together(text.line(with: "Refresh"), text.line(with: "ID token")))
        // Whether the scope was granted without its token, or not at all.
        scene.status.scope = ["openid"]
        #expect(scene.status.shortfalls == [.refreshToken, .idToken])
        scene.status.requestedScope = ["openid", "orders", "admin"]
        scene.status.scope = ["orders"]
        #expect(scene.status.shortfalls == [.idToken, .scope(["admin"])])
        // Nothing is missing in a client's own session, where nothing was asked for, and without a session.
        for change: (inout SessionStatus) -> Void in [
            { $0.isRenewedByFlow = true }, { $0.requestedScope = nil }, { $0.accessToken = nil },
        ] {
            var status = scene.status
            change(&status)
            #expect(status.shortfalls.isEmpty)
        }
    }

    @Test func `truth 8: the sign-in says what did not come, once`() throws {
        var console = Console.signedIn()
        var status = console.model.scene.status
        (status.scope, status.requestedScope) = (nil, ["openid", "offline_access"])
        (status.refreshToken, status.idToken) = (nil, nil)
        status.state = .authenticated(.restored)
        status.generation += 1
        console.send(.status(status))
        #expect(console.model.shell.notice == nil)
        status.state = .authenticated(.signedIn(flow: "code"))
        status.generation += 1
        console.send(.status(status))
        try expectWords(console.noticeWords)
        console.send(.saved(path: "/x", .failure(ToolFailure("the disk is full"))))
        console.send(.status(status))
        #expect(console.model.shell.notice?.text.contains("the disk is full") == true)
    }

    @Test func `truth 8: the card of a lost session says what the sign-in had not got`() throws {
        var console = Console.signedIn()
        var status = console.model.scene.status
        (status.scope, status.requestedScope) = (["openid"], ["openid", "offline_access", "admin"])
        status.refreshToken = nil
        console.send(.status(status))
        var (told, words) = (console, [String]())
        // The status of the end comes before its event, or after it.
        var ended = SessionStatus()
        (ended.generation, ended.state) = (status.generation, .noSession(.expiredWithoutRefreshToken))
        told.send(.status(ended))
        for var console in [console, told] {
            console.happen(.forcedOut(.expiredWithoutRefreshToken))
            let card = try #require(console.model.shell.card)
            words.append(card.missing.joined(separator: "\n"))
        }
        #expect(words[0] == words[1])
        console.happen(.forcedOut(.expiredWithoutRefreshToken))
        try expectWords(console.text.split(separator: "\n").filter { $0.contains("Missing") }.joined(separator: "\n"))
    }

    @Test func `truth 6: the session pane shows both`() throws {
        var scene = Console.signedIn().model.scene
        scene.status.scope = ["openid"]
        scene.status.requestedScope = ["openid", "admin"]
        let lines = SessionLines(scene, width: 70, isTall: true, glyphs: .unicode).lines.map(\.text)
        let text = lines.joined(separator: "\n")
        try expectWords(together(text.line(with: "Scope"), text.line(with: "Asked")), "granted")
        scene.status.scope = nil
        let asAsked = SessionLines(scene, width: 70, isTall: true, glyphs: .unicode).lines.map(
            \.text)
        try expectWords(asAsked.joined(separator: "\n").line(with: "Scope"), "as requested")
    }
}
