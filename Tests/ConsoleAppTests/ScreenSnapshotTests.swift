import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

/// A size and a set of glyphs to draw with.
struct Screen: Sendable, CustomTestStringConvertible {
    let size: Size
    let glyphs: Glyphs

    static let all = [(120, 36), (80, 24), (44, 14)].flatMap { width, height in
        [Glyphs.unicode, .ascii].map { Screen(size: Size(width: width, height: height), glyphs: $0) }
    }

    var name: String { "\(size.width)x\(size.height)\(glyphs.isASCII ? "-ascii" : "")" }
    var testDescription: String { name }
}

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ScreenSnapshotTests {
    @Test(arguments: Screen.all) func `signed out, the screen says which key signs in`(_ screen: Screen) throws {
        var console = Console(size: screen.size)
        console.send(.event(Samples.peacefulEvents[0]))
        try expectSnapshot("signed-out-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `signed in, with a response`(_ screen: Screen) throws {
        var console = Console.signedIn(size: screen.size)
        console.exchange(Samples.answer(Samples.orders))
        try expectSnapshot("response-\(screen.name)", console.picture(screen.glyphs), styles: screen.size.width == 80)
    }

    @Test(arguments: Screen.all) func `every panel of a small screen has its turn`(_ screen: Screen) throws {
        guard screen.size.width < 60 else { return }
        var console = Console.signedIn(size: screen.size)
        for panel in SessionScreen.PaneID.allCases {
            console.visit(panel)
            try expectSnapshot("panel-\(panel)-\(screen.name)", console.picture(screen.glyphs))
        }
    }

    @Test(arguments: Screen.all) func `a lost session shows its card`(_ screen: Screen) throws {
        var console = Console.signedIn(size: screen.size)
        console.exchange(Samples.answer(Samples.orders))
        console.happen(Samples.lossEvents)
        var status = SessionStatus()
        status.state = .noSession(.refreshRejected(.named(Samples.rejection)))
        status.generation = 2
        console.send(.status(status))
        try expectSnapshot("forced-logout-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `a sign-in from a URL asks whether the issuer is right`(_ screen: Screen) throws {
        var console = Console.onURL(size: screen.size, glyphs: screen.glyphs)
        console.findServer(isConfirmed: false)
        try expectSnapshot("chain-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `the sign-in dialog`(_ screen: Screen) throws {
        var console = Console(size: screen.size)
        console.press(.character("l"))
        try expectSnapshot("sign-in-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `a device sign-in, with a QR code where it fits`(_ screen: Screen) throws {
        var console = Console(size: screen.size)
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        try expectSnapshot("device-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `a browser sign-in`(_ screen: Screen) throws {
        var console = Console(size: screen.size)
        console.press(.character("l"), .character("b"))
        let url =
            "http://127.0.0.1:41873/authorize?response_type=code&client_id=session-console"
            + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A35127%2Fcallback&scope=openid%20profile%20email"
            + "&state=Zx0k3nq1&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        console.send(.authorizationURLReady(url, openedInBrowser: false))
        try expectSnapshot("browser-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `the password form shows no password`(_ screen: Screen) throws {
        var console = Console(size: screen.size)
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.tab)
        console.type("wonderland")
        try expectSnapshot("password-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `the help page`(_ screen: Screen) throws {
        var console = Console.signedIn(size: screen.size)
        console.press(.character("?"))
        try expectSnapshot("help-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `the faults menu, with one armed`(_ screen: Screen) throws {
        var console = Console.signedIn(size: screen.size)
        console.send(.faults([.networkOff: .untilDisarmed]))
        console.press(.character("x"), .down)
        try expectSnapshot("faults-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `the lab, after a fault that struck`(_ screen: Screen) throws {
        var console = Console.signedIn(size: screen.size)
        let story = Story(
            after: 7, .each(1...3) { .begin($0) }, .strike(.tamperedToken, exchange: 5), .message(1, 401, id: 5),
            .refreshAfter401, .renewed(), .message(1, 200), .end(1, attempts: 2), .strike(.revokedSession))
        console.happen(story.events)
        console.send(.faults([.networkOff: .times(2), .clockAhead: .untilDisarmed]))
        console.press(.character("5"), .down, .down, .down)
        try expectSnapshot("lab-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `statement 31: hostile texts shift no border`(_ screen: Screen) throws {
        let name = "\u{1B}[31mE\u{202E}vil\u{7} 王小明 👩‍👩‍👧‍👦 e\u{301}\u{302} \u{9B}2J\r\n\u{200B}"
        var console = Console.signedIn(size: screen.size)
        var status = Samples.status()
        status.subject = name
        status.scope = [name, name]
        status.idToken?.trust = .failed(name)
        status.userInfo = UserInfo(
            subject: name, claims: [.init(name: name, value: name), .init(name: "名", value: "🏳️‍🌈")])
        console.send(.status(status))
        console.exchange(
            Samples.answer(#"{"\#(name.filter { !$0.isNewline && $0 != "\u{7}" && $0 != "\u{1B}" })":["中文","🇩🇪"]}"#))
        console.send(.event(Samples.event(8, .injected(.sample(name)))))
        console.send(.event(Samples.event(9, .signInFailed(flow: name, .unsupported(name)))))
        console.send(.userInfoEnded(.failure(.unintelligible(name, during: .userInfo))))
        try expectSnapshot("hostile-\(screen.name)", console.picture(screen.glyphs))
    }
}
