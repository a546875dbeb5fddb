import ClientObservation
import ClientWatch
import FaultInjection
import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import session_console

/// The console on programs that are watched while they run.
@Suite(.timeLimit(.minutes(5)))
struct WatchedProgramsTests {
    private static func news(of messages: [ObservedMessage]) -> [WatchNews] {
        var observer = Observer()
        return observer.observe(messages).map(WatchNews.message)
    }

    private static func feed(_ news: [WatchNews]) -> NewsFeed {
        let feed = NewsFeed()
        for item in news { feed.add(item) }
        feed.finish()
        return feed
    }

    /// What the console is told of all news.
    private actor Listener {
        private(set) var moments: [Moment] = []
        private var waiting: CheckedContinuation<Void, Never>?

        func take(_ more: [Moment]) {
            moments += more
            if isOver { waiting?.resume() }
        }

        private var isOver: Bool {
            moments.contains { if case .clients(let change) = $0.occurrence { change.isOver } else { false } }
        }

        /// Returns once it was told of the end of the watch.
        func end() async {
            if !isOver { await withCheckedContinuation { waiting = $0 } }
        }
    }

    private static func workspace(_ news: [WatchNews]) async -> Workspace {
        let watched = WatchedPrograms("agent", feed(news))
        let listener = Listener()
        await watched.follow { await listener.take($0) }
        await listener.end()
        var workspace = Workspace(
            Model(context: watched.context, now: Date(timeIntervalSince1970: 0), secondsFromUTC: 0))
        _ = update(&workspace, .terminal(.resized(Size(width: 120, height: 36))))
        for moment in await listener.moments {
            #expect(update(&workspace, .session(0, .happened(moment.occurrence))).isEmpty)
        }
        return workspace
    }

    private static func text(_ workspace: Workspace) -> String {
        var frames = WorkspaceFrames(glyphs: .unicode)
        return frames.draw(workspace, size: workspace.size).lines.joined(separator: "\n")
    }

    @Test func `live news show what the archive of the same messages shows`() async throws {
        let live = await Self.workspace(Self.news(of: WatchDemo.messages)).shownModel(0).scene.clients
        #expect(live.isOver && live.sessions.count == 2)
        #expect(live.findings.map(\.rule).contains("refresh-token-sent-twice-at-once"))
        let moments = ClientTraffic(WatchDemo.name, WatchDemo.messages).moments.flatMap { $0 }
        var read = SeenClients()
        for moment in moments { if case .clients(let change) = moment.occurrence { read.observe(change) } }
        #expect(live == read)
    }

    @Test func `of a program that signs in for each request the latest sessions are shown`() async throws {
        let url = try #require(URL(string: "http://127.0.0.1/token"))
        let form = "grant_type=password&client_id=agent&username=alice&password=secret"
        let headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        let messages = (1...1_100).map { number in
            let moment = Date(timeIntervalSince1970: Double(number))
            let answer = #"{"access_token":"access-\#(number)","refresh_token":"refresh-\#(number)"}"#
            return ObservedMessage(
                ObservedRequest(method: "POST", url: url, headers: headers, body: Array(form.utf8), begin: moment),
                .answered(
                    ObservedAnswer(
                        status: 200, headers: ["Content-Type": "application/json"], body: Array(answer.utf8))),
                end: moment)
        }
        var clients = SeenClients()
        for moment in ClientTraffic("agent", messages).moments.flatMap({ $0 }) {
            if case .clients(let change) = moment.occurrence { clients.observe(change) }
        }
        #expect(clients.sessionCount == 1_100)
        #expect(clients.sessions.map(\.id) == Array(589...1_100))
    }

    @Test func `a message without an answer is under way, and a notice is said`() async throws {
        let open = Array(Self.news(of: WatchDemo.messages).prefix(1))
        let notice = WatchNotice(.nothingCame)
        var workspace = await Self.workspace(open + [.notice(notice, at: Date(timeIntervalSince1970: 9))])
        #expect(Self.text(workspace).contains("No request from the command to a watched host"))
        _ = update(&workspace, .terminal(.keyPressed("2")))
        let text = Self.text(workspace)
        #expect(text.contains("GET /.well-known/openid-configuration") && text.contains("no answer yet"))
    }

    @Test func `a fault is told as armed and with the message that it struck, which says so`() async throws {
        let request = ObservedRequest(
            method: "POST", url: try #require(URL(string: "https://id.example.com/token")),
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array("grant_type=refresh_token&refresh_token=r1&client_id=agent".utf8), begin: Date())
        var answer = ObservedAnswer(status: 429, headers: ["Retry-After": "30"])
        answer.isInjected = true
        let struck = InjectedFault(name: "token-endpoint-429", step: .struck, exchange: 41, text: "struck")
        let workspace = await Self.workspace([
            .injected(InjectedFault(name: "token-endpoint-429", step: .armed, text: "armed"), at: Date()),
            .message(.began(41, request)), .injected(struck, at: Date()),
            .message(.ended(41, .answered(answer), at: Date())),
        ])
        let events = workspace.shownModel(0).scene.history.events
        let message = try #require(events.lazy.compactMap(\.exchange).first)
        #expect(message.faults == ["token-endpoint-429"])
        let told = events.compactMap { if case .injected(let fault) = $0.kind { fault } else { nil } }
        #expect(told.map(\.step) == [.armed, .struck] && told.map(\.exchange) == [nil, message.id])
        #expect(Self.text(workspace).contains("injected: token endpoint 429"), "\(Self.text(workspace))")
    }

    @Test func `what the command line has armed is shown before any message comes`() async throws {
        let fault = try #require(PlannedFault("api-401@3"))
        let watched = WatchedPrograms("agent", Self.feed([]), faults: WatchFaults([fault]) { _ in })
        let listener = Listener()
        await watched.follow { await listener.take($0) }
        await listener.end()
        let armed = await listener.moments.compactMap {
            if case .faults(let armed, _) = $0.occurrence { armed } else { nil }
        }
        #expect(armed == [[.apiUnauthorized: .times(1)]])
    }

    @Test func `arming is news of the watch, and its switches strike`() async throws {
        let (stream, source) = AsyncStream.makeStream(of: WatchNews.self)
        let faults = WatchFaults { source.yield($0) }
        let commands: [FaultCommand] = [
            .inject(.tokenEndpointBusy, .times(2)), .inject(.revokedSession, .atOnce), .clear(.tokenEndpointBusy),
        ]
        for command in commands { faults.perform(command) }
        source.finish()
        var steps: [InjectedFault.Step] = []
        for await case .injected(let fault, _) in stream { steps.append(fault.step) }
        #expect(steps == [.armed, .disarmed] && faults.switches.armed.isEmpty)
    }

    @Test func `braces step through the findings of a watch that goes on`() async throws {
        var workspace = await Self.workspace(Self.news(of: WatchDemo.messages))
        let all = workspace.shownModel(0).scene.clients.findings.count
        for _ in 1...3 { _ = update(&workspace, .terminal(.keyPressed("{"))) }
        #expect(workspace.shownModel(0).scene.clients.findings.count < all)
        _ = update(&workspace, .terminal(.keyPressed(.escape)))
        #expect(workspace.shownModel(0).scene.clients.findings.count == all)
    }
}
