import ClientObservation
import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct MomentRecordTests {
    static let time = Date(timeIntervalSinceReferenceDate: 817_193_692.123_456_7)
    static let fingerprint = Secret("access-token").fingerprint

    private func reread(_ occurrence: Occurrence, withBodies: Bool = true) throws -> Occurrence {
        let line = Moment(time: Self.time, occurrence: occurrence).record(withBodies: withBodies).serialized()
        let moment = try Moment(Record(JSONValue(parsing: line.utf8)))
        #expect(moment.time == Self.time)
        // What is written again is the same line.
        #expect(moment.record(withBodies: withBodies).serialized() == line)
        return moment.occurrence
    }

    @Test func `an event is the line of events, with the time when it was noted where that differs`() throws {
        let event = SessionEvent(sequence: 4, time: Self.time, generation: 1, cause: 2, kind: .verified)
        let same = Moment(event).record(withBodies: false)
        #expect(same == event.json)
        guard case .event(event) = try reread(.event(event)) else { throw Wrong() }
        let skewed = SessionEvent(sequence: 4, time: Self.time + 300, generation: 1, cause: 2, kind: .verified)
        guard case .event(skewed) = try reread(.event(skewed)) else { throw Wrong() }
    }

    @Test func `a context is read without what a sign-in needs`() throws {
        var context = ConsoleContext.demo
        context.issuer = "http://127.0.0.1:4711"
        context.api = URL(string: "http://127.0.0.1:4712")
        context.furtherAPIs = [try #require(URL(string: "https://api.example"))]
        context.profiles = ["demo", "alice"]
        context.tokenCommand = "session-console token"
        guard case .context(var read) = try reread(.context(context)) else { throw Wrong() }
        #expect(read.demoUsers.map(\.password) == read.demoUsers.map { _ in "" } && !read.demoUsers.isEmpty)
        (read.demoUsers, read.clientObstacles) = (context.demoUsers, context.clientObstacles)
        #expect(read == context)
        guard case .context(ConsoleContext.provider) = try reread(.context(.provider)) else { throw Wrong() }
    }

    @Test func `a context has its stage by name, and in earlier recordings by a flag`() throws {
        for stage in ConsoleStage.all {
            let context = ConsoleContext(profile: "demo", stage: stage)
            guard case .context(let read) = try reread(.context(context)) else { throw Wrong() }
            #expect(read.stage == stage)
        }
        let context = { (member: String) in
            let text = #"{"profile": "demo", "flows": [], "faults": []\#(member)}"#
            return try ConsoleContext(Record(JSONValue(parsing: text.utf8)))
        }
        #expect(try context("").stage == .session)
        #expect(try context(#", "is_provider_alone": false"#).stage == .session)
        #expect(try context(#", "is_provider_alone": true"#).stage == .provider)
        #expect(try context(#", "is_client_watched": true"#).stage == .watch)
        #expect(throws: RecordFlaw.self) { try context(#", "stage": "opera""#) }
    }

    @Test func `calls, their answers and their failures are read`() throws {
        let calls = [CallID(1), CallID(2, from: .requests)]
        let url = try #require(URL(string: "https://api.example/orders"))
        let sent = HTTPRequest(method: "PUT", url: url, headers: ["A": "b"], body: .text("4711"))
        guard case .sent(calls, let request, .optional) = try reread(.sent(calls, sent, .optional)) else {
            throw Wrong()
        }
        #expect(request.method == "PUT" && request.url == url && request.headers == sent.headers)

        let answer = AuthorizedResponse(
            response: HTTPResponse(status: 200, body: Array("4711-body".utf8), url: url),
            facts: RequestFacts(id: 1, method: "GET", url: "\(url)"), verdict: .accepted)
        for withBodies in [true, false] {
            let read = try reread(.answered(calls[0], .success(answer)), withBodies: withBodies)
            guard case .answered(calls[0], .success(let read)) = read else { throw Wrong() }
            #expect(read.response.body == (withBodies ? answer.response.body : []))
            #expect(read.facts == answer.facts && read.verdict == .accepted)
        }
        let line = Moment(time: Self.time, occurrence: .answered(calls[0], .success(answer))).record(withBodies: false)
        #expect(!line.serialized().contains("4711"))
        guard case .answered(calls[1], .failure(.noSession)) = try reread(.answered(calls[1], .failure(.noSession)))
        else { throw Wrong() }
    }

    @Test func `hole: the URLs of the redirects of an answer are recorded without their secrets`() throws {
        let session = Session(
            client: ClientConfiguration(issuer: "https://id.test", clientID: "c"), transport: ScriptedTransport(),
            store: MemoryStore())
        session.protect([Secret("typed-4711")])
        let from = try #require(URL(string: "https://api.test/go?x=1&access_token=wonder-4711"))
        let to = try #require(URL(string: "https://app.test/typed-4711/cb?code=Splx-4711&sig=abc-4711&y=2"))
        let redirect = HTTPRedirect(status: 302, from: from, to: to, keptAuthorization: false)
        let earlier = HTTPResponse(status: 302, headers: ["Location": to.absoluteString], url: from)
        let response = HTTPResponse(status: 200, url: to, redirects: [redirect])
        let answer = AuthorizedResponse(
            response: response, facts: RequestFacts(id: 1, method: "GET", url: ""), verdict: .none,
            earlierAnswers: [earlier])
        let moment = Moment(time: Self.time, occurrence: .answered(CallID(1), .success(answer)))
        let line = moment.redacted(by: session).record(withBodies: true).serialized()
        #expect(!line.contains("4711"), "\(line)")
        #expect(line.contains("https://app.test/") && line.contains("y=2") && line.contains("x=1"))
    }

    @Test func `a secret is masked wherever in an answer a server repeats it, on the screen and in a recording`() throws
    {
        let session = Session(
            client: ClientConfiguration(issuer: "https://id.test", clientID: "c"), transport: ScriptedTransport(),
            store: MemoryStore())
        session.protect([Secret("typed-4711")])
        let url = try #require(URL(string: "https://api.test/typed-4711/orders?x=1"))
        var response = HTTPResponse(
            status: 400, headers: ["X-Echo": "of typed-4711"], body: Array("typed-4711?".utf8), url: url,
            redirects: [HTTPRedirect(status: 302, from: url, to: url, keptAuthorization: false)])
        response.reason = "No typed-4711 here"
        let answer = AuthorizedResponse(
            response: response, facts: RequestFacts(id: 1, method: "GET", url: ""), verdict: .none,
            earlierAnswers: [response])
        let shown = answer.masked(for: session)
        for answer in [shown.response] + shown.earlierAnswers {
            let texts = [
                answer.url.absoluteString, answer.reason ?? "", String(decoding: answer.body, as: UTF8.self),
                "\(answer.headers)", "\(answer.redirects)",
            ]
            #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("4711") }, "\(texts)")
            #expect(answer.url.host() == "api.test" && answer.redirects.count == 1)
        }
        let moment = Moment(time: Self.time, occurrence: .answered(CallID(1), .success(answer)))
        let line = moment.redacted(by: session).record(withBodies: true).serialized()
        #expect(!line.contains("4711") && line.contains("No •"), "\(line)")
    }

    @Test func `every fault is read, armed in either way`() throws {
        var faults: [LabFault: LabFault.Arming] = [:]
        for (index, fault) in LabFault.allCases.enumerated() {
            faults[fault] = index % 2 == 0 ? .untilDisarmed : .times(index)
        }
        guard case .faults(faults, ends: [:]) = try reread(.faults(faults)) else { throw Wrong() }
        guard case .faults([:], ends: [:]) = try reread(.faults([:])) else { throw Wrong() }
        let ends = [LabFault.tokenEndpointError: Self.time + 60]
        guard case .faults(faults, ends) = try reread(.faults(faults, ends: ends)) else { throw Wrong() }
    }

    @Test func `tokens are read as they can be shown, and never as they are`() throws {
        let header: JSONObject = ["alg": "RS256"]
        let claims: JSONObject = ["sub": "alice", "n": 1]
        let forms: [TokenContents.Form] = [
            .jwt(JWTContents(header: header, claims: claims)), .encrypted(header: header), .opaque,
            .unreadable("not base64url"), .cut(CutToken(header: header, claims: claims, parts: 2)),
            .cut(CutToken(header: header, claims: nil, parts: 1)),
        ]
        let kinds: [TokenKind] = [.access, .refresh, .identity, .identity, .access, .access]
        let tokens = zip(kinds, forms).map { kind, form in
            TokenReading.Token(
                kind: kind, contents: TokenContents(fingerprint: Self.fingerprint, size: 700, form: form),
                obtainedAt: kind == .identity ? nil : Self.time, expiry: .at(Self.time, .claim),
                trust: kind == .identity ? .verified(algorithm: "RS256", keyID: nil) : nil)
        }
        guard case .tokens(let read) = try reread(.tokens(TokenReading(tokens: tokens))) else { throw Wrong() }
        #expect(read.tokens.map(\.contents) == tokens.map(\.contents))
        #expect(read.tokens.map(\.kind) == tokens.map(\.kind))
        #expect(read.tokens.map(\.obtainedAt) == tokens.map(\.obtainedAt))
        #expect(read.tokens.map(\.expiry) == tokens.map(\.expiry))
        #expect(read.tokens.map(\.trust) == tokens.map(\.trust))
    }

    @Test func `the provider and the status are read`() throws {
        let token = ProviderState.Token(
            fingerprint: Self.fingerprint, isRefreshToken: true, clientID: "console", expiresAt: Self.time)
        let state = ProviderState(
            clockOffset: .seconds(-300), accessTokenLifetime: .seconds(5), refreshTokenLifetime: .seconds(60),
            sessions: [.init(id: "1", username: "alice", clientID: "console", startedAt: Self.time, tokens: [token])],
            otherTokens: [token], counts: [.init(name: "token", count: 3, outcomes: "ok 3")],
            addresses: [.init("issuer", "http://127.0.0.1"), .init("client_id", "console", remark: "with PKCE")],
            requests: [
                .init(
                    id: 2, change: 5, time: Self.time, clientID: "console", method: "POST", path: "/token",
                    grantType: "password", answer: "400", flaw: "invalid_grant"),
                .init(id: 3, change: 6, time: Self.time, method: "GET", path: "/me"),
            ],
            findings: [
                ClientFinding(
                    id: 1, rule: "pkce-plain", weight: .error, client: "console", sender: "app[4]",
                    first: .init(moment: Self.time, messages: [3]), last: .init(moment: Self.time, messages: [4, 5]),
                    count: 2)
            ])
        guard case .provider(state) = try reread(.provider(state)) else { throw Wrong() }
        var withSecret = state
        withSecret.addresses.append(.init("control", "http://127.0.0.1/control/secret", isSecret: true))
        guard case .provider(state) = try reread(.provider(withSecret)) else { throw Wrong() }
        var status = SessionStatus()
        status.generation = 7
        guard case .status(status) = try reread(.status(status)) else { throw Wrong() }
    }

    @Test func `what a program made of a fault is read`() throws {
        let verdicts: [FaultVerdict] =
            [.open, .broken(rule: "id-token-nonce-wrong")] + FaultVerdict.Reaction.allCases.map { .passed($0) }
            + FaultVerdict.Uncertainty.allCases.map { .undecided($0) }
        for verdict in verdicts {
            let change = SeenChange(verdict: SeenVerdict(fault: "api-401", verdict: verdict))
            guard case .clients(change) = try reread(.clients(change)) else { throw Wrong() }
        }
    }

    @Test func `what a watch says of itself is read`() throws {
        let caller = Caller(name: "agent", process: 4711)
        let error = TransportError.tls(.untrustedIssuer, reason: "unknown issuer")
        let traffic = WatchNotice.HostTraffic(host: "cdn.example", count: 3)
        let causes: [WatchNotice.Cause] = [
            .distrusted(alert: 48), .noHTTP1, .handshake(reason: nil), .handshake(reason: "alert 40"),
            .leftAfterHandshake, .tlsToProxy, .proxyItself, .otherHost, .foreignUser(nil), .foreignUser(33),
            .malformedHead(reason: "a header field is malformed"), .slowHead, .tooManyConnections, .madeRoom,
            .tlsToServer, .proxyWanted, .openToOthers(address: "203.0.113.7:80"),
            .unreachable(.couldNotResolve(host: "id.example")), .serverTLS(error), .clientCertificate, .nothingCame,
            .browserEnded, .outlived([caller], others: 2), .everyHostOpened, .notWatched([traffic], others: 1),
            .archiveLacks(.timeZone, count: 1), .archiveLacks(.answerBody(isOfAll: true), count: 2),
            .archiveLacks(.requestBody(isOfAll: false), count: 3),
        ]
        #expect(Set(causes.map(\.name)) == Set(WatchNotice.Cause.Name.allCases))
        for cause in causes {
            let notice = WatchNotice(
                cause, caller: caller, host: "id.example", runtime: Runtime.go, passesHost: cause == .noHTTP1)
            let change = SeenChange(notice: notice)
            guard case .clients(change) = try reread(.clients(change)) else { throw Wrong() }
            #expect(!notice.words.isEmpty)
        }
        let change = SeenChange(notice: WatchNotice(.slowHead))
        guard case .clients(change) = try reread(.clients(change)) else { throw Wrong() }
    }

    @Test func `what a provider's clients did wrong is read as recordings had it before 0.2`() throws {
        let line: JSONObject = [
            "name": "pkce-plain", "is_error": true, "summary": "plain", "count": 2, "client_id": "console",
        ]
        let finding = try ClientFinding(Record(line))
        #expect(finding.rule == "pkce-plain" && finding.weight == .error && finding.client == "console")
        #expect(finding.count == 2 && finding.messages.isEmpty && finding.summary != "pkce-plain")
    }

    @Test func `what is wrong inside an occurrence is named with its path`() throws {
        for (line, flaw) in [
            (
                "{\"time\":\"2026-11-23T06:14:52Z\",\"occurrence\":\"status\"}",
                RecordFlaw(member: "status", reason: "is missing")
            ),
            (
                "{\"time\":\"2026-11-23T06:14:52Z\",\"occurrence\":\"status\",\"status\":{}}",
                RecordFlaw(member: "status.state", reason: "is missing")
            ),
            (
                "{\"time\":\"2026-11-23T06:14:52Z\",\"occurrence\":\"dance\"}",
                RecordFlaw(member: "occurrence", reason: "is unknown: \"dance\"")
            ),
            (
                "{\"time\":1,\"occurrence\":\"faults\",\"faults\":{\"armed\":[]}}",
                RecordFlaw(member: "time", reason: "is not a string")
            ),
        ] {
            let record = try Record(JSONValue(parsing: line.utf8))
            #expect(throws: flaw) { try Moment(record) }
        }
    }

    private struct Wrong: Error {}
}
