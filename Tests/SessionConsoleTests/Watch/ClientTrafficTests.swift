import ClientObservation
import ClientWatch
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp
@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct ClientTrafficTests {
    /// The screens of traffic that was read to its end.
    private static func workspace(_ traffic: ClientTraffic, size: Size = Size(width: 120, height: 36)) -> Workspace {
        let source = RecordingSource(traffic)
        var workspace = Workspace(
            reading: traffic.path, in: Model(context: source.context, now: source.header.started, secondsFromUTC: 0))
        _ = update(&workspace, .terminal(.resized(size)))
        var moments: [Moment] = []
        for step in traffic.moments { moments += step }
        _ = update(&workspace, .recording(.read(moments)))
        _ = update(&workspace, .recording(.readToEnd(flaw: traffic.flaw)))
        return workspace
    }

    private static func text(_ workspace: Workspace) -> String {
        var frames = WorkspaceFrames(glyphs: .unicode)
        return frames.draw(workspace, size: workspace.size).lines.joined(separator: "\n")
    }

    @Test func `the story that ships shows two processes, one token, and a good one that was thrown away`() throws {
        let workspace = Self.workspace(try ClientTraffic(WatchDemo.name))
        let clients = workspace.shownModel(0).scene.clients
        #expect(clients.sessions.count == 2 && clients.isOver)
        let first = try #require(clients.sessions.first)
        #expect(first.lineage.map(\.token.description) == ["51E8", "A3F1", "9C02"])
        #expect(first.lineage.map(\.presenter) == ["agent[4111]", "agent[4111]", nil])
        #expect(first.lineage.map(\.refused) == [[], ["agent[4127]"], []])
        #expect(first.client == "agent" && first.subject == "alice" && first.state == .reuseRefused)
        #expect(clients.findings.map(\.rule) == ["refresh-token-sent-twice-at-once", "successor-never-used"])
        #expect(clients.findings.contains { $0.rule == "refresh-token-sent-twice-at-once" && $0.messages.count == 2 })
        #expect(Self.text(workspace).contains("live, reuse refused  agent  alice"))
        #expect(Self.text(workspace).contains("51E8 agent[4111] → A3F1 ✗agent[4127] → 9C02"))
    }

    @Test func `what is on the screens is what the headless command says`() throws {
        let traffic = try ClientTraffic(WatchDemo.name)
        let observer = traffic.observed().observer
        let clients = Self.workspace(traffic).shownModel(0).scene.clients
        #expect(clients.findings == observer.findings && !observer.findings.isEmpty)
        #expect(clients.sessions == observer.sessions && observer.sessions.map(\.id) == [1, 2])
    }

    // MARK: - Secrets

    private static let canaries = [
        "canary-access-0123456789", "canary-refresh-0123456789", "canary-code-0123456789", "canary-verifier-0123456789",
        "canary-client-secret-0123456789", "canary-cookie-0123456789", "canary-body-0123456789",
        "canary-password-0123456789",
    ]

    private static func canaryTraffic() throws -> ClientTraffic {
        func entry(_ second: Int, _ request: JSONValue, _ body: String) -> JSONValue {
            [
                "startedDateTime": .string("2026-11-26T14:02:1\(second).000Z"), "time": 20, "request": request,
                "response": [
                    "status": 200, "headers": [["name": "Set-Cookie", "value": "sid=canary-cookie-0123456789"]],
                    "content": ["mimeType": "application/json", "text": .string(body)],
                ],
            ]
        }
        func form(_ text: String) -> JSONValue {
            ["mimeType": "application/x-www-form-urlencoded", "text": .string(text)]
        }
        let entries: JSONValue = [
            entry(
                1,
                [
                    "method": "POST", "url": "https://id.example/token", "headers": [],
                    "postData": form(
                        "grant_type=authorization_code&code=canary-code-0123456789&client_id=app"
                            + "&code_verifier=canary-verifier-0123456789"
                            + "&client_secret=canary-client-secret-0123456789"),
                ],
                #"{"access_token":"canary-access-0123456789","refresh_token":"canary-refresh-0123456789","#
                    + #""expires_in":60}"#
            ),
            entry(
                3,
                [
                    "method": "GET",
                    "url": .string(
                        "https://api.example/orders?access_token=canary-access-0123456789"
                            + "&password=canary-password-0123456789"),
                    "headers": [["name": "Authorization", "value": "Bearer canary-access-0123456789"]],
                ], #"{"secret":"canary-body-0123456789"}"#),
            entry(
                5,
                [
                    "method": "POST", "url": "https://id.example/token", "headers": [],
                    "postData": form("grant_type=refresh_token&refresh_token=canary-refresh-0123456789&client_id=app"),
                ], #"{"access_token":"canary-access-9876543210"}"#),
        ]
        let archive: JSONValue = ["log": ["version": "1.2", "entries": entries]]
        return ClientTraffic("canary.har", try ArchiveReader(Array(archive.serialized().utf8)).messages)
    }

    @Test func `no secret is on a screen, in a message, in a ticket, in a recording or in an archive`() throws {
        let traffic = try Self.canaryTraffic()
        var workspace = Self.workspace(traffic)
        let model = workspace.shownModel(0)
        #expect(!model.scene.clients.findings.isEmpty && model.scene.clients.sessions.count == 1)
        var shown: [String] = []
        for key: Key in ["1", "2", "3"] {
            _ = update(&workspace, .terminal(.keyPressed(key)))
            shown.append(Self.text(workspace))
            for opening: Key in ["c", .enter, "]"] {
                _ = update(&workspace, .terminal(.keyPressed(opening)))
                shown.append(Self.text(workspace))
            }
            _ = update(&workspace, .terminal(.keyPressed(.escape)))
        }
        let events = Array(model.scene.history.archived)
        let ticket = Ticket(clients: model.scene.clients, events: events, session: nil)
        shown.append(Markdown.text(of: RecordingReport(ticket).page))
        shown.append(HTTPArchive(events, comment: nil).json.serialized())
        for step in traffic.moments { shown += step.map { $0.record(withBodies: true).serialized() } }
        for (text, canary) in shown.flatMap({ text in Self.canaries.map { (text, $0) } }) {
            #expect(!text.contains(canary), "\(canary) in \(text.prefix(400))")
        }
    }

    @Test func `a refresh that returns no refresh token leaves it as it is`() throws {
        let refreshed = Array(try Self.canaryTraffic().moments).joined().compactMap { moment -> SessionTokens? in
            guard case .event(let event) = moment.occurrence, case .refreshed(let tokens, _, nil) = event.kind
            else { return nil }
            return tokens
        }
        #expect(refreshed.map { $0.refresh?.fingerprint } == [Secret("canary-refresh-0123456789").fingerprint])
    }

    // MARK: - Recordings and size

    @Test func `what is recorded of a watch is read as it was`() throws {
        let moments = Array(try ClientTraffic(WatchDemo.name).moments).flatMap { $0 }
        for moment in moments {
            let line = moment.record(withBodies: false)
            let read = try Moment(Record(.object(line)))
            #expect(read.record(withBodies: false) == line)
        }
    }

    @Test func `an archive that was saved of a watch keeps its programs apart`() throws {
        let workspace = Self.workspace(try ClientTraffic(WatchDemo.name))
        let archive = HTTPArchive(Array(workspace.shownModel(0).scene.history.archived), comment: nil)
        let messages = try ArchiveReader(Array(archive.json.serialized().utf8)).messages
        let callers = messages.map(\.request.caller)
        #expect(Set(callers) == [Caller(name: "agent", process: 4111), Caller(name: "agent", process: 4127)])
        var observer = Observer()
        observer.observe(messages)
        observer.close()
        #expect(observer.findings.contains { $0.rule == "refresh-token-sent-twice-at-once" })
        #expect(
            observer.sessions.first?.lineage.map(\.token.description) == [
                "51E8", "A3F1", "9C02",
            ])
    }

    @Test func `4,000 messages are shown`() throws {
        let story = WatchDemo.messages
        var messages: [ObservedMessage] = []
        while messages.count < 4_000 {
            let offset = Double(messages.count)
            messages += story.map { message in
                var message = message
                message.request.begin += offset * 20
                message.end += offset * 20
                return message
            }
        }
        let traffic = ClientTraffic("busy.har", messages)
        let workspace = Self.workspace(traffic)
        let model = workspace.shownModel(0)
        #expect(model.scene.clients.findings.contains { $0.count > 100 })
        #expect(Self.text(workspace).contains("Findings"))
    }
}
