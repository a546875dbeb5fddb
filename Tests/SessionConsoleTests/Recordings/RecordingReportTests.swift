import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RecordingReportTests {
    private let folder = TemporaryFolder()

    /// The report of a recording of these events, as Markdown.
    private func report(
        _ kinds: [SessionEvent.Kind], causes: [Int: Int] = [:], rest: [String] = [], offset: Double = 0
    ) throws -> String {
        Markdown.text(of: try page(kinds, causes: causes, rest: rest, offset: offset))
    }

    private func page(
        _ kinds: [SessionEvent.Kind], causes: [Int: Int] = [:], rest: [String] = [], offset: Double = 0
    ) throws -> ReportPage {
        let header = RecordingHeader(
            started: MomentRecordTests.time, command: "demo", profile: "demo",
            configuration: ["issuer": "https://id.example"])
        let lines = kinds.enumerated().map { index, kind in
            SessionEvent(
                sequence: index + 1, time: MomentRecordTests.time + Double(index) + offset, generation: 1,
                cause: causes[index + 1], kind: kind
            ).record.serialized()
        }
        let path = "\(folder.path)/a.jsonl"
        folder.write(([header.record.serialized()] + lines + rest).joined(separator: "\n") + "\n", to: "a.jsonl")
        var reader = try RecordingReader(path)
        return RecordingReport(reading: &reader).page
    }

    private func exchange(_ id: Int, _ purpose: SessionError.Purpose, status: Int, body: String?) -> SessionEvent.Kind {
        .exchange(
            HTTPExchange(
                id: id, purpose: purpose, request: nil, method: "POST", url: "https://id.example/token",
                requestHeaders: [:], requestBody: nil, sentAt: MomentRecordTests.time, duration: .milliseconds(12),
                outcome: .answered(
                    HTTPExchange.Answer(
                        status: status, headers: ["WWW-Authenticate": "Basic realm=\"4711\""], body: body,
                        bodySize: body?.utf8.count ?? 0, version: nil, timings: nil, connection: nil, redirects: []))))
    }

    private let token = Secret("refresh-token").fingerprint

    @Test func `the answer that ended the session is shown with its challenge and body`() throws {
        let refusal = RefreshRefusal.named(OAuthError(code: "invalid_grant", detail: "session revoked", status: 400))
        let text = try report(
            [
                .requestStarted(RequestFacts(id: 1, method: "GET", url: "https://api.example/orders")),
                exchange(1, .token, status: 200, body: "{\"of\":\"an earlier refresh\"}"),
                .refreshStarted(.expired, access: nil, refresh: token),
                exchange(2, .token, status: 400, body: "{\"error\":\"invalid_grant\"}"),
                .refreshRejected(refusal, refresh: token), .forcedOut(.refreshRejected(refusal)),
                exchange(3, .revocation, status: 503, body: "late"),
            ], causes: [3: 1, 5: 3, 6: 5])
        let title = try #require(text.split(separator: "\n").first)
        #expect(title.contains("https://id.example") && title.contains("invalid_grant: session revoked"))
        let parts = text.split(separator: "## ").map(String.init)
        let decision = try #require(parts.first { $0.hasPrefix("The deciding answer") })
        #expect(decision.contains("exchange 2") && decision.contains("**400**"))
        #expect(decision.contains("WWW-Authenticate: Basic realm=\"4711\""))
        #expect(decision.contains("{\"error\":\"invalid_grant\"}") && !decision.contains("earlier refresh"))
        #expect(decision.split(separator: "\n").filter { $0.hasPrefix("1. ") }.count == 4)
        #expect(text.contains("1 call, 0 refreshes, 0 401s, 1 forced logout"))
        #expect(text.contains("```mermaid\nsequenceDiagram\n"))
        #expect(text.contains("| issuer | `https://id.example` |"))
    }

    @Test func `a fault that was injected is the first step that led to the end, as on the card`() throws {
        let refusal = RefreshRefusal.named(OAuthError(code: "invalid_grant", status: 400))
        let fault = InjectedFault(name: "revoked-session", step: .struck, text: "made to revoke this session")
        let tokens = SessionTokens(
            access: TokenStatus(fingerprint: token, obtainedAt: MomentRecordTests.time, expiry: .unknown),
            refresh: nil, idToken: nil, scope: nil)
        let text = try report(
            [
                .injected(fault), .signedIn(flow: "password", tokens), .injected(fault),
                .refreshStarted(.expired, access: nil, refresh: token), .refreshRejected(refusal, refresh: token),
                .forcedOut(.refreshRejected(refusal)),
            ], causes: [5: 4, 6: 5])
        let steps = text.split(separator: "\n").filter { $0.hasPrefix("1. ") }
        #expect(steps.count == 4)
        #expect(steps.first?.contains("made to revoke this") == true, "\(steps)")
    }

    @Test func `calls of a burst that were answered alike are one row, and times are the console's`() throws {
        let facts = (1...20).map { id in
            var facts = RequestFacts(id: id, method: "GET", url: "https://api.example/orders")
            facts.status = 200
            return facts
        }
        let text = try report(
            facts.map { .requestStarted($0) } + facts.map { .requestFinished($0) } + [.verified], offset: 0.0002)
        let rows = text.split(separator: "\n").filter { $0.contains("/orders") && $0.hasPrefix("| ") }
        #expect(rows.count == 1 && rows.first?.contains("20 ×") == true, "\(rows)")
        #expect(rows.first?.contains(".124 |") == true, "\(rows)")
    }

    @Test func `without an end no step leads to one, and the refusal decides what a call failed of`() throws {
        let refusal = RefreshRefusal.named(OAuthError(code: "invalid_grant", status: 400))
        let facts = RequestFacts(id: 1, method: "GET", url: "https://api.example/orders")
        let text = try report(
            [
                .requestStarted(facts), exchange(2, .token, status: 400, body: "{\"error\":\"invalid_grant\"}"),
                .requestFailed(facts, .sessionExpired(.refreshRejected(refusal))),
            ], causes: [3: 1])
        #expect(text.contains("**400**") && !text.contains("No answer of a server"))
        #expect(text.contains("These steps led to it:") && !text.contains("led to the end"))
    }

    @Test func `the answer that denied a sign-in with a password decides`() throws {
        let error = OAuthError(code: "invalid_grant", status: 400)
        let text = try report(
            [
                .signInStarted(flow: "password"), exchange(1, .token, status: 400, body: "{}"),
                .signInFailed(flow: "password", .signInDenied(error)),
            ], causes: [3: 1])
        #expect(text.contains("**400**") && !text.contains("No answer of a server"))
    }

    @Test func `without any failure no answer decides`() throws {
        let text = try report([.verified])
        #expect(!text.contains("The deciding answer") && text.contains("## What happened"))
        #expect(try report([]).contains("Nothing: the recording has no event."))
    }

    @Test func `text from servers makes no heading, mention, element or end of a block`() throws {
        let hostile = "# a\n# b <script>@alice| *x* `y` [z](http://a) \u{1B}[2J"
        let text = try report([
            .storeWarning(hostile), exchange(1, .token, status: 400, body: "a\n```\n# b"),
            .refreshRejected(.named(OAuthError(code: hostile)), refresh: token),
        ])
        #expect(!text.contains("<script>") && !text.contains("\u{1B}"))
        // Nothing in a diagram is a mention.
        #expect(!text.split(separator: "```mermaid")[0].contains("@alice"))
        // The page's own heading, and the line of the body inside its block.
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("# ") }.count == 2)
        #expect(text.contains("````\na\n```\n# b\n````"))
        let rows = text.split(separator: "\n").filter {
            $0.hasPrefix("| 0") || $0.hasPrefix("| 1") || $0.hasPrefix("| 2")
        }
        #expect(rows.count == 2)
        for row in rows { #expect(row.replacing("\\|", with: "").filter { $0 == "|" }.count == 4) }
    }

    @Test func `a damaged recording is reported with the place of the damage`() throws {
        let text = try report([.verified], rest: ["{"])
        #expect(text.contains("Not all of the recording could be read: line 3, column 2"))
    }

    @Test func `hole: a damaged recording is reported as far as it goes, and the command ends with 1`() async throws {
        _ = try report([.verified, .forcedOut(.userInfoRejected)], rest: ["{", "{}"])
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let damaged = try await program.run("report", "\(folder.path)/a.jsonl")
        #expect(damaged.status == 1 && damaged.text.contains("## The deciding answer"))
        #expect(damaged.errorText.contains("a.jsonl is not reported whole: line 4, column 2"), "\(damaged.errorText)")
        _ = try report([.verified, .forcedOut(.userInfoRejected)])
        let whole = try await program.run("report", "\(folder.path)/a.jsonl")
        #expect(whole.status == 0 && whole.errorText.isEmpty && whole.text.contains("## The deciding answer"))
    }

    @Test func `hole report: calls that overlap are a burst, and calls one after another are not`() {
        let times = (0..<4).map { MomentRecordTests.time + Double($0) }
        func events(_ kinds: [SessionEvent.Kind]) -> [SessionEvent] {
            zip(kinds, times).enumerated().map { index, pair in
                SessionEvent(sequence: index + 1, time: pair.1, generation: 1, cause: nil, kind: pair.0)
            }
        }
        func facts(_ id: Int, _ status: Int?) -> RequestFacts {
            var facts = RequestFacts(id: id, method: "GET", url: "https://api.example/orders")
            facts.status = status
            return facts
        }
        let overlapping = events([
            .requestStarted(facts(1, nil)), .requestStarted(facts(2, nil)), .requestFinished(facts(1, 200)),
            .requestFinished(facts(2, 200)),
        ])
        #expect(ReportRow.rows(of: overlapping).map(\.words.first) == ["2"])
        let others = events([
            .requestStarted(facts(1, nil)), .requestFinished(facts(1, 200)), .requestStarted(facts(2, nil)),
            .requestFinished(facts(2, 200)),
        ])
        #expect(ReportRow.rows(of: others).count == 2)
    }

    @Test func `hole report: the deciding answer is the last one before the event, and none after it`() throws {
        let refusal = RefreshRefusal.named(OAuthError(code: "invalid_grant", detail: nil, status: 400))
        let kinds: [SessionEvent.Kind] = [
            .refreshStarted(.expired, access: nil, refresh: token), exchange(1, .token, status: 500, body: nil),
            exchange(2, .token, status: 400, body: nil), .refreshRejected(refusal, refresh: token),
            exchange(3, .token, status: 400, body: nil),
        ]
        let events = kinds.enumerated().map { index, kind in
            SessionEvent(
                sequence: index + 1, time: MomentRecordTests.time, generation: 1, cause: index == 0 ? nil : 1,
                kind: kind)
        }
        #expect(events.exchange(deciding: events[3])?.id == 2)
    }

    @Test func `causes that go round in circles end`() throws {
        let facts = RequestFacts(id: 1, method: "GET", url: "https://api.example/orders")
        let text = try report(
            [.unauthorized(facts, nil), .forcedOut(.forcedOut(request: "GET /orders"))], causes: [1: 2, 2: 1])
        #expect(text.contains("## The deciding answer"))
    }

    @Test func `address 4: of causes without end the nearest are reported`() throws {
        let kinds = Array(repeating: SessionEvent.Kind.verified, count: 1_000) + [.forcedOut(.userInfoRejected)]
        let text = try report(kinds, causes: Dictionary(uniqueKeysWithValues: (2...1_001).map { ($0, $0 - 1) }))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("1. ") } == 201)
    }

    @Test func `a long recording is reported in part, with how much is left out`() throws {
        let text = try report(
            Array(repeating: .storeWarning("others can write"), count: 2_000) + [.forcedOut(.userInfoRejected)])
        #expect(text.contains("earlier events are left out"))
        #expect(text.contains("of 2001 events"))
        #expect(text.utf8.count < 60_000)
    }

    @Test func `a forced logout over the wire is reported from its recording`() async throws {
        let console = try await Console()
        try await console.signIn()
        try await console.provider.control("revoke-session", ["username": "alice"])
        let path = console.program.home + "/out.jsonl"
        #expect(try await console.run("request", "--record", path, "/orders").status == 4)
        let result = try await console.run("report", path)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.text.contains("## The deciding answer"))
        #expect(result.text.contains("**400**") && result.text.contains("invalid_grant"))
        #expect(result.text.contains("GET /orders"))
        #expect(try await console.run("report", path + "x").status == 1)
        let html = try await console.run("report", "--html", path)
        #expect(html.status == 0 && HTMLCheck.flaws(of: html.text) == [], "\(HTMLCheck.flaws(of: html.text))")
        #expect(html.text.contains("<strong>400</strong>") && html.text.contains("invalid_grant"))
        // Each line of the page's text is in both, whatever each format makes of it.
        let spoken = HTMLCheck.text(of: html.text)
        for line in result.text.split(separator: "\n") where line.hasPrefix("1. ") || line.hasPrefix("- ") {
            let words = line.drop { $0 != " " }.dropFirst().filter { !"\\`*".contains($0) }
            #expect(spoken.contains(words), "\(words)")
        }
    }

    @Test func `text from servers makes no element, attribute or address of a page of HTML`() throws {
        let hostile =
            "</title></style></svg><script>alert(1)</script><img src=x onerror=y> \"a\" 'b' &lt; \u{1B}[2J \u{202E}"
        let url = "https://id.example/\"><image href=http://a/>"
        let facts = RequestFacts(id: 1, method: "GET", url: url)
        let page = try page([
            .storeWarning(hostile), exchange(1, .token, status: 400, body: "a\n</pre><iframe>\n\u{7}"),
            .requestStarted(facts), .requestFailed(facts, .server(status: 500, during: .request, retryAfter: nil)),
            .refreshRejected(.named(OAuthError(code: hostile)), refresh: token),
            .forcedOut(.refreshRejected(.named(OAuthError(code: hostile)))),
        ])
        let html = HTMLReport.text(of: page)
        #expect(HTMLCheck.flaws(of: html) == [], "\(HTMLCheck.flaws(of: html))")
        // It is there, as text.
        #expect(html.contains("&lt;script&gt;alert(1)") && html.contains("&lt;/pre&gt;&lt;iframe&gt;"))
        let unseen = html.unicodeScalars.first { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(unseen == nil && !html.contains("\u{202E}"))
    }

    @Test
    func `the diagram of a page of HTML has a sheet for each page of paper, and its marks say what its colours do`()
        throws
    {
        let page = try page(
            (1...140).flatMap { id -> [SessionEvent.Kind] in
                [exchange(id, .token, status: id == 140 ? 400 : 200, body: nil)]
            }
                + [.forcedOut(.userInfoRejected)])
        let html = HTMLReport.text(of: page)
        #expect(HTMLCheck.flaws(of: html) == [], "\(HTMLCheck.flaws(of: html))")
        let sheets = html.matches(of: /<svg [^>]*viewBox="0 0 (\d+) (\d+)"/).compactMap { Int($0.2) }
        #expect(sheets.count > 5 && sheets.allSatisfy { $0 < 1_000 }, "\(sheets)")
        #expect(html.contains("Sequence diagram, part 1 of \(sheets.count)"))
        #expect(html.matches(of: /<g class="(bad|warning)">/).map(\.1) == ["bad", "bad"])
        #expect(html.contains("✗ 400</text>") && html.contains("■ FORCED OUT</text>"))
    }
}
