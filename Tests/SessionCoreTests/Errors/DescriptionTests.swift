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

    @Test(arguments: states + verdicts + revocations + expiries)
    func `a value reads as a clause, without its cases and labels`(
        value: any CustomStringConvertible & Sendable, words: String
    ) {
        #expect("\(value)" == words)
    }
}

extension Date {
    fileprivate static let sample = Date(timeIntervalSince1970: 1_800_000_000)
}
