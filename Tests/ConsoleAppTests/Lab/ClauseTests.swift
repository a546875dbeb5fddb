import FoundationEssentials
import SessionCore
import Testing
import TestSupport

@testable import ConsoleApp

/// For each clause of the judges a story that meets this clause, and the verdict word for word.
@Suite(.timeLimit(.minutes(1)), .limitedParallelism)
struct ClauseTests {
    struct Clause: Sendable, CustomTestStringConvertible {
        let name: String
        let verdict: Verdict
        let story: @Sendable (inout Story) -> Void

        init(_ name: String, _ verdict: Verdict, _ story: @escaping @Sendable (inout Story) -> Void) {
            (self.name, self.verdict, self.story) = (name, verdict, story)
        }

        var testDescription: String { name }
    }

    @Test(arguments: renewal + retry + terms + userInfo + lifetimes + clock + keeping + ending + revocation + others)
    func `hole lab verdicts: every clause decides its own story`(clause: Clause) {
        let story = Story { story in
            story.signedIn()
            clause.story(&story)
        }
        #expect(story.verdict == clause.verdict)
    }

    @Test(arguments: [
        (200, true), (400, true), (401, true), (403, true), (422, true), (404, false), (429, false), (500, false),
    ])
    func `hole lab verdicts: the provider's own refusal is not held against the session`(status: Int, isRefusal: Bool) {
        for isSuspect in [false, true] {
            let story = Story { story in
                story.signedIn()
                story.beginRefresh()
                story.strike(.tokenEndpointSlow, exchange: 5)
                story.tokenMessage(status, id: 5)
                if isSuspect {
                    let suspicion = SessionSuspicion(refusal: .named(Samples.rejection), count: 1, lastAt: Samples.now)
                    story.add(.suspected(suspicion, refresh: Samples.refresh))
                } else {
                    story.rejected()
                }
                story.lost()
            }
            #expect(story.verdict?.label == (isRefusal ? "undecided" : "FAILED"))
        }
    }

    @Test func `hole lab verdicts: in a session of the store the first refresh names the token that has expired`() {
        let story = Story { story in
            story.strike(.accessTokenExpired)
            story.beginRefresh()
            story.renewed()
        }
        #expect(story.verdict == .held("one refresh"))
    }

    @Test func `hole trials: beyond the limit the events still count for their own trial`() {
        let story = Story { story in
            story.signedIn()
            for call in 1..<TrialLedger.capacity {
                story.begin(call)
                story.strike(.tamperedToken, exchange: call)
                story.message(call, status: 403, id: call)
            }
            story.strike(.rotatedKeys)
            for call in 101...102 {
                story.begin(call)
                story.strike(.tamperedToken, exchange: call)
                story.message(call, status: 403, id: call)
            }
            story.renewed(Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2"))
        }
        #expect(story.ledger.trials.count == TrialLedger.capacity)
        #expect(story.ledger.latest(of: .rotatedKeys)?.verdict == .held("the new ID token is verified"))
    }

    static let failure = "\(SessionError.server(status: 500, during: .token, retryAfter: nil))"
    static let brokenOff = "\(SessionError.transport(.brokenOff("off"), during: .request))"
    static let rejected = SessionEnd.forcedOut(request: "GET /orders")
    static let withoutRefresh = Story.tokens("access-1", refresh: nil)

    static let renewal: [Clause] = [
        Clause("a call carries the expired token", .notHeld("1 call went out with the expired token")) { story in
            story.strike(.accessTokenExpired)
            story.begin(1)
            story.message(1, status: 401, token: "access-1")
        },
        Clause("a second refresh", .notHeld("a second refresh began before the first had ended")) { story in
            story.strike(.accessTokenExpired)
            story.beginRefresh()
            story.beginRefresh()
        },
        Clause("the refresh fails", .undecided("the refresh failed, and the session was kept: \(failure)")) { story in
            story.strike(.accessTokenExpired)
            story.beginRefresh()
            story.refreshFailed()
        },
        Clause("calls still run", .waiting(for: "the refresh, and the calls")) { story in
            story.strike(.accessTokenExpired)
            story.begin(1)
            story.beginRefresh()
            story.renewed()
        },
        Clause("the refresh still runs", .waiting(for: "the refresh, and the calls")) { story in
            story.strike(.accessTokenExpired)
            story.beginRefresh()
        },
        Clause("the old token is refreshed twice", .notHeld("2 refreshes for one expired token")) { story in
            story.strike(.accessTokenExpired)
            story.begin(1)
            for _ in 0..<2 {
                story.beginRefresh()
                story.renewed()
            }
            story.end(1)
        },
        Clause("no call waited", .held("one refresh")) { story in
            story.strike(.accessTokenExpired)
            story.beginRefresh()
            story.renewed()
        },
        Clause("a call waited", .held("1 call waited for one refresh")) { story in
            story.strike(.accessTokenExpired)
            story.begin(1)
            story.beginRefresh()
            story.renewed()
            story.end(1, waited: true)
        },
    ]

    static let retry: [Clause] = [
        Clause("the call got no answer", .undecided("the call got no answer")) { $0.tampered(nil) },
        Clause("200", .undecided("answered 200: the server does not check the signature")) { $0.tampered(200) },
        Clause("403", .undecided("answered 403, which says nothing about the signature")) { $0.tampered(403) },
        Clause("the retry is on its way", .waiting(for: "the refresh and the retry")) { $0.tampered(401) },
        Clause("the retry fails", .undecided("the session was kept; the retry failed: \(brokenOff)")) { story in
            story.tampered(401)
            story.fail(1)
        },
        Clause("sent three times", .notHeld("the call was sent 3 times")) { story in
            story.tampered(401)
            story.refresh()
            story.end(1, attempts: 3)
        },
        Clause("two refreshes for one 401", .notHeld("2 refreshes for one 401")) { story in
            story.tampered(401)
            for _ in 0..<2 { story.refresh() }
            story.end(1, attempts: 2)
        },
        Clause("the retry is answered 401", .notHeld("the retry was answered 401 too")) { story in
            story.tampered(401)
            story.refresh()
            story.reject(1)
            story.end(1, status: 401, attempts: 2)
        },
        Clause(
            "user info accepts the token of the retry",
            .undecided("the retry was answered 401 too: user info accepts the token that this API refuses")
        ) { story in
            story.tampered(401)
            story.refresh()
            story.vouch(for: 1)
            story.end(1, status: 401, attempts: 2)
        },
        Clause(
            "the token of the refresh is refused, too",
            .undecided("the refreshed token was refused too, and the session ended because \(rejected)")
        ) { story in
            story.tampered(401)
            story.refresh()
            story.reject(1)
            story.lost(rejected)
        },
        Clause("the refresh fails", .undecided("the refresh failed, and the session was kept: \(failure)")) { story in
            story.tampered(401)
            story.beginRefresh(.unauthorized(Samples.access))
            story.refreshFailed()
            story.end(1, status: 401)
        },
        Clause("the token's time was over", .undecided("the token had already expired when the 401 came")) { story in
            story.tampered(401, left: .milliseconds(12))
            story.end(1, status: 401)
        },
        Clause(
            "user info has accepted the token before",
            .undecided("the 401 was returned: user info accepts the token that this API refuses")
        ) { story in
            story.begin(9)
            story.vouch(for: 9)
            story.end(9, status: 401)
            story.tampered(401)
            story.end(1, status: 401)
        },
        Clause("an earlier token was accepted", .notHeld("the 401 was returned without a retry")) { story in
            story.begin(9)
            story.vouch(for: 9)
            story.end(9, status: 401)
            story.refresh()
            story.tampered(401)
            story.end(1, status: 401)
        },
        Clause("a newer token was available", .held("401, a newer token was available, retried once: 200")) { story in
            story.tampered(401)
            story.end(1, attempts: 2)
        },
        Clause("one refresh", .held("401, one refresh, retried once: 200")) { story in
            story.tampered(401)
            story.refresh()
            story.end(1, attempts: 2)
        },
        Clause("a logout", .notHeld("the session ended because \(rejected)")) { story in
            story.tampered(401)
            story.lost(rejected)
        },
    ]

    /// What is right depends on the policy and on the tokens.
    static let terms: [Clause] = [
        Clause(
            "no refresh token, and an expired token", .held("forced out once, because nothing renews the token")
        ) { story in
            story.signedIn(withoutRefresh)
            story.strike(.burstAtExpiry)
            for call in 1...20 { story.begin(call) }
            story.lost(.expiredWithoutRefreshToken)
        },
        Clause("the same, twice", .notHeld("the session ended 2 times")) { story in
            story.signedIn(withoutRefresh)
            story.strike(.accessTokenExpired)
            for _ in 0..<2 { story.lost(.expiredWithoutRefreshToken) }
        },
        Clause(
            "the same with a refresh token",
            .notHeld("the session ended because \(SessionEnd.expiredWithoutRefreshToken)")
        ) { story in
            story.strike(.accessTokenExpired)
            story.lost(.expiredWithoutRefreshToken)
        },
        Clause(
            "no refresh token, and the network is off when its time is over",
            .undecided("the session ended because \(SessionEnd.expiredWithoutRefreshToken)")
        ) { story in
            story.signedIn(withoutRefresh)
            story.begin(1)
            story.strike(.networkOff, exchange: 5)
            story.lost(.expiredWithoutRefreshToken)
        },
        Clause(
            "no refresh token, and a 401",
            .held("forced out once, because \(rejected), and there was no refresh token")
        ) { story in
            story.signedIn(withoutRefresh)
            story.tampered(401)
            story.lost(rejected)
            story.end(1, status: 401)
        },
        Clause(
            "no refresh token, in a session of the store", .held("forced out once, because nothing renews the token")
        ) { story in
            story.terms.lacksRefreshToken = true
            story.add(.configured(.authenticated(.restored)))
            story.strike(.accessTokenExpired)
            story.lost(.expiredWithoutRefreshToken)
        },
        Clause(
            "logout, and a 401", .held("forced out once, because \(rejected), and on_401 is logout")
        ) { story in
            story.terms.policy = .forceLogout
            story.tampered(401)
            story.lost(rejected)
        },
        Clause("logout, and two ends", .notHeld("the session ended 2 times")) { story in
            story.terms.policy = .forceLogout
            story.tampered(401)
            for _ in 0..<2 { story.lost(rejected) }
        },
        Clause("logout, after a refresh", .notHeld("the session ended because \(rejected)")) { story in
            story.terms.policy = .forceLogout
            story.tampered(401)
            story.refresh()
            story.lost(rejected)
        },
        Clause("logout, and the session is kept", .notHeld("the 401 was returned without a retry")) { story in
            story.terms.policy = .forceLogout
            story.tampered(401)
            story.end(1, status: 401)
        },
        Clause(
            "report, and a 401", .held("the 401 went to the caller, and the session was kept: on_401 is report")
        ) { story in
            story.terms.policy = .report
            story.tampered(401)
            story.end(1, status: 401)
        },
        Clause("report, and the call still runs", .waiting(for: "the end of the call")) { story in
            story.terms.policy = .report
            story.tampered(401)
        },
        Clause("report, and a retry", .notHeld("the call was sent 2 times, although on_401 is report")) { story in
            story.terms.policy = .report
            story.tampered(401)
            story.end(1, attempts: 2)
        },
        Clause("report, and a refresh", .notHeld("a refresh followed the 401, although on_401 is report")) { story in
            story.terms.policy = .report
            story.tampered(401)
            story.refresh()
            story.end(1, status: 401)
        },
        Clause("report, and a logout", .notHeld("the session ended because \(rejected)")) { story in
            story.terms.policy = .report
            story.tampered(401)
            story.lost(rejected)
        },
    ]

    static let userInfo: [Clause] = [
        Clause("a refresh of user info", .held("401, one refresh, user info requested once more")) { story in
            story.tamperedUserInfo()
            story.beginRefresh(.userInfo)
            story.renewed()
            story.add(.userInfoFetched(UserInfo(subject: "alice", claims: [])))
        },
        Clause("two of them", .notHeld("2 refreshes for one 401")) { story in
            story.tamperedUserInfo()
            for _ in 0..<2 {
                story.beginRefresh(.userInfo)
                story.renewed()
            }
        },
        Clause("the refresh fails", .undecided("the refresh failed, and the session was kept: \(failure)")) { story in
            story.tamperedUserInfo()
            story.beginRefresh(.userInfo)
            story.refreshFailed()
        },
        Clause("no refresh yet", .waiting(for: "the refresh")) { $0.tamperedUserInfo() },
        Clause(
            "no refresh token",
            .held("forced out once, because userinfo was answered 401 and there was no refresh token")
        ) { story in
            story.signedIn(withoutRefresh)
            story.tamperedUserInfo()
            story.lost(.userInfoRejected)
        },
        Clause("a refresh would help", .notHeld("the session ended because \(SessionEnd.userInfoRejected)")) {
            story in
            story.tamperedUserInfo()
            story.lost(.userInfoRejected)
        },
    ]
}

extension Story {
    /// A call carries a broken signature, and is answered.
    mutating func tampered(_ status: Int?, left: Duration = .seconds(47)) {
        begin(1)
        strike(.tamperedToken, exchange: 5)
        message(1, status: status, id: 5)
        if status == 401 { reject(1, left: left) }
    }

    /// User info is asked with a broken signature, and says 401.
    mutating func tamperedUserInfo() {
        begin(1, isUserInfo: true)
        strike(.tamperedToken, exchange: 5)
        message(1, status: 401, id: 5, purpose: .userInfo)
        reject(1, isUserInfo: true)
    }

    /// A call is answered 401, and user info accepts its token.
    mutating func vouch(for call: Int) {
        let rejection = reject(call)
        add(.userInfoFetched(UserInfo(subject: "alice", claims: [])), cause: rejection)
    }

    /// A refresh after a 401 succeeds.
    mutating func refresh() {
        beginRefresh(.unauthorized(Samples.access))
        tokenMessage(200)
        renewed()
    }
}
