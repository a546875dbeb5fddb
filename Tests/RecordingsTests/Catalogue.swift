import FoundationEssentials
import JOSE
import SessionCore

/// A value of every case that a recording can hold.
enum Catalogue {
    static let time = Date(timeIntervalSinceReferenceDate: 817_193_692.123_456_7)
    static let access = Secret("access-token").fingerprint
    static let refresh = Secret("refresh-token").fingerprint
    static let short = Duration(secondsComponent: 0, attosecondsComponent: 1_234_567_890_123_456)

    static let challenge = AuthenticationChallenge(
        scheme: "Bearer", parameters: ["error": "invalid_token", "realm": "api"], received: "Basic realm=\"x\"")

    static let oauthErrors = [
        OAuthError(code: "invalid_grant", detail: "gone", uri: "https://id.example/e", status: 400),
        OAuthError(code: "access_denied"),
    ]
    static let refusals =
        oauthErrors.map { RefreshRefusal.named($0) } + [
            .unexplained(status: 503), .unexplained(status: 400, reason: "Session not active"),
        ]

    static let foreign: [ForeignRecord] = [
        .client(RecordOwner(issuer: "https://id.example", clientID: "other")), .newerVersion(7),
    ]

    static let storeErrors: [StoreError] =
        [
            .unreadable("permission denied"), .damaged(setAsideAs: "a.damaged", reason: "not JSON"),
            .unwritable("disk full"), .tooLarge(size: 9_000, limit: 8_000), .newerSetAside(as: "a.newer"),
            .locked("process 7"), .lockFailed("no locks"), .noLocks("No locks available"),
        ] + foreign.map { .foreign($0) }

    static let partialAnswer = PartialAnswer(
        HTTPExchange.Answer(
            status: 200, headers: ["Content-Type": "text/plain"], body: nil, bodySize: 300, version: "1.1",
            timings: nil, connection: nil, redirects: []),
        receivedSize: 120, expectedSize: 500)

    static let transportErrors: [TransportError] =
        [
            .couldNotResolve(host: "id.example"), .couldNotConnect(host: "id.example:443", reason: "refused"),
            .brokenOff("reset"), .tooLarge(limit: 1 << 20), .redirectRefused("to http"), .invalidRequest("line break"),
            .addressNotAllowed(host: "a.example", .linkLocal), .outOfResources("too many open files"), .notTaken,
            .cancelled,
            .brokenOff("closed", after: partialAnswer), .tooLarge(limit: 1 << 20, after: partialAnswer),
            .timedOut(.receiving, after: partialAnswer),
            .redirectRefused("a circle", after: partialAnswer),
        ] + TransportError.Phase.allCases.map { .timedOut($0) }
        + TransportError.TLSFault.allCases.map { .tls($0, reason: "a reason") }

    static let ends: [SessionEnd] =
        [
            .noStoredSession, .signedOut, .forcedOut(request: "GET /orders"), .userInfoRejected,
            .loggedOutByProvider, .expiredWithoutRefreshToken, .otherProcess, .storeLost,
        ] + refusals.map { .refreshRejected($0) } + foreign.map { .foreignRecord($0) }

    static let purposes: [SessionError.Purpose] = [
        .discovery, .keys, .pushedAuthorization, .authorization, .deviceAuthorization, .token, .userInfo, .revocation,
        .introspection, .endSession, .resourceMetadata, .request,
    ]

    static let settings: [ClientSetting] =
        [
            .issuer, .clientID, .authentication, .clientSecret, .clientKey, .scope, .apis, .resources, .refreshMargin,
            .refreshDeadline, .clockTolerance, .idTokenAlgorithms, .trustedAudiences, .allowsPlainHTTP, .proofKey,
            .tokenParameters,
            .redirectURI,
        ] + ProviderEndpoint.allCases.map { .endpoint($0) }

    static let errors: [SessionError] =
        [
            .notConfigured, .alreadyConfigured, .noSession, .sessionChanged,
            .server(status: 503, during: .token, retryAfter: .seconds(9)),
            .server(status: 500, during: .userInfo, retryAfter: nil),
            .backingOff(retryAfter: short, after: .backingOff(retryAfter: .seconds(1), after: .noSession)),
            .refused(oauthErrors[0], during: .token), .unintelligible("expires_in", during: .token),
            .untrustworthy("nonce", during: .token), .unsupported("a device flow"), .noUser,
            .originNotAllowed("https://other.example"), .relativeURL("/orders"), .insecureURL("http://id.example"),
            .authorizationResponseMismatch("state"), .signInDenied(oauthErrors[1]), .signInTimedOut, .cancelled,
        ] + settings.map { .invalidConfiguration(setting: $0, reason: "empty") }
        + ends.map { .sessionExpired($0) } + storeErrors.map { .store($0) }
        + transportErrors.map { .transport($0, during: .discovery) }
        + purposes.map { .transport(.notTaken, during: $0) }

    static let starts: [SessionStart] = [.restored, .signedIn(flow: "code"), .otherProcess]
    static let states: [SessionState] =
        [.unknown] + ends.map { .noSession($0) } + starts.map { .authenticated($0) }

    static let expiries: [TokenExpiry] =
        [.unknown]
        + [
            .expiresIn, .refreshTokenTimeout, .authorizationExpiresIn, .refreshExpiresIn, .refreshTokenExpiresIn,
            .claim,
            .introspection, .declared, .rejected,
        ].map { .at(time, $0) }
    static let trusts: [TokenTrust] = [
        .verified(algorithm: "RS256", keyID: "k1"), .verified(algorithm: "HS256", keyID: nil), .failed("signature"),
        .notChecked("no keys"),
    ]

    static let tokens: [SessionTokens] =
        expiries.map { expiry in
            SessionTokens(
                access: TokenStatus(fingerprint: access, obtainedAt: time, expiry: expiry), refresh: nil, idToken: nil,
                scope: nil)
        }
        + trusts.map { trust in
            SessionTokens(
                access: TokenStatus(fingerprint: access, obtainedAt: time, expiry: .unknown),
                refresh: TokenStatus(fingerprint: refresh, obtainedAt: time, expiry: .unknown),
                idToken: IDTokenStatus(fingerprint: access, expiresAt: time, trust: trust), scope: ["openid", "orders"])
        }

    static let userInfo = UserInfo(
        subject: "alice",
        claims: [
            .init(name: "sub", value: "alice"), .init(name: "long", value: String(repeating: "ä", count: 2_048) + "…"),
            .init(name: "email_verified", json: true), .init(name: "address", json: ["country": "CH", "n": 1]),
        ])
}
