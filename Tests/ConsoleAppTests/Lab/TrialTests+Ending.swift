import SessionCore

@testable import ConsoleFaults
@testable import ConsoleApp

extension TrialTests {
    /// The provider rejects the refresh token.
    static let ending: [Row] =
        [
            Row(
                "a newer token is adopted", .held("another process had a newer token, which was adopted"),
                .struckRefresh(.rejectedRefresh, 400), .adopt()),
            Row(
                "a refresh after invalid_grant", .notHeld("another refresh was made after invalid_grant"),
                .struckRefresh(.rejectedRefresh, 400), .renewed()),
            Row(
                "a spent token is taken", .undecided("the provider took the spent token: it does not detect reuse"),
                .struckRefresh(.replayedRefreshToken, 200), .renewed()),
            Row(
                "the session is kept", .notHeld("the session was kept although its token is invalid"),
                .struckRefresh(.tokenEndpointRefusal, 400), .refreshFailed()),
            Row(
                "the provider gives no reason",
                .undecided("the session was kept: the provider did not say why it refused"),
                .struckRefresh(.replayedRefreshToken, 400), .suspected),
            Row("nothing yet", .waiting(for: "the end of the session"), .struckRefresh(.rejectedRefresh, 400)),
            Row(
                "two refreshes before the end", .notHeld("2 refreshes before the session ended"),
                .struckRefresh(.rejectedRefresh, 400), .beginRefresh(), .lost()),
            Row(
                "a refresh after the end", .notHeld("a refresh was sent after the session had ended"),
                .struckRefresh(.rejectedRefresh, 400), .lost(), .tokenMessage(400)),
            Row(
                "a refused sign-in that succeeds", .notHeld("the sign-in succeeded although it was refused"),
                .signInStarted(), .strike(.tokenEndpointRefusal, exchange: 5), .signedIn(Story.second)),
            Row(
                "one that fails", .held("the sign-in failed, and nothing else changed"),
                .signInStarted(), .strike(.tokenEndpointRefusal, exchange: 5), .signInFailed),
        ]
        + [LabFault.tokenEndpointRefusal, .rejectedRefresh, .replayedRefreshToken].flatMap { fault in
            [
                Row(
                    "\(fault.rawValue): forced out once", .held("forced out once, because \(Story.invalid)"),
                    .struckRefresh(fault, 400), .rejected, .lost()),
                Row(
                    "\(fault.rawValue): forced out twice", .notHeld("the session ended 2 times"),
                    .struckRefresh(fault, 400), .rejected, .lost(), .lost()),
                Row(
                    "\(fault.rawValue): the session is kept",
                    .notHeld("the session was kept although its token is invalid"),
                    .struckRefresh(fault, 400), .refreshFailed()),
                Row(
                    "\(fault.rawValue): a token request after the end",
                    .notHeld("a refresh was sent after the session had ended"),
                    .struckRefresh(fault, 400), .rejected, .lost(), .tokenMessage(400)),
            ]
        }

    /// The provider has ended the session.
    static let revocation: [Row] = [
        Row("nothing yet", .waiting(for: "the next call"), .strike(.revokedSession)),
        Row("a 401, and no refresh yet", .waiting(for: "the refresh"), .revoked),
        Row("the 401 ends nothing", .notHeld("the 401 ended nothing"), .revoked, .end(1, status: 401)),
        Row(
            "the refresh fails", .undecided("the session was kept: \(Story.failure)"),
            .revoked, .refreshAfter401, .refreshFailed(), .end(1, status: 401)),
        Row("two refreshes", .notHeld("2 refreshes of a revoked session"), .revoked, .times(2, .refreshAfter401)),
        Row(
            "new tokens", .undecided("the provider issued new tokens: the session was not the revoked one"),
            .revoked, .refresh),
        Row(
            "report", .held("the 401 went to the caller, and the session was kept: on_401 is report"),
            .policy(.report), .revoked, .end(1, status: 401)),
        Row(
            "report, and a refresh finds out", .held("forced out once, because \(Story.invalid)"),
            .policy(.report), .revoked, .end(1, status: 401), .beginRefresh(.requestedByUser), .tokenMessage(400),
            .rejected, .lost()),
        Row(
            "report, and user info's 401 ends nothing", .notHeld("the 401 ended nothing"),
            .policy(.report), .strike(.revokedSession), .begin(1, isUserInfo: true), .reject(1, isUserInfo: true),
            .end(1, status: 401)),
        Row(
            "report, and the call ends it", .notHeld("a call's 401 ended the session, although on_401 is report"),
            .policy(.report), .revoked, .lost(Story.rejected)),
        Row(
            "logout", .held("forced out once, because \(Story.rejected)"),
            .policy(.forceLogout), .revoked, .lost(Story.rejected)),
        Row(
            "a revoked session: 401, refresh, forced out", .held("forced out once, because \(Story.invalid)"),
            .revoked, .refreshAfter401, .tokenMessage(400), .rejected, .lost(), .end(1, status: 401)),
        Row(
            "a revoked session that its user leaves", .undecided("the user had already ended the session"),
            .strike(.revokedSession), .event(.signedOut(.signedOut))),
    ]

    /// The scope shrinks at a refresh.
    static let scope: [Row] = [
        Row("the scope is as it was", .notHeld("the scope shown did not shrink"), .narrowed(to: ["openid", "orders"])),
        Row("no scope is shown", .notHeld("the scope shown did not shrink"), .narrowed(to: nil)),
        Row(
            "the scope was openid before", .undecided("the scope was openid before"),
            .signedIn(Story.tokens("access-1", refresh: "refresh-1", scope: ["openid"])), .narrowed(to: ["openid"])),
        Row("the scope shrinks", .held("the scope is openid now, and the session goes on"), .narrowed(to: ["openid"])),
        Row(
            "a loop of refreshes for it", .notHeld("3 refreshes for a narrower scope"),
            .narrowed(to: ["openid"]),
            .times(2, .beginRefresh(), .renewed(Story.tokens("access-3", refresh: "refresh-3", scope: ["openid"])))),
        Row(
            "refreshes that were asked for", .held("the scope is openid now, and the session goes on"),
            .narrowed(to: ["openid"]),
            .times(
                3, .beginRefresh(.requestedByUser),
                .renewed(Story.tokens("access-3", refresh: "refresh-3", scope: ["openid"])))),
        Row(
            "the refresh still runs", .waiting(for: "the end of the refresh"),
            .beginRefresh(), .strike(.narrowedScope, exchange: 5)),
        Row(
            "a refresh for it fails", .undecided("the refresh failed, and the session was kept: \(Story.failure)"),
            .struckRefresh(.narrowedScope, 500), .refreshFailed()),
        Row(
            "a narrower scope, and a 403",
            .held("the scope is openid now; a call was answered 403, without a refresh or a logout"),
            .struckRefresh(.narrowedScope, 200),
            .renewed(Story.tokens("access-2", refresh: "refresh-2", scope: ["openid"])), .begin(1),
            .event(.forbidden(Samples.facts(1, status: 403), requiredScope: ["orders"]))),
        Row(
            "a narrower scope, and a logout at the 403", .notHeld("the session ended because \(Story.invalid)"),
            .struckRefresh(.narrowedScope, 200),
            .renewed(Story.tokens("access-2", refresh: "refresh-2", scope: ["openid"])), .lost()),
    ]

    /// A refresh brings another user's tokens.
    static let otherUser: [Row] = [
        Row(
            "another user's ID token", .held("the other user's ID token was refused"),
            .struckRefresh(.switchedUser, 200),
            .idTokenRejected("sub differs from the session's: the token is another user's"), .refreshFailed()),
        Row(
            "a logout at another user's tokens", .held("the session ended because \(Story.invalid)"),
            .struckRefresh(.switchedUser, 200), .lost()),
        Row(
            "the session becomes another user's", .notHeld("the session is now bob's"),
            .userInfo("alice"), .beginRefresh(), .strike(.switchedUser, exchange: 5), .renewed(), .userInfo("bob")),
        Row(
            "the same user's tokens", .waiting(for: "user info to be fetched"),
            .userInfo("alice"), .beginRefresh(), .strike(.switchedUser, exchange: 5), .renewed(), .userInfo("alice")),
        Row(
            "two ends", .notHeld("the session ended 2 times"),
            .beginRefresh(), .strike(.switchedUser, exchange: 5), .lost(), .lost()),
        Row(
            "another user's tokens, refused", .held("the other user's tokens were refused: \(Story.failure)"),
            .struckRefresh(.switchedUser, 200), .refreshFailed()),
        Row(
            "another user's tokens, taken", .notHeld("the session is now bob's"),
            .userInfo("alice"), .struckRefresh(.switchedUser, 200), .renewed(), .userInfo("bob")),
    ]

    /// The provider signs with a new key.
    static let keys: [Row] = [
        Row(
            "an ID token by a failed check", .notHeld("the new ID token is not verified: unknown key"),
            .strike(.rotatedKeys),
            .renewed(
                Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2", trust: .failed("unknown key")))),
        Row(
            "an ID token that is not checked", .notHeld("the new ID token is not verified: no keys"),
            .strike(.rotatedKeys),
            .renewed(
                Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2", trust: .notChecked("no keys")))),
        Row(
            "a refresh that fails", .undecided("the session was kept; the refresh failed: \(Story.failure)"),
            .strike(.rotatedKeys), .beginRefresh(), .refreshFailed()),
        Row(
            "a logout under new keys", .notHeld("the session ended because \(Story.invalid)"),
            .strike(.rotatedKeys), .lost()),
        Row(
            "a verified one without new keys", .held("the new ID token is verified"),
            .strike(.rotatedKeys), .renewed()),
        Row(
            "new keys, fetched", .held("the new ID token is verified"),
            .strike(.rotatedKeys), .beginRefresh(), .renewed()),
        Row(
            "new keys, not known", .notHeld("the new ID token is not verified: unknown key"),
            .strike(.rotatedKeys), .beginRefresh(),
            .renewed(
                Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2", trust: .failed("unknown key")))),
        Row(
            "new keys, and an old ID token", .waiting(for: "the next ID token: refresh or sign in"),
            .strike(.rotatedKeys), .beginRefresh(),
            .renewed(Story.tokens("access-2", refresh: "refresh-2", identity: "identity-1"))),
        Row(
            "new keys, and another user's ID token",
            .undecided("the ID token was rejected: sub differs from the session's: the token is another user's"),
            .strike(.rotatedKeys), .beginRefresh(),
            .idTokenRejected("sub differs from the session's: the token is another user's"), .refreshFailed()),
        Row(
            "new keys, and an ID token whose key is not looked for again",
            .notHeld("the ID token was rejected: key k2 is not among the provider's keys"),
            .strike(.rotatedKeys), .beginRefresh(), .idTokenRejected("key k2 is not among the provider's keys"),
            .refreshFailed()),
    ]

    /// The sign-in page answers with another state.
    static let wrongState: [Row] = [
        Row(
            "the sign-in ends at the wrong state", .notHeld("the sign-in ended: \(SessionError.cancelled)"),
            .signInStarted("authorization code"), .strike(.wrongState), .signInFailed),
        Row(
            "the right state comes, too", .held("the answer was refused, and the right one was taken"),
            .signInStarted("authorization code"), .strike(.wrongState), .strayRedirect, .signedIn(Story.second)),
        Row(
            "another state, refused", .held("the answer was refused, and the sign-in went on"),
            .signInStarted("authorization code"), .strike(.wrongState), .strayRedirect),
        Row(
            "another state, taken", .notHeld("the sign-in took the answer of another state"),
            .signInStarted("authorization code"), .strike(.wrongState), .signedIn(Story.second)),
    ]
}
