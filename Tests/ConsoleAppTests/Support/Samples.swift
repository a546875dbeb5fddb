import FoundationEssentials
import SessionCore

@testable import ConsoleFaults
@testable import ConsoleApp

/// A session to draw: fixed times, made-up tokens.
enum Samples {
    /// 2026-11-21 12:04:31.500 UTC.
    static let now = Date(timeIntervalSince1970: 1_795_262_671.5)

    static let context = ConsoleContext(
        profile: "demo", issuer: "http://127.0.0.1:41873", api: URL(string: "http://127.0.0.1:41874"),
        faults: LabFault.ofSessions,
        demoUsers: [
            DemoUser(username: "alice", password: "wonderland"), DemoUser(username: "bob", password: "builder"),
        ], firstTarget: "/orders?limit=3")

    static let access = Secret("access-1").fingerprint
    static let refresh = Secret("refresh-1").fingerprint
    static let identity = Secret("identity-1").fingerprint

    static func status(generation: Int = 2) -> SessionStatus {
        var status = SessionStatus()
        status.state = .authenticated(.signedIn(flow: "device code"))
        status.generation = generation
        status.verifiedAt = now.addingTimeInterval(-3)
        status.accessToken = TokenStatus(
            fingerprint: access, obtainedAt: now.addingTimeInterval(-13),
            expiry: .at(now.addingTimeInterval(47), .expiresIn))
        status.refreshToken = TokenStatus(
            fingerprint: refresh, obtainedAt: now.addingTimeInterval(-48),
            expiry: .at(now.addingTimeInterval(552), .expiresIn))
        status.idToken = IDTokenStatus(
            fingerprint: identity, expiresAt: now.addingTimeInterval(47),
            trust: .verified(algorithm: "ES256", keyID: "3f2a"))
        status.scope = ["openid", "profile", "email", "offline_access", "orders"]
        status.subject = "248289761001"
        status.userInfo = UserInfo(
            subject: "248289761001",
            claims: [
                .init(name: "sub", value: "248289761001"), .init(name: "name", value: "Alice Example"),
                .init(name: "email", value: "alice@example.com"), .init(name: "email_verified", value: "true"),
            ])
        status.refreshDueAt = now.addingTimeInterval(41)
        status.clockSkew = .milliseconds(200)
        status.refreshCount = 4
        status.unauthorizedCount = 1
        status.hasIntrospection = true
        return status
    }

    static let tokens = SessionTokens(
        access: TokenStatus(
            fingerprint: access, obtainedAt: now.addingTimeInterval(-33),
            expiry: .at(now.addingTimeInterval(27), .expiresIn)),
        refresh: TokenStatus(
            fingerprint: refresh, obtainedAt: now.addingTimeInterval(-33),
            expiry: .at(now.addingTimeInterval(567), .expiresIn)),
        idToken: IDTokenStatus(
            fingerprint: identity, expiresAt: nil, trust: .verified(algorithm: "ES256", keyID: "3f2a")),
        scope: ["openid"])

    static let orders = """
        {"orders":[{"id":1041,"item":"Coffee","total":12.50},{"id":1042,"item":"Tea","total":8.00},\
        {"id":1043,"item":"Cocoa","total":3.20}],"next":null,"paging":{"limit":3,"links":{"self":"/orders?limit=3",\
        "last":"/orders?limit=3&page=9"}},"complete":false}
        """

    static func facts(_ id: Int, status: Int? = 200, attempts: Int = 1) -> RequestFacts {
        var facts = RequestFacts(id: id, method: "GET", url: "http://127.0.0.1:41874/orders?limit=3")
        facts.token = access
        facts.tokenLifetimeLeft = .seconds(47)
        facts.attempts = attempts
        facts.status = status
        facts.duration = .microseconds(12_100)
        return facts
    }

    static func answer(_ body: String, type: String = "application/json", id: Int = 1) -> AuthorizedResponse {
        var response = HTTPResponse(
            status: 200, headers: ["Content-Type": type, "Date": "Sat, 21 Nov 2026 12:04:31 GMT"],
            body: Array(body.utf8), url: URL(filePath: "/"), version: "1.1",
            timings: HTTPTimings(
                nameLookup: .microseconds(30), connect: .microseconds(210), tls: .zero,
                firstByte: .microseconds(11_600), total: .microseconds(12_100)),
            connection: HTTPConnectionFacts(remoteAddress: "127.0.0.1:41874", isReused: true, tls: nil))
        response.headers.add("Cache-Control", "no-store")
        return AuthorizedResponse(response: response, facts: facts(id), verdict: .accepted)
    }

    static func event(
        _ sequence: Int, _ kind: SessionEvent.Kind, cause: Int? = nil, at offset: TimeInterval = 0, generation: Int = 2
    ) -> SessionEvent {
        SessionEvent(
            sequence: sequence, time: now.addingTimeInterval(offset), generation: generation, cause: cause, kind: kind)
    }

    static func exchange(
        _ id: Int, _ purpose: SessionError.Purpose, request: Int? = nil, method: String = "GET", url: String,
        status: Int, body: String?
    ) -> HTTPExchange {
        HTTPExchange(
            id: id, purpose: purpose, request: request, method: method, url: url,
            requestHeaders: ["Accept": "application/json", "Authorization": "Bearer •••• \(access)"],
            requestBody: method == "POST" ? "grant_type=refresh_token&refresh_token=•••• \(refresh)" : nil,
            sentAt: now, duration: .milliseconds(12),
            outcome: .answered(
                .init(
                    status: status, headers: ["Content-Type": "application/json"], body: body,
                    bodySize: body?.utf8.count ?? 0, version: "1.1", timings: nil, connection: nil, redirects: [])))
    }

    /// From a sign-in to a call that is answered, all in generation 2.
    static let peacefulEvents = [
        event(1, .configured(.noSession(.noStoredSession)), at: -60, generation: 0),
        event(2, .signInStarted(flow: "device code"), at: -40, generation: 0),
        event(3, .signedIn(flow: "device code", tokens), cause: 2, at: -33),
        event(4, .userInfoFetched(status().userInfo ?? UserInfo(subject: "", claims: [])), cause: 3, at: -32.5),
        event(5, .requestStarted(facts(1, status: nil)), at: -10.02),
        event(
            6,
            .exchange(exchange(1, .request, request: 1, url: "http://127.0.0.1:41874/orders", status: 200, body: nil)),
            cause: 5, at: -10.01),
        event(7, .requestFinished(facts(1)), cause: 5, at: -10),
    ]

    static let challenge = AuthenticationChallenge(
        scheme: "Bearer", parameters: ["error": "invalid_token", "error_description": "session revoked"])

    static let rejection = OAuthError(code: "invalid_grant", detail: "session revoked", status: 400)

    /// A call that is answered 401, the refresh that is rejected, and the end.
    static let lossEvents = [
        event(8, .requestStarted(facts(2, status: nil)), at: -1.7),
        event(
            9,
            .exchange(exchange(2, .request, request: 2, url: "http://127.0.0.1:41874/orders", status: 401, body: nil)),
            cause: 8, at: -1.65),
        event(10, .unauthorized(facts(2, status: 401), challenge), cause: 8, at: -1.63),
        event(11, .refreshStarted(.unauthorized(access), access: access, refresh: refresh), cause: 10, at: -1.629),
        event(
            12,
            .exchange(
                exchange(
                    3, .token, method: "POST", url: "http://127.0.0.1:41873/token", status: 400,
                    body: #"{"error":"invalid_grant","error_description":"session revoked"}"#)), cause: 11, at: -1.6),
        event(13, .refreshRejected(.named(rejection), refresh: refresh), cause: 11, at: -1.599),
        event(14, .forcedOut(.refreshRejected(.named(rejection))), cause: 13, at: -1.598),
        event(15, .requestFinished(facts(2, status: 401)), cause: 8, at: -1.597),
    ]

    static let devicePrompt = DevicePrompt(
        verificationURI: "http://127.0.0.1:41873/device",
        verificationURIComplete: "http://127.0.0.1:41873/device?user_code=WDJB-MJHT", userCode: "WDJB-MJHT",
        expiresAt: now.addingTimeInterval(271), interval: .seconds(5))
}
