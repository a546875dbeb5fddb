import ClientObservation
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

@testable import ConsoleApp

/// Two processes that spend one refresh token, as the console is told of them.
struct WatchedStory {
    static let start = Date(timeIntervalSince1970: 1_795_615_200)
    static let context = {
        var context = ConsoleContext(profile: "traffic.har")
        context.stage = .watch
        return context
    }()

    private(set) var moments: [Moment] = []
    private var sequence = 0

    /// The story as it is told at once; `count` times the calls of a busy client before it.
    init(calls: Int = 1) {
        call(1, by: "agent[4111]", at: 0, status: 200, session: 1)
        for number in 0..<max(0, calls - 1) {
            call(100 + number, by: "agent[4111]", at: 0.5 + Double(number) / 1_000, status: 200, session: 1)
        }
        tell(
            SeenChange(sessions: [Self.session([("A3F1", "agent[4111]")], state: .live)]), at: 1)
        refresh(2, by: "agent[4111]", at: 131, status: 200)
        tell(
            SeenChange(
                sessions: [Self.session([("A3F1", "agent[4111]"), ("9C02", nil)], state: .live)]), at: 131.3)
        let twice = Self.finding(1, "refresh-token-sent-twice-at-once", .error, [2, 3], at: 131.14)
        tell(SeenChange(findings: [twice]), at: 131.3)
        refresh(3, by: "agent[4127]", at: 131.14, status: 400)
        tell(
            SeenChange(
                sessions: [Self.session([("A3F1", "agent[4127]"), ("9C02", nil)], state: .refused)]), at: 131.4)
        call(4, by: "agent[4127]", at: 132, status: 401, session: nil, token: nil)
        tell(SeenChange(findings: [Self.finding(2, "no-challenge", .note, [4], at: 132.1)]), at: 132.1)
        tell(SeenChange(isOver: true), at: 133)
    }

    static func session(_ lineage: [(token: String, presenter: String?)], state: ObservedSession.State) -> SeenSession {
        SeenSession(
            id: 1, client: "agent", issuer: "https://id.example.com", subject: "alice", state: state,
            accessToken: Fingerprint(digits: "60A1"), expiry: start.addingTimeInterval(191),
            lineage: lineage.compactMap { link in
                Fingerprint(digits: link.token).map { .init(token: $0, presenter: link.presenter) }
            }, senders: ["agent[4111]", "agent[4127]"])
    }

    static func finding(
        _ id: Int, _ rule: String, _ weight: FindingRule.Weight, _ messages: [Int], at offset: TimeInterval,
        count: Int = 1
    ) -> ClientFinding {
        let occurrence = ClientFinding.Evidence(moment: start.addingTimeInterval(offset), messages: messages)
        return ClientFinding(
            id: id, rule: rule, weight: weight, session: 1, client: "agent", sender: "agent[4127]", first: occurrence,
            last: occurrence, count: count)
    }

    /// Gives the client and its programs another name.
    mutating func rename(_ name: String) {
        for place in moments.indices {
            switch moments[place].occurrence {
            case .event(var event):
                event.watched?.sender = name
                moments[place].occurrence = .event(event)
            case .clients(var change):
                for index in change.sessions.indices {
                    (change.sessions[index].client, change.sessions[index].subject) = (name, name)
                    for link in change.sessions[index].lineage.indices {
                        change.sessions[index].lineage[link].presenter = name
                    }
                }
                moments[place].occurrence = .clients(change)
            default: break
            }
        }
    }

    private mutating func tell(_ change: SeenChange, at offset: TimeInterval) {
        moments.append(Moment(time: Self.start.addingTimeInterval(offset), occurrence: .clients(change)))
    }

    private mutating func call(
        _ id: Int, by sender: String, at offset: TimeInterval, status: Int, session: Int?, token: String? = "60A1",
        client: Int? = nil
    ) {
        let headers: HTTPHeaders = token.map { ["Authorization": "Bearer •••• \($0)"] } ?? [:]
        exchange(
            id, .request, "GET", "https://api.example.com/orders", by: sender, at: offset, status: status,
            session: session, headers, nil, client: client)
    }

    private mutating func refresh(_ id: Int, by sender: String, at offset: TimeInterval, status: Int) {
        exchange(
            id, .token, "POST", "https://id.example.com/token", by: sender, at: offset, status: status, session: 1,
            ["Content-Type": "application/x-www-form-urlencoded"],
            "grant_type=refresh_token&refresh_token=•••• A3F1")
    }

    private mutating func exchange(
        _ id: Int, _ purpose: SessionError.Purpose, _ method: String, _ url: String, by sender: String,
        at offset: TimeInterval, status: Int, session: Int?, _ headers: HTTPHeaders, _ form: String?,
        client: Int? = nil
    ) {
        sequence += 1
        let body = status == 400 ? #"{"error":"invalid_grant"}"# : nil
        let exchange = HTTPExchange(
            id: id, purpose: purpose, request: purpose == .request ? id : nil, method: method, url: url,
            requestHeaders: headers, requestBody: form, sentAt: Self.start.addingTimeInterval(offset),
            duration: .milliseconds(90),
            outcome: .answered(
                .init(
                    status: status, headers: ["Content-Type": "application/json"], body: body,
                    bodySize: 20, version: nil, timings: nil, connection: nil, redirects: [])))
        let end = Self.start.addingTimeInterval(offset + 0.09)
        var event = SessionEvent(sequence: sequence, time: end, generation: 0, cause: nil, kind: .exchange(exchange))
        event.watched = WatchedSource(sender: sender, session: session, client: client)
        moments.append(Moment(time: end, occurrence: .event(event)))
    }
}

extension WatchedStory {
    static let serverContext = {
        var context = ConsoleContext(profile: ":8000 → http://127.0.0.1:3000")
        context.stage = .server
        return context
    }()

    /// Two clients of a server: one that calls, and one that never does.
    static func ofServer() -> WatchedStory {
        var story = WatchedStory(calls: 0)
        (story.moments, story.sequence) = ([], 0)
        let steps: [(ServedClient.Step, Int)] = [
            (.challenge, 401), (.metadata, 200), (.registration, 201), (.authorization, 302), (.redemption, 200),
        ]
        func client(_ id: Int, _ name: String, _ clientID: String, at offset: TimeInterval) -> ServedClient {
            let moment = start.addingTimeInterval(offset)
            return ServedClient(
                id: id, name: name, address: "203.0.113.7, as it says", clientID: clientID,
                steps: steps.enumerated().map {
                    ServedClient.Progress(
                        step: $1.0, outcome: .passed, status: $1.1, moment: moment + Double($0), count: 1)
                },
                hasCode: true, token: Fingerprint(digits: "A3F1"), delivered: moment + 4, lifetime: .seconds(3_600),
                first: moment, latest: moment + 4)
        }
        var right = client(1, "agent-sdk/0.9", "5b20", at: 0)
        right.steps.append(
            ServedClient.Progress(
                step: .call, outcome: .passed, status: 200, moment: start.addingTimeInterval(6), count: 2))
        story.tell(SeenChange(served: [right]), at: 6)
        story.call(1, by: "agent-sdk/0.9", at: 6, status: 200, session: 1, client: 1)
        story.call(2, by: "assistant/1.4", at: 10, status: 401, session: nil, token: nil, client: 2)
        story.tell(SeenChange(served: [client(2, "assistant/1.4", "7f3a", at: 10)]), at: 14)
        story.tell(
            SeenChange(findings: [finding(1, "challenge-without-metadata", .warning, [2], at: 10)]), at: 14)
        story.tell(SeenChange(isOver: true), at: 100)
        return story
    }
}

/// A console that shows the traffic of another program.
struct WatchedDesk {
    private(set) var workspace: Workspace
    private(set) var effects: [WorkspaceEffect] = []

    init(
        _ story: WatchedStory = WatchedStory(), size: Size = Size(width: 120, height: 36),
        _ context: ConsoleContext = WatchedStory.context
    ) {
        workspace = Workspace(
            reading: "traffic.har",
            in: Model(context: context, now: WatchedStory.start, secondsFromUTC: 0))
        send(.terminal(.resized(size)))
        send(.recording(.read(story.moments)))
        send(.recording(.readToEnd(flaw: nil)))
    }

    mutating func send(_ message: WorkspaceMessage) { effects = update(&workspace, message) }
    mutating func press(_ keys: Key...) { for key in keys { send(.terminal(.keyPressed(key))) } }
    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    /// Clicks the first place where a text stands.
    mutating func click(_ text: String) -> Bool {
        for (y, line) in lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let x = TextWidth.columns(of: String(line[..<range.lowerBound]))
            press(.mouse(MouseEvent(.press, button: .left, at: Point(x: x, y: y))))
            return true
        }
        return false
    }

    var model: Model { workspace.shownModel(0) }
    var lines: [String] { workspace.picture.lines }
}
