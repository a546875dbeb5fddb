import FoundationEssentials
import JOSE
import SessionCore

extension Catalogue {
    static let facts: [RequestFacts] = {
        let plain = RequestFacts(id: 3, method: "GET", url: "https://api.example/orders?page=2")
        var full = plain
        full.token = access
        full.tokenLifetimeLeft = .seconds(-4) - short
        full.attempts = 2
        full.waitedForRefresh = 17
        full.status = 401
        full.duration = short
        full.label = RequestLabel(4, from: "proxy", for: Caller(name: "git", process: 4711))
        full.isUserInfo = true
        return [plain, full]
    }()

    static let answers: [HTTPExchange.Answer] =
        plainAnswers
        + plainAnswers.map { answer in
            var answer = answer
            answer.reason = "Oops \u{202E}"
            return answer
        }

    private static let hops = [
        HTTPRedirect(status: 302, from: URL(filePath: "/a"), to: URL(filePath: "/b"), keptAuthorization: false),
        HTTPRedirect(
            status: 307, from: URL(filePath: "/b"), to: URL(filePath: "/c"), keptAuthorization: true,
            duration: .milliseconds(5)),
    ]

    private static let plainAnswers: [HTTPExchange.Answer] = [
        .init(
            status: 204, headers: [:], body: nil, bodySize: 0, version: nil, timings: nil, connection: nil,
            redirects: []),
        .init(
            status: 200, headers: ["Set-Cookie": "••••", "Set-Cookie": "•••• 1A2B", "Content-Type": "text/plain"],
            body: "{\"a\":\"\u{1B}[0m\n\"}", bodySize: 17, version: "2",
            timings: HTTPTimings(
                nameLookup: .zero, connect: short, tls: .milliseconds(3), firstByte: .seconds(1), total: .seconds(2)),
            connection: HTTPConnectionFacts(
                remoteAddress: "[::1]:443", isReused: true,
                tls: TLSFacts(
                    version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", certificateSubject: "CN=id",
                    certificateIssuer: "CN=ca", certificateExpiry: time)),
            redirects: hops),
        .init(
            status: 500, headers: [:], body: "", bodySize: 0, version: "1.1", timings: nil,
            connection: HTTPConnectionFacts(
                remoteAddress: nil, isReused: false,
                tls: TLSFacts(
                    version: "TLSv1.2", cipher: "x", certificateSubject: nil, certificateIssuer: nil,
                    certificateExpiry: nil)), redirects: []),
    ]

    static let exchanges: [HTTPExchange] =
        (answers.map { .answered($0) } + transportErrors.map { .failed($0) }).map { exchange($0) }
        + purposes.map { exchange(.failed(.notTaken), purpose: $0, request: nil, body: nil, faults: []) }
        + [exchange(.failed(.timedOut(.waiting)), timeLimit: .seconds(30))]
        + hops.map { exchange(.failed(.notTaken), redirectedBy: $0, redirect: $0) }

    private static func exchange(
        _ outcome: HTTPExchange.Outcome, purpose: SessionError.Purpose = .token, request: Int? = 3,
        body: String? = "grant_type=refresh_token", faults: [String] = ["token-endpoint-500", "slow"],
        timeLimit: Duration? = nil, redirectedBy: HTTPRedirect? = nil, redirect: HTTPRedirect? = nil
    ) -> HTTPExchange {
        HTTPExchange(
            id: 9, purpose: purpose, request: request, method: "POST", url: "https://id.example/token",
            requestHeaders: ["Accept": "application/json", "accept": "*/*"], requestBody: body, sentAt: time,
            duration: short, outcome: outcome, timeLimit: timeLimit, faults: faults, redirectedBy: redirectedBy,
            redirect: redirect)
    }

    static let strays: [StrayRedirect] = [
        StrayRedirect(source: .browser, flaw: .posted, content: .nothing),
        StrayRedirect(source: .browser, flaw: .stateMissing, content: .code),
        StrayRedirect(source: .pasted, flaw: .stateOfAnotherAttempt, content: .error("access_denied")),
        StrayRedirect(source: .pasted, flaw: .stateMissing, content: .error(nil)),
        StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .nothing),
    ]

    static let rejectedTokens: [RejectedIDToken] = [
        "", Base64URL.encode("{\"alg\":\"RS256\"}".utf8) + "." + Base64URL.encode("{\"sub\":\"alice\"}".utf8) + ".",
    ]
    .map { RejectedIDToken(keeping: Secret($0), fingerprint: access, reason: "aud is other") }

    static let suspicions = refusals.map {
        SessionSuspicion(
            refusal: $0, refusals: RefusalCount(all: 3, bare: 1), first: ClockReading(time, .zero),
            last: ClockReading(time, short), pause: .seconds(5))
    }

    static let endedSessions = ends.map {
        EndedSession(
            end: $0, time: time, generation: 4, process: 4_711, program: $0 == .signedOut ? nil : "status",
            flow: $0 == .signedOut ? nil : "device", isEndedAtProvider: $0 == .signedOut)
    }

    static let messages = [
        AuthorizationMessage(url: "https://id.example/authorize", parameters: ["client_id", "state"]),
        AuthorizationMessage(url: "http://127.0.0.1/", parameters: [], error: "access_denied"),
        AuthorizationMessage(url: "http://127.0.0.1/", parameters: ["state"], query: "state=•••• 1A2B"),
    ]

    static let triggers: [RefreshTrigger] = [
        .expired, .expiringSoon, .unauthorized(access), .requestedByUser, .userInfo,
    ]

    static let faults: [InjectedFault] = [
        InjectedFault(name: "network-off", step: .armed, text: "armed"),
        InjectedFault(name: "network-off", step: .struck, exchange: 7, text: "made unreachable"),
        InjectedFault(name: "network-off", step: .disarmed, text: "disarmed"),
    ]

    static let kinds: [SessionEvent.Kind] = signInKinds + requestKinds + refreshKinds + endKinds

    private static let signInKinds: [SessionEvent.Kind] =
        states.map { .configured($0) } + [.signInStarted(flow: "code")]
        + tokens.map { .signedIn(flow: "device", $0) } + errors.map { .signInFailed(flow: "code", $0) }
        + [
            .devicePollPending(nextPollAfter: .seconds(5), slowDown: true),
            .devicePollPending(nextPollAfter: short, slowDown: false),
        ] + messages.flatMap { [.authorizationRequested($0), .authorizationAnswered($0)] }
        + strays.map { .strayRedirect($0) } + rejectedTokens.map { .idTokenRejected($0) }

    private static let requestKinds: [SessionEvent.Kind] =
        facts.flatMap { facts -> [SessionEvent.Kind] in
            [
                .requestStarted(facts), .requestFinished(facts), .requestFailed(facts, .noSession),
                .unauthorized(facts, challenge), .unauthorized(facts, nil),
                .unauthorized(
                    facts,
                    AuthenticationChallenge(
                        scheme: "DPoP", parameters: [:], trustedIssuers: ["https://other.example"])),
                .forbidden(facts, requiredScope: ["admin"]), .forbidden(facts, requiredScope: []),
                .stepUpRequired(facts, acrValues: ["mfa"], maxAge: .seconds(300), claims: #"{"a":1}"#),
                .stepUpRequired(facts, acrValues: [], maxAge: nil, claims: nil),
            ]
        } + exchanges.map { .exchange($0) } + [
            .exchangeStarted(
                ExchangeStart(
                    id: 7, purpose: .revocation, method: "POST", url: "https://id.example/revoke", token: access)),
            .exchangeStarted(
                ExchangeStart(id: 8, purpose: .discovery, method: "GET", url: "https://id.example/.well-known/x")),
            .userInfoFetched(userInfo), .verified,
        ]

    private static let refreshKinds: [SessionEvent.Kind] =
        triggers.map { .refreshStarted($0, access: access, refresh: refresh) }
        + [
            .refreshStarted(.expired, access: nil, refresh: refresh),
            .refreshStarted(.expired, access: access, refresh: nil),
        ]
        + tokens.flatMap { tokens -> [SessionEvent.Kind] in
            [
                .refreshed(tokens, replacedAccess: access, replacedRefresh: refresh),
                .refreshed(tokens, replacedAccess: nil, replacedRefresh: nil), .adoptedFromStore(tokens),
            ]
        } + errors.map { .refreshFailed($0, retryAfter: short) }
        + refusals.map { .refreshRejected($0, refresh: refresh) }
        + suspicions.map { .suspected($0, refresh: refresh) }

    private static let endKinds: [SessionEvent.Kind] =
        ends.flatMap { [.signedOut($0), .forcedOut($0)] } + endedSessions.map { .endedElsewhere($0) }
        + [.revoked(refresh), .revocationNotOffered(access)]
        + [.tokenGiven(access, RequestLabel(1, from: "credential", for: Caller(name: "git", process: 4711)))]
        + errors.flatMap { [.revocationRefused(refresh, $0), .revocationPending(refresh, $0)] }
        + storeErrors.map { .storeFailed($0) } + [.storeWarning("others can write"), .ignoredLateAnswer("a refresh")]
        + faults.map { .injected($0) }

    static let events = kinds.enumerated().map { index, kind in
        SessionEvent(
            sequence: index + 1, time: time + Double(index) / 7, generation: 2,
            cause: index == 0 ? nil : index, kind: kind)
    }
}
