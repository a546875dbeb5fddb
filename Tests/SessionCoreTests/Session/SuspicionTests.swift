import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Refreshes that are refused without `invalid_grant`.
@Suite(.timeLimit(.minutes(5)))
struct SuspicionTests {
    static let doubtful: [(name: String, answer: ScriptedTransport.Answer, refusal: RefreshRefusal)] =
        [400, 401, 403, 422].map {
            ("\($0) with an object", ScriptedTransport.json("{}", status: $0), .unexplained(status: $0))
        } + [
            (
                "400 with an empty error", ScriptedTransport.json("{\"error\":\"\"}", status: 400),
                .unexplained(status: 400)
            ),
            (
                "400 with an object that is called a page",
                ScriptedTransport.answer(400, headers: ["Content-Type": "text/html"], text: #" {"message":"<b>Gone"}"#),
                .unexplained(status: 400, reason: "<b>Gone")
            ),
            (
                "200 with a form", ScriptedTransport.answer(200, text: "error=bad_refresh_token&error_description=no"),
                .named(OAuthError(code: "bad_refresh_token", detail: "no", status: 200))
            ),
        ]
        + named.map {
            (
                "\($0.1) \($0.0)", ScriptedTransport.refusal($0.0, status: $0.1),
                .named(OAuthError(code: $0.0, detail: "because", status: $0.1))
            )
        }

    /// What is no provider's word, whatever it is called.
    static let pages = [
        "<html>", "\u{FEFF}\n <!doctype html><title>Blocked</title>", "<?xml version=\"1.0\"?><error/>",
        "Notice: something\n<HTML><body>Sign in to this network", "<br />\n{\"error\":\"invalid_grant\"}",
    ]

    /// GitHub, Slack, Twitch, Spring, Atlassian, and the words of others.
    private static let named: [(String, Int)] = [
        ("bad_refresh_token", 200), ("invalid_refresh_token", 200), ("Bad Request", 400), ("Unauthorized", 401),
        ("unauthorized_client", 403), ("access_denied", 403), ("expired_token", 400), ("invalid_request", 400),
        ("invalid_token", 401), ("invalid_request", 403), ("invalid_token", 200), ("invalid_refresh_token", 422),
        ("account_selection_required", 400), ("token_expired", 410), ("anything_else", 405),
    ]

    private static let pageAnswers: [(name: String, answer: ScriptedTransport.Answer)] = {
        var answers: [(name: String, answer: ScriptedTransport.Answer)] = []
        for page in pages {
            for (status, type) in [(400, "text/html"), (401, "application/json"), (403, "text/plain"), (422, "")] {
                let headers: HTTPHeaders = type.isEmpty ? [:] : ["Content-Type": type]
                answers.append(
                    ("\(status) \(type) \(page)", ScriptedTransport.answer(status, headers: headers, text: page)))
            }
        }
        let wide: [UInt8] = [0xFF, 0xFE] + "<html></html>".utf8.flatMap { [$0, 0] }
        answers.append(
            (
                "403 with a page in UTF-16",
                { HTTPResponse(status: 403, headers: [:], body: wide, url: $0.url) }
            ))
        return answers
    }()

    private static let statuses: [(name: String, answer: ScriptedTransport.Answer)] =
        [404, 405, 407, 408, 410, 429, 500, 503].map { ("\($0)", ScriptedTransport.answer($0)) }

    private static let errorsOfSomethingElse: [(name: String, answer: ScriptedTransport.Answer)] =
        [
            "invalid_client", "unsupported_grant_type", "invalid_scope", "invalid_target", "invalid_dpop_proof",
            "use_dpop_nonce", "temporarily_unavailable", "server_error", "slow_down", "incorrect_client_credentials",
        ]
        .flatMap { code in
            [200, 400, 401].map { ("\($0) \(code)", ScriptedTransport.refusal(code, status: $0)) }
        }

    static let innocent: [(name: String, answer: ScriptedTransport.Answer)] =
        statuses + errorsOfSomethingElse + pageAnswers + others

    private static let others: [(name: String, answer: ScriptedTransport.Answer)] =
        [
            ("429 invalid_request", ScriptedTransport.refusal("invalid_request", status: 429)),
            ("503 invalid_request", ScriptedTransport.refusal("invalid_request", status: 503)),
            ("404 invalid_request", ScriptedTransport.refusal("invalid_request", status: 404)),
            ("404 bad_refresh_token", ScriptedTransport.refusal("bad_refresh_token", status: 404)),
            ("404 login_required", ScriptedTransport.refusal("login_required", status: 404)),
            ("429 login_required", ScriptedTransport.refusal("login_required", status: 429)),
            ("200 that can't be read", ScriptedTransport.answer(200, text: "<html>")),
            ("200 without a token", ScriptedTransport.json("{}")),
            ("a broken connection", ScriptedTransport.failure(.brokenOff("reset"))),
        ]

    /// One refresh that fails, and its error.
    private func refused(_ fixture: SessionFixture) async -> SessionError? {
        let session = fixture.session
        return await sessionError { _ = try await session.accessToken() }
    }

    @Test(arguments: doubtful.map(\.name))
    func `end 1, invariant 42: a refusal in whatever words makes the session suspect, a second one ends it`(
        name: String
    ) async throws {
        let (_, answer, refusal) = try #require(Self.doubtful.first { $0.name == name })
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", answer)
        fixture.expireAccessToken()
        let error = await refused(fixture)
        switch refusal {
        case .named(let named): #expect(error == .refused(named, during: .token))
        case .unexplained(let status, let reason):
            #expect(error == .server(status: status, during: .token, retryAfter: nil, reason: reason))
        }
        #expect(await fixture.session.state.isAuthenticated)
        let suspicion = try #require(await fixture.session.status.suspicion)
        #expect(suspicion.refusal == refusal)
        #expect(suspicion.count == 1)
        #expect(fixture.count("suspected") == 1)
        #expect(fixture.count("refreshFailed") == 1)

        fixture.clock.advance(by: .seconds(1))
        let end = SessionEnd.refreshRejected(refusal)
        #expect(await refused(fixture) == .sessionExpired(end))
        #expect(await fixture.session.state == .noSession(end))
        #expect(await fixture.session.status.suspicion == nil)
        #expect(fixture.tokenRequests.count == 2)
        #expect(fixture.story.suffix(3) == ["refreshStarted", "refreshRejected", "forcedOut"])
    }

    @Test func `truth 5: a page in place of a refusal is called that`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.answer(403, text: "<html><title>Blocked</title>"))
        fixture.expireAccessToken()
        #expect(await refused(fixture) == .unintelligible("it is a web page, with status 403", during: .token))
    }

    @Test(arguments: ["interaction_required", "login_required", "consent_required"], [200, 400, 401, 403])
    func `end 1, invariant 22: the demand of a sign-in ends the session at once`(code: String, status: Int) async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.refusal(code, status: status))
        fixture.expireAccessToken()
        let end = SessionEnd.refreshRejected(.named(OAuthError(code: code, detail: "because", status: status)))
        #expect(await refused(fixture) == .sessionExpired(end))
        #expect(fixture.tokenRequests.count == 1)
        #expect(try await fixture.store.holdsNoToken)
    }

    static let vendors = [
        (200, #"{"error":"bad_refresh_token","error_description":"The refresh token passed is incorrect"}"#),
        (200, #"{"ok":false,"error":"invalid_refresh_token"}"#),
        (400, #"{"error":"Bad Request","status":400,"message":"Invalid refresh token"}"#),
        (401, #"{"timestamp":"2026-01-01T00:00:00Z","status":401,"error":"Unauthorized","path":"/oauth/token"}"#),
        (422, #"{"message":"The given data was invalid."}"#),
    ]

    @Test(arguments: vendors)
    func `end 1: the bodies that vendors send are read as refusals, and what helps is said at once`(
        status: Int, body: String
    ) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.json(body, status: status))
        fixture.expireAccessToken()
        #expect(await refused(fixture)?.recoverySuggestion?.hasPrefix("Sign in again") == true)
        #expect(await fixture.session.state.isAuthenticated)
        fixture.clock.advance(by: .seconds(1))
        _ = await refused(fixture)
        #expect(await !fixture.session.state.isAuthenticated)
    }

    @Test func `invariant 42: the end names the status where no reason was given`() {
        let end = SessionEnd.refreshRejected(.unexplained(status: 400))
        #expect("\(end)" == "the provider no longer accepts the refresh token: 400, no reason given")
    }

    @Test(arguments: innocent.map(\.name))
    func `invariant 42: no other answer makes a session suspect, however often it comes`(name: String) async throws {
        let answer = try #require(Self.innocent.first { $0.name == name }).answer
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", answer)
        fixture.expireAccessToken()
        for _ in 0..<4 {
            #expect(await refused(fixture) != nil)
            fixture.clock.advance(by: .seconds(60))
        }
        #expect(fixture.tokenRequests.count >= 4)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(await fixture.session.status.suspicion == nil)
    }

    @Test func `invariant 42: a suspect session lives as long as its access token`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: .seconds(600)))
        fixture.transport.always("/token", ScriptedTransport.answer(400))
        let session = fixture.session
        for count in 1...3 {
            _ = await sessionError { try await session.refresh() }
            #expect(await session.status.suspicion?.count == count)
            fixture.clock.advance(by: .seconds(60))
        }
        // The next process goes on counting.
        let next = SessionFixture(store: fixture.store, clock: fixture.clock)
        try await next.session.configure()
        #expect(await next.session.status.suspicion?.count == 3)
        #expect(try await session.accessToken().value.reveal() == "A1")
        fixture.clock.advance(by: .seconds(600))
        #expect(await refused(fixture) == .sessionExpired(.refreshRejected(.unexplained(status: 400))))
    }

    @Test func `invariant 42: an access token that was answered 401 is of no use either`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: .seconds(600)))
        fixture.transport.always("/token", ScriptedTransport.json("{}", status: 400))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        let session = fixture.session
        _ = await sessionError { try await session.refresh() }
        fixture.clock.advance(by: .seconds(1))
        let request = try fixture.request()
        _ = try? await session.send(request)
        #expect(await session.state == .noSession(.refreshRejected(.unexplained(status: 400))))
    }

    @Test(arguments: [
        (#"{"message":"Session not active."}"#, "Session not active."),
        (#"{"error":{"code":1,"message":"No such session"}}"#, "No such session"),
        (#"{"errorSummary":"The token was revoked"}"#, "The token was revoked"),
        (#"{"title":"Bad","detail":"Sign in again"}"#, "Sign in again"), (#"{"title":"Bad"}"#, "Bad"),
        (#"{"errors":[{"message":"Expired"}]}"#, "Expired"), (#"{"msg":"expired"}"#, "expired"),
        ("Your session is gone", "Your session is gone"),
    ])
    func `truth 5: the reason that a refusal without an OAuth error gives is told, and stored`(
        body: String, reason: String
    ) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.answer(403, text: body))
        fixture.expireAccessToken()
        let refusal = RefreshRefusal.unexplained(status: 403, reason: reason)
        #expect(refusal.description == "403 \"\(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)\"")
        #expect(await refused(fixture) == .server(status: 403, during: .token, retryAfter: nil, reason: reason))
        #expect(await fixture.session.status.suspicion?.refusal == refusal)
        let next = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await next.session.configure()
        #expect(await next.session.status.suspicion?.refusal == refusal)
        // The text alone is not enough at the second time.
        for _ in 0..<2 {
            fixture.clock.advance(by: .seconds(60))
            _ = await refused(next)
        }
        #expect(await refused(next) == .sessionExpired(.refreshRejected(refusal)))
        // A third process reads of the end in the store.
        let last = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await last.session.configure()
        #expect(await last.session.state == .noSession(.refreshRejected(refusal)))
    }

    @Test func `truth 5: of a reason 200 characters are kept, and no token`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl"
        let text = "token \(token) refused " + String(repeating: "x", count: 5_000)
        fixture.transport.always("/token", ScriptedTransport.answer(400, text: text))
        fixture.expireAccessToken()
        _ = await refused(fixture)
        let reason = try #require(await fixture.session.status.suspicion?.refusal.reason)
        #expect(reason.count <= 201 && reason.hasPrefix("token ") && !reason.contains("eyJ"), "\(reason)")
    }

    @Test func `invariant 42: a refresh that succeeds clears the suspicion`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.answer(400))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.once("/token", ScriptedTransport.answer(400))
        fixture.expireAccessToken()
        _ = await refused(fixture)
        fixture.clock.advance(by: .seconds(1))
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        #expect(await fixture.session.status.suspicion == nil)
        #expect(try await !fixture.store.text.contains("suspicion"))
        fixture.expireAccessToken()
        _ = await refused(fixture)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(await fixture.session.status.suspicion?.count == 1)
    }

    @Test func `invariant 42: processes that end after one refresh each get there together`() async throws {
        let first = try await SessionFixture().signedIn()
        first.transport.always("/token", ScriptedTransport.json("{}", status: 400))
        first.expireAccessToken()
        _ = await refused(first)

        func next() async throws -> SessionFixture {
            let fixture = SessionFixture(store: first.store, clock: first.clock, transport: first.transport)
            try await fixture.session.configure()
            return fixture
        }
        let tooSoon = try await next()
        #expect(await tooSoon.session.status.suspicion?.count == 1)
        #expect(await refused(tooSoon) == .server(status: 400, during: .token, retryAfter: nil))
        #expect(await tooSoon.session.state.isAuthenticated)
        #expect(tooSoon.count("suspected") == 0)

        first.clock.advance(by: .seconds(1))
        let last = try await next()
        #expect(await refused(last) == .sessionExpired(.refreshRejected(.unexplained(status: 400))))
        #expect(try await first.store.read().map { String(decoding: $0, as: UTF8.self) }?.contains("\"R1\"") != true)
    }

    @Test func `invariant 42: a provider that asks to be left alone is given that time by every process`() async throws
    {
        let first = try await SessionFixture().signedIn()
        first.transport.always("/token", ScriptedTransport.answer(403, headers: ["Retry-After": "40"], text: "{}"))
        first.expireAccessToken()
        _ = await refused(first)
        for (seconds, isOver) in [(39, false), (1, true)] {
            first.clock.advance(by: .seconds(seconds))
            let next = SessionFixture(store: first.store, clock: first.clock, transport: first.transport)
            try await next.session.configure()
            _ = await refused(next)
            #expect(await next.session.state.isAuthenticated == !isOver)
        }
    }

    @Test func `invariant 42: what another process clears is cleared here`() async throws {
        let one = try await SessionFixture().signedIn()
        one.transport.once("/token", ScriptedTransport.answer(400))
        one.expireAccessToken()
        _ = await refused(one)
        let two = SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
        try await two.session.configure()
        #expect(await two.session.status.suspicion != nil)
        one.clock.advance(by: .seconds(1))
        one.transport.once("/token", ScriptedTransport.tokens())
        _ = try await one.session.accessToken()
        one.clock.advance(by: .seconds(1))
        await two.session.checkStore()
        #expect(await two.session.status.suspicion == nil)
        #expect(try await two.session.accessToken().value.reveal() == "A2")
    }

    @Test func `invariant 42: a new sign-in begins without suspicion`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.answer(400))
        fixture.expireAccessToken()
        _ = await refused(fixture)
        try await fixture.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await fixture.session.status.suspicion == nil)
        #expect(try await !fixture.store.text.contains("suspicion"))
    }

    @Test func `invariant 42: a clock that was set back does not keep a dead session for ever`() async throws {
        let first = try await SessionFixture().signedIn(GivenTokens(refresh: "R1"))
        first.transport.always("/token", ScriptedTransport.answer(400))
        first.expireAccessToken()
        _ = await refused(first)
        first.clock.jumpWallClock(by: .seconds(-7_200))
        var isOver = false
        for _ in 0..<4 where !isOver {
            let next = SessionFixture(store: first.store, clock: first.clock, transport: first.transport)
            try await next.session.configure()
            let session = next.session
            first.clock.advance(by: .seconds(61))
            _ = await sessionError { try await session.refresh() }
            isOver = await !session.state.isAuthenticated
        }
        #expect(isOver)
    }
}
