import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowStepTests {
    private func rows(_ exchange: HTTPExchange) -> [String] { Flow([(.exchange(exchange), nil)]).summaries }

    private static let provider = "http://127.0.0.1:41873"
    private static let api = "http://127.0.0.1:41874"

    @Test(arguments: [
        ("GET", "http://127.0.0.1:41873/.well-known/openid-configuration", nil, Lane.provider),
        ("POST", "http://127.0.0.1:41873/token", "grant_type=client_credentials", .provider),
        ("POST", "http://127.0.0.1:41874/orders", "item=1", .api),
    ])
    func `a call of the user's to the provider goes to its lane`(
        method: String, url: String, form: String?, lane: Lane
    ) {
        let exchange = Samples.message(.request, method, url, request: 1, form: form, status: 200)
        #expect(FlowStep.steps(of: exchange).map(\.path) == [.message(from: .console, to: lane)])
    }

    @Test(arguments: [
        (
            Samples.message(
                .discovery, "GET", "\(provider)/.well-known/openid-configuration", status: 200),
            "→ provider GET /.well-known/openid-configuration 200"
        ),
        (Samples.message(.keys, "GET", "\(provider)/jwks", status: 200), "→ provider GET /jwks 200"),
        (
            Samples.message(
                .pushedAuthorization, "POST", "\(provider)/par", form: "client_id=cli&state=•••• 1234", status: 201),
            "→ provider POST /par client_id, state 201"
        ),
        (
            Samples.tokenExchange,
            "→ provider POST /token grant_type refresh_token, refresh_token, client_id 200 \(Samples.refresh)"
        ),
        (
            Samples.message(
                .token, "POST", "\(provider)/token",
                form: "grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=•••• 1234", status: 400,
                body: #"{"error":"authorization_pending"}"#),
            "→ provider POST /token authorization_pending · grant_type device_code, device_code 400"
        ),
        (
            Samples.message(
                .userInfo, "GET", "\(provider)/userinfo", authorization: "Bearer •••• \(Samples.access)", status: 200),
            "→ provider GET /userinfo 200 \(Samples.access)"
        ),
        (
            Samples.message(
                .revocation, "POST", "\(provider)/revoke", form: "token=•••• \(Samples.refresh)&token_type_hint=x",
                status: 200),
            "→ provider POST /revoke token, token_type_hint 200 \(Samples.refresh)"
        ),
        (Samples.call(1), "→ API GET /orders limit 200 \(Samples.access)"),
        (
            Samples.call(
                1, status: 401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token", realm="x""#]),
            "→ API GET /orders invalid_token · limit 401 \(Samples.access)"
        ),
    ])
    func `a message names its parameters and has no values`(_ exchange: HTTPExchange, _ row: String) {
        #expect(rows(exchange) == [row])
    }

    @Test func `a redirect is followed hop by hop, and says where the token stayed behind`() throws {
        let first = try #require(URL(string: "\(Self.api)/away?next=secret"))
        let second = try #require(URL(string: "https://other.example/landing?code=secret"))
        let exchange = Samples.message(
            .request, "GET", "\(Self.api)/away?next=secret", request: 1,
            authorization: "Bearer •••• \(Samples.access)", status: 200,
            redirects: [HTTPRedirect(status: 302, from: first, to: second, keptAuthorization: false)])
        #expect(
            rows(exchange) == [
                "→ API GET /away no token to https://other.example/landing 302 \(Samples.access)",
                "→ API GET https://other.example/landing 200",
            ])
    }

    @Test func `each hop of a redirect has its own duration`() throws {
        let (first, second) = (try #require(URL(string: "\(Self.api)/a")), try #require(URL(string: "\(Self.api)/b")))
        let exchange = Samples.message(
            .request, "GET", "\(Self.api)/a", request: 1, status: 200,
            redirects: [
                HTTPRedirect(status: 302, from: first, to: second, keptAuthorization: true, duration: .milliseconds(5))
            ])
        let steps = FlowStep.steps(of: Samples.event(1, .exchange(exchange)))
        #expect(steps.map(\.duration) == [.milliseconds(5), exchange.duration - .milliseconds(5)])
    }

    @Test func `a message without an answer says why`() {
        let exchange = HTTPExchange(
            id: 1, purpose: .token, request: nil, method: "POST", url: "\(Self.provider)/token", requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .seconds(3),
            outcome: .failed(.brokenOff("connection reset")))
        #expect(rows(exchange) == ["→ provider POST /token \(TransportError.brokenOff("connection reset"))"])
    }

    @Test func `an answer that broke off has its status, and says how much came`() {
        let exchange = Samples.partialExchange(.brokenOff("closed", after: Samples.partialAnswer))
        #expect(
            rows(exchange) == ["→ API GET /orders the body broke off after 120 of 500 bytes: closed · limit 200"])
    }

    @Test func `the redirects that were followed to the limit have their rows`() throws {
        let hops = try (0..<2).map { number in
            HTTPRedirect(
                status: 302, from: try #require(URL(string: "\(Self.api)/\(number)")),
                to: try #require(URL(string: "\(Self.api)/\(number + 1)")), keptAuthorization: true)
        }
        let answer = HTTPExchange.Answer(
            status: 302, headers: [:], body: nil, bodySize: 0, version: nil, timings: nil, connection: nil,
            redirects: hops)
        let part = PartialAnswer(answer, receivedSize: 0, expectedSize: nil)
        #expect(
            rows(Samples.partialExchange(.redirectRefused("a circle", after: part))) == [
                "→ API GET /0 to /1 302", "→ API GET /1 to /2 302",
                "→ API GET /2 the redirect was refused: a circle 302",
            ])
    }

    @Test func `the browser carries the authorization request and its answer`() {
        let request = AuthorizationMessage(
            url: "\(Self.provider)/authorize", parameters: ["response_type", "client_id", "state"])
        let answer = AuthorizationMessage(url: "http://127.0.0.1:9/callback", parameters: ["code", "state", "iss"])
        let denied = AuthorizationMessage(
            url: "http://127.0.0.1:9/callback", parameters: ["error", "state"], error: "access_denied")
        let flow = Flow([
            (.authorizationRequested(request), nil), (.authorizationAnswered(answer), nil),
            (.authorizationAnswered(denied), nil),
        ])
        #expect(
            flow.summaries == [
                "→ browser GET /authorize response_type, client_id, state",
                "← browser redirect /callback code, state, iss",
                "← browser redirect /callback access_denied · error, state",
            ])
        #expect(flow.lanes == [.console, .browser, .provider])
    }

    @Test func `only those who take part have a lane`() {
        #expect(Flow().lanes == [.console, .provider])
        let flow = Flow([(.exchange(Samples.call(1)), nil), (.adoptedFromStore(Samples.tokens), nil)])
        #expect(flow.lanes == [.console, .provider, .api, .otherProcess])
        #expect(flow.rows.last?.step.path == .message(from: .otherProcess, to: .console))
    }

    @Test func `a forced logout is a line across all lanes, whoever noticed it`() {
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        let ended = EndedSession(end: end, time: Samples.now, generation: 2, process: 4711, program: "status")
        let flow = Flow([(.forcedOut(end), nil), (.endedElsewhere(ended), nil)])
        #expect(flow.rows.map(\.step.path) == [.line, .message(from: .otherProcess, to: .console), .line])
        #expect(flow.rows.allSatisfy { $0.step.tone == .bad })
        #expect(flow.logoutCount == 2)
    }

    @Test func `a call that is sent again is a retry`() {
        let flow = Flow([
            (.requestStarted(Samples.facts(1, status: nil)), nil), (.exchange(Samples.call(1, status: 401)), 1),
            (.exchange(Samples.call(1)), 1), (.requestFinished(Samples.facts(1)), 1),
        ])
        #expect(flow.rows.map(\.step.kind) == [.call, .retry])
    }

    @Test func `a call that was never sent has a row, and one whose message failed has that one only`() {
        let failed = HTTPExchange(
            id: 1, purpose: .request, request: 2, method: "GET", url: "\(Self.api)/orders", requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .seconds(3), outcome: .failed(.brokenOff("reset")))
        let flow = Flow([
            (.requestStarted(Samples.facts(1, status: nil)), nil),
            (.requestFailed(Samples.facts(1, status: nil, attempts: 0), .noSession), 1),
            (.requestStarted(Samples.facts(2, status: nil)), nil), (.exchange(failed), 3),
            (.requestFailed(Samples.facts(2, status: nil), .transport(.brokenOff("reset"), during: .request)), 3),
        ])
        #expect(flow.rows.map(\.sequence) == [2, 4])
    }

    @Test func `a message that ran out of its time says so with the limit, and only a cancelled one is cancelled`() {
        func row(_ error: TransportError, limit: Duration?) -> FlowStep? {
            let message = HTTPExchange(
                id: 1, purpose: .token, request: nil, method: "POST", url: "\(Self.api)/token", requestHeaders: [:],
                requestBody: nil, sentAt: Samples.now, duration: .seconds(30), outcome: .failed(error),
                timeLimit: limit)
            return Flow([(.exchange(message), nil)]).rows.last?.step
        }
        #expect(
            row(.timedOut(.waiting), limit: .seconds(30))?.reason
                == "timed out (limit 30 s) while waiting for the answer")
        #expect(row(.timedOut(.waiting), limit: nil)?.reason == "timed out while waiting for the answer")
        #expect(row(.cancelled, limit: nil)?.reason == "cancelled")
    }

    @Test func `an injected fault is marked where it struck`() throws {
        let fault = InjectedFault(name: "network-off", step: .struck, exchange: 1, text: "the API was made unreachable")
        let failed = HTTPExchange(
            id: 1, purpose: .request, request: 1, method: "GET", url: "\(Self.api)/orders", requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .zero, outcome: .failed(.brokenOff("reset")),
            faults: ["network-off"])
        let flow = Flow([(.injected(fault), nil), (.exchange(failed), nil)])
        #expect(flow.rows.map(\.step.mark) == [.injected])
        try expectWords(try #require(flow.summaries.first), "the row")
        try expectWords(flow.mermaid.trimmed, "Mermaid")
    }

    @Test func `a fault that struck no message has a row of its own`() {
        let flow = Flow([(.injected(.sample("the access token expires now")), nil)])
        #expect(flow.rows.map(\.step.mark) == [.injected])
        #expect(flow.rows.map(\.step.kind) == [.fault])
    }
}
