import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokensScreenTests {
    private let access = MadeTokens.access(3).fingerprint

    static let screens =
        Screen.all + [Screen(size: Size(width: 60, height: 20), glyphs: .unicode)]
        + [Screen(size: Size(width: 200, height: 60), glyphs: .unicode)]

    @Test(arguments: screens) func `the tokens, with claims, life and changes`(_ screen: Screen) throws {
        let console = Console.inspecting(size: screen.size)
        try expectSnapshot("tokens-\(screen.name)", console.picture(screen.glyphs), styles: screen.size.width == 80)
    }

    @Test(arguments: [(60, 20), (80, 24), (120, 36), (140, 40), (200, 60)])
    func `each present token has a bar in the list`(width: Int, height: Int) throws {
        let console = Console.inspecting(size: Size(width: width, height: height))
        try expectWords(console.paneWords(.list), "\(width) columns")
    }

    @Test(arguments: Screen.all) func `without a session the screen says what can be done`(_ screen: Screen) throws {
        var console = Console(size: screen.size)
        console.press(.character("3"))
        try expectSnapshot("tokens-none-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: TokensScreen.PaneID.allCases) func `each pane has its turn on a small screen`(
        _ pane: TokensScreen.PaneID
    ) throws {
        var console = Console.inspecting(size: Size(width: 60, height: 20))
        console.visit(pane)
        try expectSnapshot("tokens-\(pane)-60x20", console.picture())
    }

    @Test func `new tokens are read when they come, whoever brought them`() {
        var console = Console()
        for kind: SessionEvent.Kind in [
            .signedIn(flow: "browser", Samples.tokens),
            .refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), .adoptedFromStore(Samples.tokens),
            .configured(.authenticated(.restored)),
        ] {
            console.happen(kind)
            #expect(console.sessionEffects.contains { if case .readTokens = $0 { true } else { false } }, "\(kind)")
        }
        console.happen(.configured(.noSession(.noStoredSession)))
        #expect(console.sessionEffects.isEmpty)
    }

    @Test func `a present token that was not read is said to be that, with its words apart`() throws {
        var console = Console()
        console.happen(.signedIn(flow: "browser", Samples.tokens))
        console.press(.character("3"))
        try expectWords(console.paneWords(.list), "the list")
        try expectWords(console.paneWords(.claims), "the claims")
    }

    @Test func `the present tokens come first, then earlier ones, newest first`() {
        let entries = Console.inspecting().tokens.list.list.rows
        #expect(
            entries.map(\.role) == [
                .present(.access), .present(.refresh), .present(.identity), .past(.access), .past(.access),
            ])
        #expect(
            entries.map(\.fingerprint)[3...]
                == [MadeTokens.access(2, expiresIn: 30), MadeTokens.access(1, expiresIn: 10)].map(\.fingerprint)[...])
        #expect(entries.map(\.form) == ["JWT", "opaque", "JWT", "JWT", "JWT"])
    }

    @Test func `statement 28: a token that was selected stays selected when another one replaces it`() {
        var console = Console.inspecting()
        console.press(.down, .up)
        #expect(console.tokens.list.selected?.fingerprint == access)
        console.issue(MadeTokens.access(4)) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        #expect(console.tokens.list.selected?.fingerprint == access)
        #expect(console.tokens.list.selected?.role == .past(.access))
        // Not so where nobody chose one: the screen shows the present access token.
        var other = Console.inspecting()
        other.issue(MadeTokens.access(4)) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        #expect(other.tokens.list.selected?.fingerprint == MadeTokens.access(4).fingerprint)
    }

    @Test func `the changes are those since the token before, or since a marked one`() throws {
        var console = Console.inspecting()
        func names() -> [String] { console.tokens.changes.changes.map { "\($0.kind.word.text) \($0.name)" } }
        #expect(names() == ["changed scope", "changed iat", "changed exp", "changed jti"])
        try expectWords(console.paneWords(.changes))
        // The oldest access token becomes what others are compared with.
        console.press(.character("G"), .character("c"), .character("k"))
        #expect(console.tokens.changes.base?.fingerprint == MadeTokens.access(1, expiresIn: 10).fingerprint)
        #expect(names() == ["changed iat", "changed exp", "changed jti"])
        console.press(.down, .character("c"))
        #expect(console.tokens.list.marked == nil)
        console.press(.character("g"), .down)
        try expectWords(try #require(console.tokens.changes.absence), "no predecessor")
    }

    @Test func `times are shown in three formats`() throws {
        var console = Console.inspecting()
        try expectWords(console.paneWords(.claims), "local")
        console.press(.character("u"))
        try expectWords(console.paneWords(.claims), "UTC")
        console.press(.character("u"))
        try expectWords(console.paneWords(.claims), "relative")
        try expectWords(console.paneWords(.life), "relative, the life")
    }

    @Test func `the trust has three states, and a reason`() throws {
        var console = Console.inspecting()
        try expectWords(console.paneWords(.claims), "not checked")
        console.press(.character("V"))
        try expectWords(console.paneWords(.claims), "being checked")
        #expect(console.sessionEffects.count == 1)
        let verified = TokenTrust.verified(algorithm: "ES256", keyID: "3f2a")
        console.send(.tokenVerified(access, verified))
        #expect(console.tokens.list.selected?.trust == verified)
        try expectWords(console.paneWords(.claims), "verified")
        let failed = TokenTrust.failed("the signature does not match")
        console.send(.tokenVerified(access, failed))
        #expect(console.tokens.list.selected?.trust == failed)
        try expectWords(console.paneWords(.claims), "failed")
    }

    @Test func `a good signature does not make an expired token good`() throws {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.send(.tokenVerified(access, .verified(algorithm: "ES256", keyID: "3f2a")))
        console.send(.ticked(Samples.now.addingTimeInterval(120), secondsFromUTC: 0))
        try expectWords(console.paneWords(.claims))
    }

    @Test func `what can't be done says why, and asks nothing of the session`() throws {
        var console = Console.inspecting()
        for (name, keys): (String, [Key]) in [
            ("verify a refresh token", [.down, .character("V")]),
            ("introspect an ID token", [.down, .character("I")]),
            ("verify an earlier token", [.character("G"), .character("V")]),
            ("reveal an earlier token", [.character("m")]), ("forget an earlier token", [.character("X")]),
        ] {
            for key in keys { console.press(key) }
            try expectWords(try #require(console.model.shell.notice?.text), name)
            #expect(console.effects.isEmpty)
        }
    }

    @Test func `introspection is asked for on a key, and its answer is shown`() throws {
        var console = Console.inspecting()
        #expect(console.sessionEffects.isEmpty)
        console.press(.character("I"))
        guard case .introspect(.access, access) = console.sessionEffects.first else {
            Issue.record("nothing was asked: \(console.effects)")
            return
        }
        console.send(.introspectionEnded(access, .failure(.unsupported("introspection"))))
        #expect(console.model.shell.notice?.tone == .bad)
    }

    @Test func `the refresh token is introspected, too, and its answer is shown beside it`() throws {
        var console = Console.inspecting()
        console.press(.down, .character("I"))
        guard case .introspect(.refresh, let refresh) = console.sessionEffects.first else {
            Issue.record("nothing was asked: \(console.effects)")
            return
        }
        console.send(.introspectionEnded(refresh, .success(Introspection(isActive: true, claims: []))))
        try expectWords(console.noticeWords, "the notice")
        try expectWords(console.paneWords(.claims), "the claims")
    }

    @Test(arguments: [true, false]) func `the answer of introspection is told at once, and when it came`(
        isActive: Bool
    ) throws {
        var console = Console.inspecting()
        console.press(.character("I"))
        guard case .introspect(.access, let access) = console.sessionEffects.first else {
            Issue.record("nothing was asked: \(console.effects)")
            return
        }
        let end = Samples.now.addingTimeInterval(600.5)
        console.send(
            .introspectionEnded(
                access, .success(Introspection(isActive: isActive, expiresAt: isActive ? end : nil, claims: []))))
        let notice = try #require(console.model.shell.notice)
        #expect(notice.tone == (isActive ? .good : .bad))
        let part = isActive ? "active" : "not active"
        try expectWords(notice.text, "\(part), the notice")
        try expectWords(console.paneWords(.claims), "\(part), the claims")
        try expectWords(console.paneWords(.life), "\(part), the life")
    }

    @Test func `m shows a present token for five seconds, by the rules of the first screen`() {
        var console = Console.inspecting()
        console.press(.character("m"))
        guard case .reveal(.access) = console.sessionEffects.first else {
            Issue.record("nothing was asked: \(console.effects)")
            return
        }
    }

    @Test func `a sign-out takes the former user's tokens off the screen`() {
        var console = Console.inspecting()
        #expect(console.text.contains("248289761001"))
        console.happen(.signedOut(.signedOut))
        #expect(console.tokens.list.list.rows.isEmpty)
        #expect(!console.text.contains("248289761001"))
    }

    @Test func `t on the first screen leads to the selected token here`() {
        var console = Console.inspecting()
        console.press(.character("1"), .character("t"))
        #expect(console.model.screens.shown == .tokens)
        #expect(console.tokens.list.selected?.fingerprint == access)
        console.press(.character("1"))
        console.visit(.events)
        console.press(.character("g"))
        console.press(.character("t"))
        #expect(console.tokens.list.selected?.fingerprint == MadeTokens.access(1, expiresIn: 10).fingerprint)
    }

    @Test func `claims are found, copied and shown in the pager`() throws {
        var console = Console.inspecting()
        console.press(.enter)
        #expect(console.tokens.focus == .claims)
        console.press(.character("/"))
        console.type("roles")
        console.press(.enter, .character("y"), .character("y"))
        let text = try #require(console.copied)
        #expect(text == "reader, buyer")
        console.press(.character("v"))
        let page = try #require(console.viewed)
        try expectWords(page.trimmed)
    }

    @Test(arguments: [nil, "session-console token"])
    func `calls are counted that this session sent, and another process's are said to be unknown`(
        command: String?
    ) throws {
        var context = Samples.context
        context.tokenCommand = command
        var console = Console.signedIn(context, size: Size(width: 200, height: 60))
        console.press(.character("3"))
        try expectWords(console.plainText(of: console.tokens.life), command ?? "no other process")
    }
}
