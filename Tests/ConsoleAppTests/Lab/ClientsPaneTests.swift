import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClientsPaneTests {
    static let users = ProviderState.Address("users", "alice / wonderland · bob / builder")
    static let addresses = [
        ProviderState.Address("issuer", "http://127.0.0.1:41873"), .init("API base", "http://127.0.0.1:41874"),
        .init("client_id", "session-console"), users,
    ]

    private static func request(
        _ id: Int, change: Int? = nil, path: String = "/token", grant: String? = "refresh_token",
        client: String? = "my-app", answer: String? = "400", flaw: String? = nil,
        faults: [String] = []
    ) -> ProviderState.Request {
        ProviderState.Request(
            id: id, change: change ?? id, time: Samples.now.addingTimeInterval(Double(id)), clientID: client,
            method: "POST", path: path, grantType: grant, answer: answer, flaw: flaw, faults: faults)
    }

    private static func state(_ requests: [ProviderState.Request]) -> ProviderState {
        ProviderState(
            accessTokenLifetime: .seconds(60), refreshTokenLifetime: .seconds(600), addresses: addresses,
            requests: requests)
    }

    static let flaw = "invalid_grant: the refresh token was used before"

    /// The provider by itself.
    private func watch(_ size: Size) -> Console {
        var context = Samples.context
        context.stage = .provider
        context.faults = [.rejectedRefresh, .rotatedKeys]
        return Console(context, size: size)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `a request that a fault struck is marked with its name`(size: Size) throws {
        for fault in [LabFault.rejectedRefresh, .narrowedScope, .switchedUser] {
            var console = watch(size)
            console.send(.provider(Self.state([Self.request(1, answer: "200", faults: [fault.name])])))
            let row = console.paneWords(ClientsPane.title).line(with: fault.rawValue)
            try expectWords(row, "\(fault.rawValue), \(size.width) columns")
            try expectWords(console.plainText(of: console.model.screens.lab.clients), "\(fault.rawValue), as text")
            console.visit(title: ClientsPane.title)
            console.press(.enter)
            try expectWords(console.dialogWords, "\(fault.rawValue), details")
        }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `who watches a provider sees where to point an app, and what its clients ask`(size: Size) throws {
        var console = watch(size)
        console.send(.provider(Self.state([])))
        try expectWords(console.paneWords(ClientsPane.title), "\(size.width) columns, no request")
        for id in 1...30 { console.send(.provider(Self.state([Self.request(id, flaw: Self.flaw)]))) }
        try expectWords(console.paneWords(ProviderPane.title), "\(size.width) columns, provider")
        try expectWords(console.paneWords(ClientsPane.title), "\(size.width) columns, requests")
    }

    @Test func `a provider by itself has no session's screens`() throws {
        var console = watch(Size(width: 120, height: 36))
        try expectWords(console.headerWords, "header")
        console.press(.character("1"))
        #expect(console.model.screens.shown == .lab)
        try expectWords(console.noticeWords, "notice of a session's key")
    }

    @Test func `a request changes when it is answered, whichever news comes last`() throws {
        var console = watch(Size(width: 120, height: 36))
        console.send(.provider(Self.state([Self.request(1, answer: nil)])))
        console.send(
            .provider(Self.state([Self.request(1, change: 3, flaw: Self.flaw), Self.request(2, answer: "200")])))
        console.send(.provider(Self.state([Self.request(1, answer: nil)])))
        let pane = console.model.screens.lab.clients
        #expect(pane.requests.map(\.answer) == ["400", "200"])
        try expectWords(console.paneWords(ClientsPane.title))
    }

    @Test func `what a client sends can't change the screen`() throws {
        var console = watch(Size(width: 120, height: 36))
        let hostile = "/a\u{1B}[2J\u{202E}b\nc"
        console.send(.provider(Self.state([Self.request(1, path: hostile, client: hostile, flaw: hostile)])))
        #expect(!console.text.contains("\u{1B}") && !console.text.contains("\u{202E}"))
        try expectWords(console.paneWords(ClientsPane.title))
    }

    @Test func `the newest stays in sight until another is selected`() throws {
        var console = watch(Size(width: 120, height: 36))
        let all = (1...40).map { Self.request($0, path: "/path\($0)") }
        console.send(.provider(Self.state(all)))
        console.visit(title: "Client requests")
        try expectWords(console.paneWords(), "newest")
        console.press(.up)
        console.send(.provider(Self.state([Self.request(41, path: "/path41"), Self.request(42, path: "/path42")])))
        #expect(console.model.screens.lab.clients.selected?.path == "/path39")
        console.press(.character("F"))
        try expectWords(console.paneWords(), "followed again")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `the demo's lab has the same pane`(size: Size) throws {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        console.send(.provider(Self.state([Self.request(1, flaw: Self.flaw)])))
        console.visit(title: "Client requests")
        try expectWords(console.paneWords(), "\(size.width) columns")
    }

    @Test func `a large screen shows the provider and its clients' requests at once`() throws {
        var console = Console.signedIn(size: Size(width: 200, height: 60))
        console.press(.character("5"))
        console.send(.provider(Self.state([Self.request(1, flaw: Self.flaw)])))
        for pane in [HeldPane.title, ProviderPane.title, ClientsPane.title] {
            try expectWords(console.paneWords(pane), pane)
        }
    }

    @Test func `help and the command line name no screen that is not there`() {
        var console = watch(Size(width: 120, height: 60))
        console.press(.character("?"))
        #expect(!console.text.contains(SessionScreen.summary) && console.text.contains(LabScreen.summary))
        console.press(.escape, .character(":"))
        console.type("flow")
        #expect(!console.text.contains(FlowScreen.summary))
    }
}
