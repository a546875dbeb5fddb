import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

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
    func `each present token has a bar in the list`(width: Int, height: Int) {
        let rows = Console.inspecting(size: Size(width: width, height: height)).text.split(separator: "\n")
        let bars = rows.filter { $0.contains("expires in") && $0.contains("█") }
        #expect(bars.count == 3, "\(rows.joined(separator: "\n"))")
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

    @Test func `a present token that was not read is said to be that, with its words apart`() {
        var console = Console()
        console.happen(.signedIn(flow: "browser", Samples.tokens))
        console.press(.character("3"))
        #expect(console.text.contains("not read ? "), "\(console.text)")
        #expect(console.text.contains("the token was not read") && !console.text.contains("replaced before"))
    }

    @Test func `the present tokens come first, then earlier ones, newest first`() {
        let entries = Console.inspecting().tokens.list.entries
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

    @Test func `the changes are those since the token before, or since a marked one`() {
        var console = Console.inspecting()
        func names() -> [String] { console.tokens.changes.changes.map { "\($0.kind.word.text) \($0.name)" } }
        #expect(names() == ["changed scope", "changed iat", "changed exp", "changed jti"])
        #expect(console.text.contains("+ orders, - profile"))
        // The oldest access token becomes what others are compared with.
        console.press(.character("G"), .character("c"), .character("k"))
        #expect(console.tokens.changes.base?.fingerprint == MadeTokens.access(1, expiresIn: 10).fingerprint)
        #expect(names() == ["changed iat", "changed exp", "changed jti"])
        console.press(.down, .character("c"))
        #expect(console.tokens.list.marked == nil)
        console.press(.character("g"), .down)
        #expect(console.tokens.changes.absence?.contains("no known predecessor") == true)
    }

    @Test func `times are shown in three formats`() {
        var console = Console.inspecting()
        #expect(console.text.contains("2026-11-21 12:05:18"))
        console.press(.character("u"))
        #expect(console.text.contains("2026-11-21 12:05:18Z"))
        console.press(.character("u"))
        #expect(!console.text.contains("12:05:18"))
        #expect(console.text.contains(/exp +expires in 47 s/))
    }

    @Test func `the trust has three states, and a reason`() {
        var console = Console.inspecting()
        #expect(console.text.contains("not checked: it names this provider as its"))
        console.press(.character("V"))
        #expect(console.text.contains("not checked: the keys are being fetched"))
        #expect(console.sessionEffects.count == 1)
        console.send(.tokenVerified(access, .verified(algorithm: "ES256", keyID: "3f2a")))
        #expect(console.text.contains("verified: ES256 by the key 3f2a"))
        console.send(.tokenVerified(access, .failed("the signature does not match")))
        #expect(console.text.contains("failed: the signature does not match"))
    }

    @Test func `a good signature does not make an expired token good`() {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.send(.tokenVerified(access, .verified(algorithm: "ES256", keyID: "3f2a")))
        console.send(.ticked(Samples.now.addingTimeInterval(120), secondsFromUTC: 0))
        #expect(console.text.contains("failed: expired 1 min ago, though the signature is good"))
        #expect(console.text.contains("(RFC 7519 §4.1.4)"))
    }

    @Test func `what can't be done says why, and asks nothing of the session`() {
        var console = Console.inspecting()
        for (keys, words): ([Key], String) in [
            ([.down, .character("V")], "is not a signed JWT"),
            ([.down, .character("I")], "only access and refresh tokens"),
            ([.character("G"), .character("V")], "the signatures of earlier tokens are not kept"),
            ([.character("m")], "can't be shown whole"), ([.character("X")], "only pasted tokens"),
        ] {
            for key in keys { console.press(key) }
            #expect(
                console.model.shell.notice?.text.lowercased().contains(words.lowercased()) == true,
                "\(words)")
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

    @Test func `the refresh token is introspected, too, and its answer is shown beside it`() {
        var console = Console.inspecting()
        console.press(.down, .character("I"))
        guard case .introspect(.refresh, let refresh) = console.sessionEffects.first else {
            Issue.record("nothing was asked: \(console.effects)")
            return
        }
        console.send(.introspectionEnded(refresh, .success(Introspection(isActive: true, claims: []))))
        #expect(console.model.shell.notice?.text == "introspection of \(refresh): active")
        #expect(console.text.contains("active when asked at 12:04:31"), "\(console.text)")
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
        let words = isActive ? "active, 10 min left" : "not active"
        #expect(notice.text == "introspection of \(access): \(words)")
        let state = isActive ? "active" : "not active"
        #expect(console.text.contains("\(state) when asked at 12:04:31"), "\(console.text)")
        #expect(console.text.contains("introspection: \(state)"), "\(console.text)")
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
        #expect(console.tokens.list.entries.isEmpty)
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
        #expect(page.contains("jti  token-3  (identifier of the token)"))
        #expect(page.contains("Bound to  a DPoP key (RFC 9449 §6.1): 0ZcOCORZNYy"))
    }

    @Test(arguments: [nil, "session-console token"])
    func `calls are counted that this session sent, and another process's are said to be unknown`(
        command: String?
    ) {
        var context = Samples.context
        context.tokenCommand = command
        var console = Console.signedIn(context, size: Size(width: 200, height: 60))
        console.press(.character("3"))
        let text = console.tokens.life.plainText(in: console.model.scene)
        #expect(text.contains("carried by 1 call from here, answered 200"))
        #expect(text.contains("other processes' calls are not known") == (command != nil))
    }
}
