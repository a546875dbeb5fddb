import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// The panes of `provider --watch`: where to point an app, sessions and tokens, and the requests of clients.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WatchedPanesTests {
    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `hints name both keys of the clock and of the lifetime`(size: Size) throws {
        var console = WatchedProviderTests.watch(size)
        console.send(.provider(ProviderPaneTests.state()))
        console.press(.down)
        try expectWords(console.lastRow, "\(size.width) columns")
    }

    @Test func `each of two keys in a hint is clicked by itself`() throws {
        var console = WatchedProviderTests.watch()
        console.send(.provider(ProviderPaneTests.state()))
        let hints = try #require(console.text.split(separator: "\n").last)
        let start = try #require(hints.firstRange(of: "( ) clock")?.lowerBound)
        let column = hints.distance(from: hints.startIndex, to: start)
        for (offset, expected) in [(0, Duration.seconds(-60)), (2, .seconds(60)), (5, .seconds(60))] {
            console.press(.mouse(MouseEvent(.press, button: .left, at: Point(x: column + offset, y: 35))))
            #expect(console.provider == .setClock(offset: expected))
        }
    }

    @Test func `the value of an address is copied alone, and a long one ends with a sign that it is cut`() throws {
        var console = WatchedProviderTests.watch()
        let control = "http://127.0.0.1:41873/control/" + String(repeating: "a", count: 43)
        var state = ProviderPaneTests.state()
        state.addresses = [ProviderState.Address("control", control)]
        console.send(.provider(state))
        try expectWords(console.paneWords().line(with: "control"))
        console.press(.character("G"), .character("y"), .character("y"))
        guard case .tool(.copy(control, name: "control"))? = console.effects.first else {
            Issue.record("\(console.effects)")
            return
        }
        console.press(.character("f"))
        #expect(console.text.contains(control))
    }

    private static let addresses = [
        ProviderState.Address("issuer", "http://127.0.0.1:9411"),
        ProviderState.Address("API base", "http://127.0.0.1:9412"),
        ProviderState.Address("client_id", "session-console", remark: "with PKCE, without a secret"),
        ProviderState.Address("redirect", "http://127.0.0.1:PORT/callback"),
        ProviderState.Address("confidential", "session-console-service", remark: "client_secret_basic/_post"),
        ProviderState.Address("its secret", "V-8SPc"), ProviderState.Address("users", "alice / wonderland"),
        ProviderState.Address("control", "http://127.0.0.1:9411/control/a"),
    ]

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `addresses stand there until a client comes, then below what changes, which a key reaches`(size: Size) throws {
        var console = WatchedProviderTests.watch(size)
        var state = ProviderState(accessTokenLifetime: .seconds(60), refreshTokenLifetime: .seconds(600))
        state.addresses = Self.addresses
        console.send(.provider(state))
        try expectWords(console.paneWords(), "\(size.width) columns, no client")

        state = ProviderPaneTests.state()
        state.addresses = Self.addresses
        console.send(.provider(state))
        try expectWords(console.paneWords(), "\(size.width) columns, a client")
        console.press(.character("G"))
        try expectWords(console.paneWords(), "\(size.width) columns, G")
    }

    @Test func `when a session began is told in the format of all times`() throws {
        var console = WatchedProviderTests.watch()
        console.send(.provider(ProviderPaneTests.state()))
        for format in [TimeFormat.local, .utc, .relative] {
            try expectWords(console.paneWords(ProviderPane.title).line(with: "alice"), "\(format)")
            console.press(.character("u"))
        }
    }

    private static let flaw =
        "invalid_request: the redirect URI 'https://app.example/to/a/callback' is not registered; registered "
        + "are http://127.0.0.1:PORT and http://[::1]:PORT with the path /, /callback or /signed-out"

    private func requests(_ size: Size = Size(width: 120, height: 36)) -> Console {
        var console = WatchedProviderTests.watch(size)
        let request = ProviderState.Request(
            id: 7, change: 9, time: Samples.now.addingTimeInterval(-42), clientID: "my-app", method: "GET",
            path: "/authorize", answer: "400", flaw: Self.flaw)
        console.send(
            .provider(
                ProviderState(
                    accessTokenLifetime: .seconds(60), refreshTokenLifetime: .seconds(600), requests: [request])))
        console.visit(title: "Client requests")
        return console
    }

    @Test func `the times of requests follow the format, too`() throws {
        var console = requests()
        for format in [TimeFormat.local, .utc, .relative] {
            try expectWords(console.paneWords().line(with: "my-app"), "\(format)")
            console.press(.character("u"))
        }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `a request is shown whole on enter`(size: Size) throws {
        var console = requests(size)
        try expectWords(together(console.paneTitle(), console.lastRow), "\(size.width) columns")
        console.press(.enter)
        #expect(console.dialog is ExchangeDetails)
        var seen = console.text
        for _ in 0..<3 {
            console.press(.pageDown)
            seen += console.text
        }
        let text = seen.split(separator: "\n").joined(separator: " ").replacing(/[^a-zA-Z0-9:;\/'.,_\[\]-]+/, with: " ")
        for part in ["GET /authorize", "my-app", "400"] + Self.flaw.split(separator: " ").map(String.init) {
            #expect(text.contains(part), "\(part)")
        }
        console.press(.escape)
        #expect(console.dialog == nil)
    }

    @Test func `without a request enter does nothing`() throws {
        var console = WatchedProviderTests.watch()
        console.visit(title: "Client requests")
        try expectWords(together(console.paneTitle(), console.lastRow))
        console.press(.enter)
        #expect(console.dialog == nil && console.effects.isEmpty)
    }
}
