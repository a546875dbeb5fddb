import FoundationEssentials
import SessionCore

@testable import ConsoleApp

extension ClauseTests {
    static let ending: [Clause] = [
        Clause("a newer token is adopted", .held("another process had a newer token, which was adopted")) { story in
            story.beginRefresh()
            story.strike(.rejectedRefresh, exchange: 5)
            story.tokenMessage(400, id: 5)
            story.adopt()
        },
        Clause("a refresh after invalid_grant", .notHeld("another refresh was made after invalid_grant")) { story in
            story.beginRefresh()
            story.strike(.rejectedRefresh, exchange: 5)
            story.tokenMessage(400, id: 5)
            story.renewed()
        },
        Clause(
            "a spent token is taken", .undecided("the provider took the spent token: it does not detect reuse")
        ) { story in
            story.beginRefresh()
            story.strike(.replayedRefreshToken, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.renewed()
        },
        Clause("the session is kept", .notHeld("the session was kept although its token is invalid")) {
            $0.failedRefresh(.tokenEndpointRefusal, status: 400)
        },
        Clause(
            "the provider gives no reason",
            .undecided("the session was kept: the provider did not say why it refused")
        ) { story in
            story.beginRefresh()
            story.strike(.replayedRefreshToken, exchange: 5)
            story.tokenMessage(400, id: 5)
            let suspicion = SessionSuspicion(refusal: .named(Samples.rejection), count: 1, lastAt: Samples.now)
            story.add(.suspected(suspicion, refresh: Samples.refresh))
        },
        Clause("nothing yet", .waiting(for: "the end of the session")) { story in
            story.beginRefresh()
            story.strike(.rejectedRefresh, exchange: 5)
            story.tokenMessage(400, id: 5)
        },
        Clause("two refreshes before the end", .notHeld("2 refreshes before the session ended")) { story in
            story.beginRefresh()
            story.strike(.rejectedRefresh, exchange: 5)
            story.tokenMessage(400, id: 5)
            story.beginRefresh()
            story.lost()
        },
        Clause("a refresh after the end", .notHeld("a refresh was sent after the session had ended")) { story in
            story.beginRefresh()
            story.strike(.rejectedRefresh, exchange: 5)
            story.tokenMessage(400, id: 5)
            story.lost()
            story.tokenMessage(400)
        },
        Clause("a refused sign-in that succeeds", .notHeld("the sign-in succeeded although it was refused")) { story in
            story.add(.signInStarted(flow: "password"))
            story.strike(.tokenEndpointRefusal, exchange: 5)
            story.signedIn(Story.second)
        },
        Clause("one that fails", .held("the sign-in failed, and nothing else changed")) { story in
            story.add(.signInStarted(flow: "password"))
            story.strike(.tokenEndpointRefusal, exchange: 5)
            story.add(.signInFailed(flow: "password", .cancelled))
        },
    ]

    static let revocation: [Clause] = [
        Clause("nothing yet", .waiting(for: "the next call")) { $0.strike(.revokedSession) },
        Clause("a 401, and no refresh yet", .waiting(for: "the refresh")) { $0.revoked() },
        Clause("the 401 ends nothing", .notHeld("the 401 ended nothing")) { story in
            story.revoked()
            story.end(1, status: 401)
        },
        Clause("the refresh fails", .undecided("the session was kept: \(failure)")) { story in
            story.revoked()
            story.beginRefresh(.unauthorized(Samples.access))
            story.refreshFailed()
            story.end(1, status: 401)
        },
        Clause("two refreshes", .notHeld("2 refreshes of a revoked session")) { story in
            story.revoked()
            for _ in 0..<2 { story.beginRefresh(.unauthorized(Samples.access)) }
        },
        Clause(
            "new tokens", .undecided("the provider issued new tokens: the session was not the revoked one")
        ) { story in
            story.revoked()
            story.refresh()
        },
        Clause(
            "report", .held("the 401 went to the caller, and the session was kept: on_401 is report")
        ) { story in
            story.terms.policy = .report
            story.revoked()
            story.end(1, status: 401)
        },
        Clause("report, and a refresh finds out", .held("forced out once, because \(Story.invalid)")) { story in
            story.terms.policy = .report
            story.revoked()
            story.end(1, status: 401)
            story.beginRefresh(.requestedByUser)
            story.tokenMessage(400)
            story.rejected()
            story.lost()
        },
        Clause("report, and user info's 401 ends nothing", .notHeld("the 401 ended nothing")) { story in
            story.terms.policy = .report
            story.strike(.revokedSession)
            story.begin(1, isUserInfo: true)
            story.reject(1, isUserInfo: true)
            story.end(1, status: 401)
        },
        Clause(
            "report, and the call ends it", .notHeld("a call's 401 ended the session, although on_401 is report")
        ) { story in
            story.terms.policy = .report
            story.revoked()
            story.lost(rejected)
        },
        Clause("logout", .held("forced out once, because \(rejected)")) { story in
            story.terms.policy = .forceLogout
            story.revoked()
            story.lost(rejected)
        },
    ]

    static let others: [Clause] = [
        Clause("the scope is as it was", .notHeld("the scope shown did not shrink")) { story in
            story.narrowed(to: ["openid", "orders"])
        },
        Clause("no scope is shown", .notHeld("the scope shown did not shrink")) { $0.narrowed(to: nil) },
        Clause("the scope was openid before", .undecided("the scope was openid before")) { story in
            story.signedIn(Story.tokens("access-1", refresh: "refresh-1", scope: ["openid"]))
            story.narrowed(to: ["openid"])
        },
        Clause("the scope shrinks", .held("the scope is openid now, and the session goes on")) { story in
            story.narrowed(to: ["openid"])
        },
        Clause("a loop of refreshes for it", .notHeld("3 refreshes for a narrower scope")) { story in
            story.narrowed(to: ["openid"])
            for _ in 0..<2 {
                story.beginRefresh()
                story.renewed(Story.tokens("access-3", refresh: "refresh-3", scope: ["openid"]))
            }
        },
        Clause("refreshes that were asked for", .held("the scope is openid now, and the session goes on")) { story in
            story.narrowed(to: ["openid"])
            for _ in 0..<3 {
                story.beginRefresh(.requestedByUser)
                story.renewed(Story.tokens("access-3", refresh: "refresh-3", scope: ["openid"]))
            }
        },
        Clause("the refresh still runs", .waiting(for: "the end of the refresh")) { story in
            story.beginRefresh()
            story.strike(.narrowedScope, exchange: 5)
        },
        Clause("a refresh for it fails", .undecided("the refresh failed, and the session was kept: \(failure)")) {
            $0.failedRefresh(.narrowedScope, status: 500)
        },
        Clause("another user's ID token", .held("the other user's ID token was refused")) { story in
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.tokenMessage(200, id: 5)
            let reason = "sub differs from the session's: the token is another user's"
            story.add(.idTokenRejected(RejectedIDToken(token: Secret("identity-2"), reason: reason)))
            story.refreshFailed()
        },
        Clause("a logout at another user's tokens", .held("the session ended because \(Story.invalid)")) { story in
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.lost()
        },
        Clause("the session becomes another user's", .notHeld("the session is now bob's")) { story in
            story.add(.userInfoFetched(UserInfo(subject: "alice", claims: [])))
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.renewed()
            story.add(.userInfoFetched(UserInfo(subject: "bob", claims: [])))
        },
        Clause("the same user's tokens", .waiting(for: "user info to be fetched")) { story in
            story.add(.userInfoFetched(UserInfo(subject: "alice", claims: [])))
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.renewed()
            story.add(.userInfoFetched(UserInfo(subject: "alice", claims: [])))
        },
        Clause("two ends", .notHeld("the session ended 2 times")) { story in
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.lost()
            story.lost()
        },
        Clause("an ID token by a failed check", .notHeld("the new ID token is not verified: unknown key")) { story in
            story.strike(.rotatedKeys)
            story.renewed(
                Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2", trust: .failed("unknown key")))
        },
        Clause("an ID token that is not checked", .notHeld("the new ID token is not verified: no keys")) { story in
            story.strike(.rotatedKeys)
            story.renewed(
                Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2", trust: .notChecked("no keys")))
        },
        Clause("a refresh that fails", .undecided("the session was kept; the refresh failed: \(failure)")) { story in
            story.strike(.rotatedKeys)
            story.beginRefresh()
            story.refreshFailed()
        },
        Clause("a logout under new keys", .notHeld("the session ended because \(Story.invalid)")) { story in
            story.strike(.rotatedKeys)
            story.lost()
        },
        Clause("a verified one without new keys", .held("the new ID token is verified")) { story in
            story.strike(.rotatedKeys)
            story.renewed(Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2"))
        },
        Clause("the sign-in ends at the wrong state", .notHeld("the sign-in ended: \(SessionError.cancelled)")) {
            story in
            story.add(.signInStarted(flow: "authorization code"))
            story.strike(.wrongState)
            story.add(.signInFailed(flow: "authorization code", .cancelled))
        },
        Clause("the right state comes, too", .held("the answer was refused, and the right one was taken")) { story in
            story.add(.signInStarted(flow: "authorization code"))
            story.strike(.wrongState)
            story.add(.strayRedirect(StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .code)))
            story.signedIn(Story.second)
        },
    ]
}
