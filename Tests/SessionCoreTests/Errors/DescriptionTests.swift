import FoundationEssentials
import SessionCore
import Testing

/// What a log line says of a state, a verdict, a revocation and an expiry.
@Suite(.timeLimit(.minutes(5)))
struct DescriptionTests {
    private static let expired = SessionError.server(status: 503, during: .token, retryAfter: nil)
    private static let token = Secret("A1").fingerprint

    private static let states: [(any CustomStringConvertible & Sendable, String)] = [
        (SessionState.unknown, "not known"),
        (SessionState.noSession(.signedOut), "no session: signed out"),
        (
            SessionState.noSession(.refreshRejected(.named(OAuthError(code: "invalid_grant")))),
            "no session: the refresh was rejected with invalid_grant"
        ),
        (SessionState.authenticated(.restored), "a session, restored from the store"),
        (SessionState.authenticated(.signedIn(flow: "device")), "a session, signed in by device"),
        (SessionState.authenticated(.otherProcess), "a session, begun by another process"),
    ]

    private static let verdicts: [(any CustomStringConvertible & Sendable, String)] = [
        (AuthorizedResponse.Verdict.none, "the answer says nothing about the token"),
        (AuthorizedResponse.Verdict.accepted, "the token was accepted"),
        (AuthorizedResponse.Verdict.rejected(nil), "the token was rejected; the session is kept"),
        (
            AuthorizedResponse.Verdict.rejectedByAPI(nil),
            "this API rejected a token that the provider accepts; the session is kept"
        ),
        (
            AuthorizedResponse.Verdict.refreshFailed(nil, expired),
            "the token was rejected, and the refresh failed: \(expired)"
        ),
        (
            AuthorizedResponse.Verdict.sessionEnded(nil, .expiredWithoutRefreshToken),
            "the session has ended: \(SessionEnd.expiredWithoutRefreshToken)"
        ),
        (
            AuthorizedResponse.Verdict.sessionChanged(nil),
            "another session has begun, or this one has ended, meanwhile"
        ),
        (AuthorizedResponse.Verdict.insufficientScope(["read", "write"]), "the token lacks the scope read write"),
        (
            AuthorizedResponse.Verdict.stepUpRequired(acrValues: ["gold"], maxAge: nil, claims: nil),
            "another sign-in is needed: gold"
        ),
        (
            AuthorizedResponse.Verdict.stepUpRequired(acrValues: [], maxAge: nil, claims: nil),
            "another sign-in is needed"
        ),
    ]

    private static let revocations: [(any CustomStringConvertible & Sendable, String)] = [
        (TokenRevocation(kind: .refresh, token: token, outcome: .revoked), "refresh_token \(token): revoked"),
        (
            TokenRevocation(kind: .access, token: token, outcome: .notOffered),
            "access_token \(token): not revoked, because the provider offers no revocation"
        ),
        (TokenRevocation.Outcome.refused(expired), "not revoked: \(expired)"),
        (TokenRevocation.Outcome.pending(expired), "to be revoked later: \(expired)"),
    ]

    private static let expiries: [(any CustomStringConvertible & Sendable, String)] = [
        (TokenExpiry.unknown, "unknown"),
        (TokenExpiry.at(.sample, .expiresIn), "\(Date.sample) (expires_in)"),
    ]

    private static let user = UserInfo(
        subject: "alice", claims: [.init(name: "sub", value: "alice"), .init(name: "email", value: "a@mail.example")])

    private static let status = {
        var status = SessionStatus()
        (status.state, status.subject, status.userInfo) = (.authenticated(.restored), "alice", user)
        status.accessToken = TokenStatus(
            fingerprint: token, obtainedAt: .sample, expiry: .at(.sample, .expiresIn))
        status.refreshToken = TokenStatus(fingerprint: token, obtainedAt: .sample, expiry: .unknown)
        return status
    }()

    private static let tokens = TokenResponse(
        accessToken: Secret("A1"), expiresIn: .seconds(60), refreshToken: Secret("A1"), idToken: Secret("A1"),
        scope: ["openid", "orders"], requestedAt: .sample, requestedAtUptime: .zero)

    /// What lands in logs: no claim's value and no secret.
    private static let lines: [(any CustomStringConvertible & Sendable, String)] = [
        (SessionStatus(), "not known"),
        (
            status,
            "a session, restored from the store, subject alice, access token \(token) until \(Date.sample), "
                + "refresh token \(token)"
        ),
        (user, "user alice with sub, email"),
        (UserInfo(subject: "bob", claims: []), "user bob with no claims"),
        (user.claims[1], "email"),
        (tokens, "Bearer token \(token) for 1 min, refresh token \(token), ID token, scope openid orders"),
        (
            TokenResponse(accessToken: Secret("A1"), expiresIn: nil, requestedAt: .sample, requestedAtUptime: .zero),
            "Bearer token \(token)"
        ),
    ]

    @Test(arguments: states + verdicts + revocations + expiries + lines)
    func `a value reads as a clause, without its cases and labels`(
        value: any CustomStringConvertible & Sendable, words: String
    ) {
        #expect("\(value)" == words)
    }
}

extension Date {
    fileprivate static let sample = Date(timeIntervalSince1970: 1_800_000_000)
}
