import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

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
        context.isProviderAlone = true
        context.faults = [.rejectedRefresh, .rotatedKeys]
        return Console(context, size: size)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `a request that a fault struck is marked with its name`(size: Size) {
        for fault in [Fault.rejectedRefresh, .narrowedScope, .switchedUser] {
            var console = watch(size)
            console.send(.stateChanged(Self.state([Self.request(1, answer: "200", faults: [fault.name])])))
            #expect(console.text.contains("POST /token  injected: \(fault.rawValue)"))
            #expect(console.model.screens.lab.clients.plainText(in: console.model.scene).contains(fault.rawValue))
            console.visit(title: ClientsPane.title)
            console.press(.enter)
            #expect(console.text.contains("Injected") && console.text.contains(fault.rawValue))
        }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `who watches a provider sees where to point an app, and what its clients ask`(size: Size) {
        var console = watch(size)
        console.send(.stateChanged(Self.state([])))
        #expect(console.text.contains("no request yet"))
        for id in 1...30 { console.send(.stateChanged(Self.state([Self.request(id, flaw: Self.flaw)]))) }
        for part in [
            "issuer       http://127.0.0.1:41873", "API base     http://127.0.0.1:41874", "client_id",
            "alice / wonderland",
            "bob / builder", "400", "my-app", "POST /token", "refresh_token", Self.flaw,
            console.model.scene.time.clock(Samples.now.addingTimeInterval(30)),
        ] {
            #expect(console.text.contains(part), "\(part)")
        }
    }

    @Test func `a provider by itself has no session's screens`() {
        var console = watch(Size(width: 120, height: 36))
        #expect(!console.text.contains("1 Session") && !console.text.contains("calls go to"))
        #expect(!console.text.contains("refreshes 0"))
        console.press(.character("1"))
        #expect(console.model.screens.shown == .lab)
        #expect(console.text.contains("this program only watches its provider"))
    }

    @Test func `a request changes when it is answered, whichever news comes last`() {
        var console = watch(Size(width: 120, height: 36))
        console.send(.stateChanged(Self.state([Self.request(1, answer: nil)])))
        console.send(
            .stateChanged(Self.state([Self.request(1, change: 3, flaw: Self.flaw), Self.request(2, answer: "200")])))
        console.send(.stateChanged(Self.state([Self.request(1, answer: nil)])))
        let pane = console.model.screens.lab.clients
        #expect(pane.requests.map(\.answer) == ["400", "200"])
        #expect(console.text.contains("1 refused"))
    }

    @Test func `what a client sends can't change the screen`() {
        var console = watch(Size(width: 120, height: 36))
        let hostile = "/a\u{1B}[2J\u{202E}b\nc"
        console.send(.stateChanged(Self.state([Self.request(1, path: hostile, client: hostile, flaw: hostile)])))
        #expect(!console.text.contains("\u{1B}") && !console.text.contains("\u{202E}"))
        #expect(console.text.contains("/a␛[2J"))
    }

    @Test func `the newest stays in sight until another is selected`() {
        var console = watch(Size(width: 120, height: 36))
        let all = (1...40).map { Self.request($0, path: "/path\($0)") }
        console.send(.stateChanged(Self.state(all)))
        console.visit(title: "Client requests")
        #expect(console.text.contains("/path40"))
        console.press(.up)
        console.send(.stateChanged(Self.state([Self.request(41, path: "/path41"), Self.request(42, path: "/path42")])))
        #expect(console.model.screens.lab.clients.selected?.path == "/path39")
        console.press(.character("F"))
        #expect(console.text.contains("/path42"))
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `the demo's lab has the same pane`(size: Size) {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        console.send(.stateChanged(Self.state([Self.request(1, flaw: Self.flaw)])))
        console.visit(title: "Client requests")
        #expect(console.text.contains("POST /token") && console.text.contains("invalid_grant"))
    }

    @Test func `a large screen shows the provider and its clients' requests at once`() {
        var console = Console.signedIn(size: Size(width: 200, height: 60))
        console.press(.character("5"))
        console.send(.stateChanged(Self.state([Self.request(1, flaw: Self.flaw)])))
        for part in ["Results", "Provider · access", "Addresses", "Client requests", "POST /token", Self.flaw] {
            #expect(console.text.contains(part), "\(part)")
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
