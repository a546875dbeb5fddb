import FoundationEssentials
import SessionCore

@testable import ConsoleApp

extension ClauseTests {
    static let lifetimes: [Clause] = [
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

    static let clock: [Clause] = [
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
        Clause("a logout", .notHeld("the session ended because \(Story.invalid)")) { story in
            story.arm(.clockAhead)
            story.lost()
        },
    ]

    static let keeping: [Clause] = [
        Clause(
            "asked again within the pause",
            .notHeld("the token endpoint was asked again before the announced pause ended")
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
        Clause("the refresh succeeded", .held("the refresh succeeded anyway")) { story in
            story.beginRefresh()
            story.strike(.networkOff, exchange: 5)
            story.tokenMessage(nil, id: 5)
            story.renewed()
        },
        Clause("the session ends", .notHeld("the session ended because \(Story.invalid)")) { story in
            story.failedRefresh(.tokenEndpointError, status: 500)
            story.lost()
        },
        Clause(
            "an answer that the fault made up ends it", .notHeld("the session ended because \(Story.invalid)")
        ) { story in
            story.beginRefresh()
            story.strike(.tokenEndpointGarbled, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.rejected()
            story.lost()
        },
        Clause("another answer of the provider ends it", .undecided("the session ended because \(Story.invalid)")) {
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
        Clause("a call is sent again", .notHeld("the session itself sent the call 2 times")) { story in
            story.begin(1)
            story.strike(.networkOff, exchange: 5)
            story.message(1, status: nil, id: 5)
            story.end(1, attempts: 2)
        },
        Clause("a call fails, and another is cancelled", .held("1 call failed, and the session was kept")) { story in
            for call in 1...2 { story.begin(call) }
            story.strike(.networkOff, exchange: 5)
            story.message(1, status: nil, id: 5)
            story.add(.requestFailed(Samples.facts(2, status: nil), .cancelled))
            story.fail(1)
        },
        Clause("user info fails", .held("userinfo failed, and the session was kept")) { story in
            story.begin(1, isUserInfo: true)
            story.strike(.networkOff, exchange: 5)
            story.message(1, status: nil, id: 5, purpose: .userInfo)
            story.fail(1)
        },
        Clause(
            "a call within the pause",
            .held("the session was kept; no retry for 30 s; 1 × GET /orders held back")
        ) { story in
            story.failedRefresh(.tokenEndpointBusy, status: 429, pause: .seconds(30))
            story.holdBack(1)
        },
        Clause("a sign-in fails", .held("the sign-in failed, and nothing else changed")) { story in
            story.signIn(.tokenEndpointError, status: 500)
            story.add(.signInFailed(flow: "password", .cancelled))
        },
        Clause("a slow sign-in that is given up", .held("the sign-in failed, and nothing else changed")) { story in
            story.signIn(.tokenEndpointSlow, status: nil)
            story.add(.signInFailed(flow: "password", .cancelled))
        },
        Clause("a slow sign-in that succeeds", .held("the sign-in succeeded anyway")) { story in
            story.signIn(.tokenEndpointSlow, status: 200)
            story.signedIn(Story.second)
        },
        Clause("a sign-in whose answer is lost", .held("the sign-in failed, and nothing else changed")) { story in
            story.signIn(.lostTokenReply, status: nil)
            story.add(.signInFailed(flow: "password", .cancelled))
        },
        Clause("a slow refresh that still runs", .waiting(for: "the end of the refresh")) { $0.slowRefresh() },
        Clause("a slow refresh that is given up", .held("the refresh was given up, and the session kept: \(failure)")) {
            story in
            story.slowRefresh()
            story.refreshFailed()
        },
        Clause("a second one beside it", .notHeld("a second refresh began before the first had ended")) { story in
            story.slowRefresh()
            story.beginRefresh()
        },
        Clause("a slow one that succeeds", .held("one refresh of 12.0 ms")) { story in
            story.slowRefresh()
            story.renewed()
        },
        Clause("an answer that is not lost yet", .waiting(for: "the end of the message")) { story in
            story.beginRefresh()
            story.strike(.lostTokenReply, exchange: 5)
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
        Clause("the lost answer ends it twice", .notHeld("the session ended 2 times")) { story in
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
        Clause("no new tokens, and a logout", .notHeld("the session ended because \(Story.invalid)")) { story in
            story.beginRefresh()
            story.strike(.droppedRefreshToken, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.lost()
        },
    ]
}

extension Story {
    mutating func arm(_ fault: Fault) {
        add(.injected(InjectedFault(name: fault.name, step: .armed, text: "armed")))
    }

    /// A refresh that the fault strikes fails.
    mutating func failedRefresh(_ fault: Fault, status: Int, pause: Duration = .seconds(1)) {
        beginRefresh()
        strike(fault, exchange: 5)
        tokenMessage(status, id: 5)
        refreshFailed(pause: pause)
    }

    /// A sign-in whose token request the fault strikes.
    mutating func signIn(_ fault: Fault, status: Int?) {
        add(.signInStarted(flow: "password"))
        strike(fault, exchange: 5)
        tokenMessage(status, id: 5, body: "grant_type=password&username=alice&password=••••")
    }

    mutating func slowRefresh() {
        beginRefresh()
        strike(.tokenEndpointSlow, exchange: 5)
        tokenMessage(200, id: 5)
    }

    mutating func lostReply() {
        beginRefresh()
        strike(.lostTokenReply, exchange: 5)
        tokenMessage(nil, id: 5)
    }

    /// The provider ends the session, and a call learns of it.
    mutating func revoked() {
        strike(.revokedSession)
        begin(1)
        message(1, status: 401)
        reject(1)
    }

    mutating func narrowed(to scope: [String]?) {
        beginRefresh()
        strike(.narrowedScope, exchange: 5)
        tokenMessage(200, id: 5)
        var tokens = Story.tokens("access-2", refresh: "refresh-2")
        tokens.scope = scope
        renewed(tokens)
    }
}
