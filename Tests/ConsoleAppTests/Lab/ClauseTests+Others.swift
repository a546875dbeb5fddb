import FoundationEssentials
import SessionCore

@testable import ConsoleApp

extension ClauseTests {
    static let lifetimes = [
        Clause("a refresh a second", .notHeld("3 refreshes in 3 s")) { story in
            story.strike(.shortLifetimes)
            for call in 1...3 {
                story.time = Double(call)
                story.begin(call)
                story.beginRefresh()
                story.renewed()
                story.end(call)
            }
        },
        Clause("a refresh every 4 s", .held("3 calls with 3 refreshes")) { story in
            story.strike(.shortLifetimes)
            for call in 1...3 {
                story.time = Double(call) * 4
                story.begin(call)
                story.beginRefresh()
                story.renewed()
                story.end(call)
            }
        },
        Clause("refreshes that were asked for", .waiting(for: "3 calls more")) { story in
            story.strike(.shortLifetimes)
            for _ in 0..<4 {
                story.beginRefresh(.requestedByUser)
                story.renewed()
            }
        },
        Clause("too few calls", .waiting(for: "1 call more")) { story in
            story.strike(.shortLifetimes)
            story.beginRefresh()
            story.renewed()
            for call in 1...2 {
                story.begin(call)
                story.end(call)
            }
        },
        Clause("switched off before a call", .undecided("disarmed before a call was seen")) { story in
            story.strike(.shortLifetimes)
            story.beginRefresh()
            story.renewed()
            story.disarm(.shortLifetimes)
        },
        Clause("switched off before a refresh", .undecided("disarmed before a refresh was seen")) { story in
            story.strike(.shortLifetimes)
            story.begin(1)
            story.end(1)
            story.disarm(.shortLifetimes)
        },
    ]

    static let clock = [
        Clause("nothing yet", .waiting(for: "the next call")) { $0.arm(.clockAhead) },
        Clause("a loop", .notHeld("3 refreshes since the clock was changed")) { story in
            story.arm(.clockAhead)
            for _ in 0..<3 {
                story.beginRefresh()
                story.renewed()
            }
        },
        Clause("as many as the tokens' lifetime asks for", .held("5 refreshes")) { story in
            story.arm(.clockAhead)
            for turn in 1...5 {
                story.time = Double(turn) * 50
                story.beginRefresh()
                story.renewed()
            }
        },
        Clause("a call", .held("1 call answered, no refresh")) { story in
            story.arm(.clockBehind)
            story.begin(1)
            story.end(1)
        },
        Clause("one that was due", .held("1 call answered, one refresh that was due")) { story in
            story.arm(.clockBehind)
            story.begin(1)
            story.beginRefresh()
            story.renewed()
            story.end(1)
        },
        Clause("a logout", .notHeld("the session was ended because \(Story.invalid)")) { story in
            story.arm(.clockAhead)
            story.lost()
        },
    ]

    static let keeping = [
        Clause(
            "asked again within the pause",
            .notHeld("the token endpoint was asked again before the announced pause was over")
        ) { story in
            story.failedRefresh(.tokenEndpointError, status: 500, pause: .seconds(10))
            story.time += 5
            story.tokenMessage(200)
        },
        Clause("asked again after it", .held("the session was kept, and a later refresh succeeded")) { story in
            story.failedRefresh(.tokenEndpointError, status: 500, pause: .seconds(10))
            story.time += 10
            story.beginRefresh()
            story.tokenMessage(200)
            story.renewed()
        },
        Clause(
            "a pause that is too short", .notHeld("the next try is in 28 s, but the provider asked for 30 s")
        ) { $0.failedRefresh(.tokenEndpointBusy, status: 429, pause: .seconds(28)) },
        Clause("no answer to the message yet", .waiting(for: "the end of the message")) { story in
            story.beginRefresh()
            story.strike(.tokenEndpointError, exchange: 5)
        },
        Clause("no end of the refresh yet", .waiting(for: "the end of the refresh")) { story in
            story.beginRefresh()
            story.strike(.tokenEndpointError, exchange: 5)
            story.tokenMessage(500, id: 5)
        },
        Clause("the refresh succeeded", .held("the refresh succeeded all the same")) { story in
            story.beginRefresh()
            story.strike(.networkOff, exchange: 5)
            story.tokenMessage(nil, id: 5)
            story.renewed()
        },
        Clause("the session ends", .notHeld("the session was ended because \(Story.invalid)")) { story in
            story.failedRefresh(.tokenEndpointError, status: 500)
            story.lost()
        },
        Clause(
            "an answer that the fault made up ends it", .notHeld("the session was ended because \(Story.invalid)")
        ) { story in
            story.beginRefresh()
            story.strike(.tokenEndpointGarbled, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.rejected()
            story.lost()
        },
        Clause("another answer of the provider ends it", .undecided("the session was ended because \(Story.invalid)")) {
            story in
            story.failedRefresh(.tokenEndpointGarbled, status: 200)
            story.time += 5
            story.beginRefresh()
            story.tokenMessage(200)
            story.rejected()
            story.lost()
        },
        Clause("a call still runs", .waiting(for: "the end of the call")) { story in
            story.begin(1)
            story.strike(.networkOff, exchange: 5)
            story.message(1, status: nil, id: 5)
        },
        Clause("a call is sent again", .notHeld("the call was sent 2 times by itself")) { story in
            story.begin(1)
            story.strike(.networkOff, exchange: 5)
            story.message(1, status: nil, id: 5)
            story.end(1, attempts: 2)
        },
        Clause("a slow refresh that still runs", .waiting(for: "the end of the refresh")) { $0.slowRefresh() },
        Clause("a slow refresh that is given up", .held("the refresh was given up, the session kept: \(failure)")) {
            story in
            story.slowRefresh()
            story.refreshFailed()
        },
        Clause("a second one beside it", .notHeld("a second refresh began before the first had ended")) { story in
            story.slowRefresh()
            story.beginRefresh()
        },
        Clause("a slow one that succeeds", .held("one refresh of 12 ms")) { story in
            story.slowRefresh()
            story.renewed()
        },
        Clause("a lost answer, and no second try yet", .waiting(for: "the token to be sent once more")) { story in
            story.lostReply()
        },
        Clause("the second try is on its way", .waiting(for: "the answer to the second try")) { story in
            story.lostReply()
            story.tokenMessage(nil)
        },
        Clause(
            "the second try fails", .undecided("the session was kept; the second try failed: \(failure)")
        ) { story in
            story.lostReply()
            story.tokenMessage(500)
            story.refreshFailed()
        },
        Clause("three tries and the end", .waiting(for: "the answer to the second try")) { story in
            story.lostReply()
            for _ in 0..<2 { story.tokenMessage(400) }
            story.lost()
        },
        Clause("the lost answer ends it twice", .notHeld("the session was ended 2 times")) { story in
            story.lostReply()
            story.tokenMessage(400)
            story.lost()
            story.lost()
        },
        Clause("the refresh token in use is dropped", .notHeld("the refresh token in use was dropped too")) { story in
            story.beginRefresh()
            story.strike(.droppedRefreshToken, exchange: 5)
            story.renewed(Story.tokens("access-2", refresh: nil))
        },
        Clause(
            "no new tokens, because the refresh fails",
            .undecided("the session was kept; the refresh failed: \(failure)")
        ) { $0.failedRefresh(.droppedRefreshToken, status: 200) },
    ]

    static let ending = [
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

    static let revocation = [
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

    static let others = [
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
        Clause("a loop of refreshes for it", .notHeld("3 refreshes for a scope that is narrower")) { story in
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
        Clause("two ends", .notHeld("the session was ended 2 times")) { story in
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
    ]
}

extension Story {
    fileprivate mutating func arm(_ fault: Fault) {
        add(.injected(InjectedFault(name: fault.name, step: .armed, text: "armed")))
    }

    /// A refresh that the fault strikes fails.
    fileprivate mutating func failedRefresh(_ fault: Fault, status: Int, pause: Duration = .seconds(1)) {
        beginRefresh()
        strike(fault, exchange: 5)
        tokenMessage(status, id: 5)
        refreshFailed(pause: pause)
    }

    fileprivate mutating func slowRefresh() {
        beginRefresh()
        strike(.tokenEndpointSlow, exchange: 5)
        tokenMessage(200, id: 5)
    }

    fileprivate mutating func lostReply() {
        beginRefresh()
        strike(.lostTokenReply, exchange: 5)
        tokenMessage(nil, id: 5)
    }

    /// The provider ends the session, and a call learns of it.
    fileprivate mutating func revoked() {
        strike(.revokedSession)
        begin(1)
        message(1, status: 401)
        reject(1)
    }

    fileprivate mutating func narrowed(to scope: [String]?) {
        beginRefresh()
        strike(.narrowedScope, exchange: 5)
        tokenMessage(200, id: 5)
        var tokens = Story.tokens("access-2", refresh: "refresh-2")
        tokens.scope = scope
        renewed(tokens)
    }
}
