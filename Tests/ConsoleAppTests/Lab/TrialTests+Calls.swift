import SessionCore

@testable import ConsoleFaults
@testable import ConsoleApp

extension TrialTests {
    /// The access token has expired.
    static let renewal: [Row] = [
        Row(
            "a call carries the expired token", .notHeld("1 call went out with the expired token"),
            .strike(.accessTokenExpired), .begin(1), .message(1, 401, token: "access-1")),
        Row(
            "a second refresh", .notHeld("a second refresh began before the first had ended"),
            .strike(.accessTokenExpired), .beginRefresh(), .beginRefresh()),
        Row(
            "the refresh fails", .undecided("the refresh failed, and the session was kept: \(Story.failure)"),
            .strike(.accessTokenExpired), .beginRefresh(), .refreshFailed()),
        Row(
            "calls still run", .waiting(for: "the refresh, and the calls"),
            .strike(.accessTokenExpired), .begin(1), .beginRefresh(), .renewed()),
        Row(
            "the refresh still runs", .waiting(for: "the refresh, and the calls"),
            .strike(.accessTokenExpired), .beginRefresh()),
        Row(
            "the old token is refreshed twice", .notHeld("2 refreshes for one expired token"),
            .strike(.accessTokenExpired), .begin(1), .times(2, .beginRefresh(), .renewed()), .end(1)),
        Row("no call waited", .held("one refresh"), .strike(.accessTokenExpired), .beginRefresh(), .renewed()),
        Row(
            "a call waited", .held("1 call waited for one refresh"),
            .strike(.accessTokenExpired), .begin(1), .beginRefresh(), .renewed(), .end(1, waited: true)),
        Row("an expired token, no call yet", .waiting(for: "the next call"), .strike(.accessTokenExpired)),
        Row(
            "an expired token, 3 calls and one refresh", .held("3 calls waited for one refresh"),
            .strike(.accessTokenExpired), .each(1...3) { .begin($0) }, .beginRefresh(), .tokenMessage(200),
            .renewed(), .each(1...3) { .end($0, waited: true) }),
        Row(
            "a burst with one refresh", .held("20 calls waited for one refresh"),
            .strike(.burstAtExpiry), .each(1...20) { .begin($0) }, .beginRefresh(), .renewed(),
            .each(1...20) { .end($0, waited: true) }),
        Row(
            "a burst with a refresh for each call", .notHeld("a second refresh began before the first had ended"),
            .strike(.burstAtExpiry), .each(1...2) { .all(.begin($0), .beginRefresh()) }),
        Row(
            "an expired token, and a refresh of it that was asked for", .held("one refresh"),
            .strike(.accessTokenExpired), .beginRefresh(.requestedByUser), .tokenMessage(200), .renewed()),
        Row(
            "an expired token that another process has renewed, and a refresh that was asked for",
            .undecided("another process renewed the token first"),
            .strike(.accessTokenExpired), .adopt(), .begin(1), .message(1, 200), .end(1),
            .beginRefresh(.requestedByUser, of: "access-2", token: "refresh-2"), .tokenMessage(200),
            .renewed(Story.tokens("access-3", refresh: "refresh-3"))),
        Row(
            "an expired token in use again after another process stored it anew", .waiting(for: "the next call"),
            .strike(.accessTokenExpired), .adopt(Story.first)),
        Row(
            "an expired token while lifetimes are short, and two refreshes",
            .undecided("2 refreshes for one expired token; short lifetimes was still in effect"),
            .strike(.shortLifetimes), .strike(.accessTokenExpired), .times(2, .begin(1), .beginRefresh(), .renewed()),
            .end(1)),
    ]

    /// A call carries a token that the API rejects.
    static let retry: [Row] = [
        Row("the call got no answer", .undecided("the call got no answer"), .tampered(nil)),
        Row("200", .undecided("answered 200: the server does not check the signature"), .tampered(200)),
        Row("403", .undecided("answered 403, which says nothing about the signature"), .tampered(403)),
        Row("the retry is on its way", .waiting(for: "the refresh and the retry"), .tampered(401)),
        Row(
            "the retry fails", .undecided("the session was kept; the retry failed: \(Story.brokenOff)"),
            .tampered(401), .fail(1)),
        Row("sent three times", .notHeld("the call was sent 3 times"), .tampered(401), .refresh, .end(1, attempts: 3)),
        Row(
            "two refreshes for one 401", .notHeld("2 refreshes for one 401"),
            .tampered(401), .times(2, .refresh), .end(1, attempts: 2)),
        Row(
            "the retry is answered 401", .notHeld("the retry was answered 401 too"),
            .tampered(401), .refresh, .reject(1), .end(1, status: 401, attempts: 2)),
        Row(
            "user info accepts the token of the retry",
            .undecided("the retry was answered 401 too: user info accepts the token that this API refuses"),
            .tampered(401), .refresh, .vouch(for: 1), .end(1, status: 401, attempts: 2)),
        Row(
            "the token of the refresh is refused, too",
            .undecided("the refreshed token was refused too, and the session ended because \(Story.rejected)"),
            .tampered(401), .refresh, .reject(1), .lost(Story.rejected)),
        Row(
            "the refresh fails", .undecided("the refresh failed, and the session was kept: \(Story.failure)"),
            .tampered(401), .refreshAfter401, .refreshFailed(), .end(1, status: 401)),
        Row(
            "the token's time was over", .undecided("the token had already expired when the 401 came"),
            .tampered(401, left: .milliseconds(12)), .end(1, status: 401)),
        Row(
            "user info has accepted the token before",
            .undecided("the 401 was returned: user info accepts the token that this API refuses"),
            .begin(9), .vouch(for: 9), .end(9, status: 401), .tampered(401), .end(1, status: 401)),
        Row(
            "an earlier token was accepted", .notHeld("the 401 was returned without a retry"),
            .begin(9), .vouch(for: 9), .end(9, status: 401), .refresh, .tampered(401), .end(1, status: 401)),
        Row(
            "a newer token was available", .held("401, a newer token was available, retried once: 200"),
            .tampered(401), .end(1, attempts: 2)),
        Row(
            "one refresh", .held("401, one refresh, retried once: 200"),
            .tampered(401), .refresh, .end(1, attempts: 2)),
        Row(
            "a logout", .notHeld("the session ended because \(Story.rejected)"),
            .tampered(401), .lost(Story.rejected)),
        Row(
            "a tampered token, one refresh and one retry", .held("401, one refresh, retried once: 200"),
            .struckCall(.tamperedToken, 401), .refreshAfter401, .renewed(), .message(1, 200), .end(1, attempts: 2)),
        Row(
            "a tampered token, and no retry", .notHeld("the 401 was returned without a retry"),
            .struckCall(.tamperedToken, 401), .end(1, status: 401)),
        Row(
            "a tampered token, and a logout", .notHeld("the session ended because \(Story.invalid)"),
            .struckCall(.tamperedToken, 401), .lost()),
        Row(
            "a tampered token whose retry is tampered with, too, and a logout",
            .undecided("the retry was answered 401 too, but that was tampered with too"),
            .struckCall(.tamperedToken, 401), .refreshAfter401, .renewed(), .strike(.tamperedToken, exchange: 6),
            .message(1, 401, id: 6), .end(1, status: 401, attempts: 2), .lost()),
    ]

    /// What else happens to that token, or to its session.
    static let spoiled: [Row] = [
        Row(
            "a tampered token, and a refresh with a token that was rotated before",
            .notHeld("the session ended because \(Story.invalid)"),
            .struckCall(.tamperedToken, 401), .refresh, .refreshAfter401, .tokenMessage(400), .rejected, .lost()),
        Row(
            "a tampered token, and the provider rejects the refresh",
            .undecided("the session ended because \(Story.invalid)"),
            .struckCall(.tamperedToken, 401), .refreshAfter401, .tokenMessage(400), .rejected, .lost()),
        Row(
            "a tampered token after another user's tokens, and no retry",
            .undecided("the 401 was returned without a retry; switch user was still in effect"),
            .struckRefresh(.switchedUser, 200), .refreshFailed(), .struckCall(.tamperedToken, 401, id: 6),
            .end(1, status: 401)),
        Row(
            "a tampered token after another user's tokens and the next refresh, and no retry",
            .notHeld("the 401 was returned without a retry"),
            .struckRefresh(.switchedUser, 200), .refreshFailed(), .beginRefresh(), .tokenMessage(200), .renewed(),
            .struckCall(.tamperedToken, 401, id: 6), .end(1, status: 401)),
        Row(
            "a tampered token after another user's tokens that were taken, and no retry",
            .undecided("the 401 was returned without a retry; switch user was still in effect"),
            .struckRefresh(.switchedUser, 200), .renewed(), .struckCall(.tamperedToken, 401, id: 6),
            .end(1, status: 401)),
        Row(
            "a tampered token after another user's tokens and a sign-in, and no retry",
            .notHeld("the 401 was returned without a retry"),
            .struckRefresh(.switchedUser, 200), .refreshFailed(), .signedIn(),
            .struckCall(.tamperedToken, 401, id: 6), .end(1, status: 401)),
        Row(
            "a tampered token whose successor is revoked in the provider's pane",
            .undecided("the 401 was returned without a retry; meanwhile it was revoked"),
            .struckCall(.tamperedToken, 401),
            .event(.injected(InjectedFault(name: "access-token-revoked", step: .struck, text: "it was revoked"))),
            .end(1, status: 401)),
    ]

    /// User info is asked with such a token.
    static let userInfo: [Row] = [
        Row(
            "a refresh of user info", .held("401, one refresh, user info requested once more"),
            .tamperedUserInfo, .beginRefresh(.userInfo), .renewed(), .userInfo("alice")),
        Row(
            "two of them", .notHeld("2 refreshes for one 401"),
            .tamperedUserInfo, .times(2, .beginRefresh(.userInfo), .renewed())),
        Row(
            "the refresh fails", .undecided("the refresh failed, and the session was kept: \(Story.failure)"),
            .tamperedUserInfo, .beginRefresh(.userInfo), .refreshFailed()),
        Row("no refresh yet", .waiting(for: "the refresh"), .tamperedUserInfo),
        Row(
            "no refresh token",
            .held("forced out once, because userinfo answered 401 and there was no refresh token"),
            .signedIn(Story.withoutRefresh), .tamperedUserInfo, .lost(.userInfoRejected)),
        Row(
            "a refresh would help", .notHeld("the session ended because \(SessionEnd.userInfoRejected)"),
            .tamperedUserInfo, .lost(.userInfoRejected)),
        Row(
            "a tampered token that had just come, and user info's 401 ends the session",
            .held("forced out once, because userinfo answered 401 and the token was new"),
            .strike(.accessTokenExpired), .begin(1, isUserInfo: true), .beginRefresh(), .tokenMessage(200),
            .renewed(), .strike(.tamperedToken, exchange: 5), .message(1, 401, id: 5, purpose: .userInfo),
            .lost(.userInfoRejected)),
        Row(
            "a tampered token without a refresh token, and user info's 401 ends the session",
            .held("forced out once, because userinfo answered 401 and there was no refresh token"),
            .signedIn(Story.tokens("access-3", refresh: nil)), .begin(1, isUserInfo: true),
            .strike(.tamperedToken, exchange: 5), .message(1, 401, id: 5, purpose: .userInfo),
            .lost(.userInfoRejected)),
        Row(
            "a tampered token of a while ago, and user info's 401 ends the session",
            .notHeld("the session ended because \(SessionEnd.userInfoRejected)"),
            .begin(1, isUserInfo: true), .strike(.tamperedToken, exchange: 5),
            .message(1, 401, id: 5, purpose: .userInfo), .lost(.userInfoRejected)),
    ]

    /// What is right depends on the policy and on the tokens.
    static let terms: [Row] = [
        Row(
            "no refresh token, and an expired token", .held("forced out once, because nothing renews the token"),
            .signedIn(Story.withoutRefresh), .strike(.burstAtExpiry), .each(1...20) { .begin($0) },
            .lost(.expiredWithoutRefreshToken)),
        Row(
            "the same, twice", .notHeld("the session ended 2 times"),
            .signedIn(Story.withoutRefresh), .strike(.accessTokenExpired),
            .times(2, .lost(.expiredWithoutRefreshToken))),
        Row(
            "the same with a refresh token",
            .notHeld("the session ended because \(SessionEnd.expiredWithoutRefreshToken)"),
            .strike(.accessTokenExpired), .lost(.expiredWithoutRefreshToken)),
        Row(
            "no refresh token, and the network is off when its time is over",
            .undecided("the session ended because \(SessionEnd.expiredWithoutRefreshToken)"),
            .signedIn(Story.withoutRefresh), .begin(1), .strike(.networkOff, exchange: 5),
            .lost(.expiredWithoutRefreshToken)),
        Row(
            "no refresh token, and a 401",
            .held("forced out once, because \(Story.rejected), and there was no refresh token"),
            .signedIn(Story.withoutRefresh), .tampered(401), .lost(Story.rejected), .end(1, status: 401)),
        Row(
            "no refresh token, in a session of the store", .held("forced out once, because nothing renews the token"),
            .lacksRefreshToken, .event(.configured(.authenticated(.restored))), .strike(.accessTokenExpired),
            .lost(.expiredWithoutRefreshToken)),
        Row(
            "logout, and a 401", .held("forced out once, because \(Story.rejected), and on_401 is logout"),
            .policy(.forceLogout), .tampered(401), .lost(Story.rejected)),
        Row(
            "logout, and two ends", .notHeld("the session ended 2 times"),
            .policy(.forceLogout), .tampered(401), .times(2, .lost(Story.rejected))),
        Row(
            "logout, after a refresh", .notHeld("the session ended because \(Story.rejected)"),
            .policy(.forceLogout), .tampered(401), .refresh, .lost(Story.rejected)),
        Row(
            "logout, and the session is kept", .notHeld("the 401 was returned without a retry"),
            .policy(.forceLogout), .tampered(401), .end(1, status: 401)),
        Row(
            "report, and a 401", .held("the 401 went to the caller, and the session was kept: on_401 is report"),
            .policy(.report), .tampered(401), .end(1, status: 401)),
        Row("report, and the call still runs", .waiting(for: "the end of the call"), .policy(.report), .tampered(401)),
        Row(
            "report, and a retry", .notHeld("the call was sent 2 times, although on_401 is report"),
            .policy(.report), .tampered(401), .end(1, attempts: 2)),
        Row(
            "report, and a refresh", .notHeld("a refresh followed the 401, although on_401 is report"),
            .policy(.report), .tampered(401), .refresh, .end(1, status: 401)),
        Row(
            "report, and a logout", .notHeld("the session ended because \(Story.rejected)"),
            .policy(.report), .tampered(401), .lost(Story.rejected)),
    ]

    /// Tokens live a few seconds.
    static let lifetimes: [Row] = [
        Row(
            "a refresh a second", .notHeld("3 refreshes in 3 s"),
            .strike(.shortLifetimes),
            .each(1...3) { .all(.at(Double($0)), .begin($0), .beginRefresh(), .renewed(), .end($0)) }),
        Row(
            "a refresh every 4 s", .held("3 calls with 3 refreshes"),
            .strike(.shortLifetimes),
            .each(1...3) { .all(.at(Double($0) * 4), .begin($0), .beginRefresh(), .renewed(), .end($0)) }),
        Row(
            "refreshes that were asked for", .waiting(for: "3 calls more"),
            .strike(.shortLifetimes), .times(4, .beginRefresh(.requestedByUser), .renewed())),
        Row(
            "too few calls", .waiting(for: "1 call more"),
            .strike(.shortLifetimes), .beginRefresh(), .renewed(), .each(1...2) { .all(.begin($0), .end($0)) }),
        Row(
            "switched off before a call", .undecided("disarmed before a call was seen"),
            .strike(.shortLifetimes), .beginRefresh(), .renewed(), .disarm(.shortLifetimes)),
        Row(
            "switched off before a refresh", .undecided("disarmed before a refresh was seen"),
            .strike(.shortLifetimes), .begin(1), .end(1), .disarm(.shortLifetimes)),
        Row(
            "short lifetimes, 3 calls and a refresh", .held("3 calls with 1 refresh"),
            .strike(.shortLifetimes), .beginRefresh(), .renewed(), .each(1...3) { .all(.begin($0), .end($0)) }),
        Row(
            "short lifetimes, a refresh for each call", .notHeld("3 refreshes in 0 s"),
            .strike(.shortLifetimes), .each(1...3) { .all(.begin($0), .beginRefresh(), .renewed(), .end($0)) }),
    ]

    /// The wall clock is wrong.
    static let clock: [Row] = [
        Row("nothing yet", .waiting(for: "the next call"), .arm(.clockAhead)),
        Row(
            "a loop", .notHeld("3 refreshes since the clock was changed"),
            .arm(.clockAhead), .times(3, .beginRefresh(), .renewed())),
        Row(
            "as many as the tokens' lifetime asks for", .held("5 refreshes"),
            .arm(.clockAhead), .each(1...5) { .all(.at(Double($0) * 50), .beginRefresh(), .renewed()) }),
        Row("a call", .held("1 call answered, no refresh"), .arm(.clockBehind), .begin(1), .end(1)),
        Row(
            "one that was due", .held("1 call answered, one refresh that was due"),
            .arm(.clockBehind), .begin(1), .beginRefresh(), .renewed(), .end(1)),
        Row("a logout", .notHeld("the session ended because \(Story.invalid)"), .arm(.clockAhead), .lost()),
        Row(
            "a wrong clock, and a call without a refresh", .held("1 call answered, no refresh"),
            .arm(.clockAhead), .begin(1), .end(1)),
        Row(
            "the other wrong clock, and a logout", .notHeld("the session ended because \(Story.invalid)"),
            .arm(.clockBehind), .lost()),
    ]
}
