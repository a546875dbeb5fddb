import FoundationEssentials
import SessionCore

@testable import ConsoleApp

extension TrialTests {
    /// What breaks the expectation is not the client's doing, or is.
    static let others = [
        Case("a slow refresh of a session that was revoked before", "undecided") { story in
            story.strike(.revokedSession)
            story.beginRefresh()
            story.strike(.tokenEndpointSlow, exchange: 5)
            story.tokenMessage(400, id: 5)
            story.rejected()
            story.lost()
        },
        Case("a slow refresh that the provider rejects for a reason of its own", "undecided") { story in
            story.beginRefresh()
            story.strike(.tokenEndpointSlow, exchange: 5)
            story.tokenMessage(400, id: 5)
            story.rejected()
            story.lost()
        },
        Case("a slow refresh, a second one beside it, and the provider detects the reuse", "FAILED") { story in
            story.beginRefresh()
            story.beginRefresh()
            story.strike(.tokenEndpointSlow, exchange: 5)
            story.beginRefresh()
            story.tokenMessage(200, id: 5)
            story.tokenMessage(400)
            story.rejected()
            story.lost()
        },
        Case("a tampered token, and a refresh with a token that was rotated before", "FAILED") { story in
            story.begin(1)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.beginRefresh(.unauthorized(Samples.access))
            story.tokenMessage(200)
            story.renewed()
            story.beginRefresh(.unauthorized(Samples.access))
            story.tokenMessage(400)
            story.rejected()
            story.lost()
        },
        Case("a tampered token that had just come, and user info's 401 ends the session", "passed") { story in
            story.strike(.accessTokenExpired)
            story.begin(1, isUserInfo: true)
            story.beginRefresh()
            story.tokenMessage(200)
            story.renewed()
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5, purpose: .userInfo)
            story.lost(.userInfoRejected)
        },
        Case("a tampered token without a refresh token, and user info's 401 ends the session", "passed") { story in
            story.signedIn(Story.tokens("access-3", refresh: nil))
            story.begin(1, isUserInfo: true)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5, purpose: .userInfo)
            story.lost(.userInfoRejected)
        },
        Case("a tampered token of a while ago, and user info's 401 ends the session", "FAILED") { story in
            story.begin(1, isUserInfo: true)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5, purpose: .userInfo)
            story.lost(.userInfoRejected)
        },
        Case("a tampered token, and the provider rejects the refresh", "undecided") { story in
            story.begin(1)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.beginRefresh(.unauthorized(Samples.access))
            story.tokenMessage(400)
            story.rejected()
            story.lost()
        },
        Case("a tampered token after another user's tokens, and no retry", "undecided") { story in
            story.otherUser()
            story.begin(1)
            story.strike(.tamperedToken, exchange: 6)
            story.message(1, status: 401, id: 6)
            story.end(1, status: 401)
        },
        Case("a tampered token after another user's tokens and the next refresh, and no retry", "FAILED") { story in
            story.otherUser()
            story.beginRefresh()
            story.tokenMessage(200)
            story.renewed()
            story.begin(1)
            story.strike(.tamperedToken, exchange: 6)
            story.message(1, status: 401, id: 6)
            story.end(1, status: 401)
        },
        Case("a tampered token after another user's tokens that were taken, and no retry", "undecided") { story in
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.renewed()
            story.begin(1)
            story.strike(.tamperedToken, exchange: 6)
            story.message(1, status: 401, id: 6)
            story.end(1, status: 401)
        },
        Case("a tampered token after another user's tokens and a sign-in, and no retry", "FAILED") { story in
            story.otherUser()
            story.signedIn()
            story.begin(1)
            story.strike(.tamperedToken, exchange: 6)
            story.message(1, status: 401, id: 6)
            story.end(1, status: 401)
        },
        Case("a tampered token whose successor is revoked in the provider's pane", "undecided") { story in
            story.begin(1)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.add(.injected(InjectedFault(name: "access-token-revoked", step: .struck, text: "it was revoked")))
            story.end(1, status: 401)
        },
        Case("new keys, and another user's ID token", "undecided") { story in
            story.strike(.rotatedKeys)
            story.beginRefresh()
            let reason = "sub differs from the session's: the token is another user's"
            story.add(.idTokenRejected(RejectedIDToken(token: Secret("identity-2"), reason: reason)))
            story.refreshFailed()
        },
        Case("new keys, and an ID token whose key is not looked for again", "FAILED") { story in
            story.strike(.rotatedKeys)
            story.beginRefresh()
            let reason = "key k2 is not among the provider's keys"
            story.add(.idTokenRejected(RejectedIDToken(token: Secret("identity-2"), reason: reason)))
            story.refreshFailed()
        },
        Case("an expired token, and a refresh of it that was asked for", "passed") { story in
            story.strike(.accessTokenExpired)
            story.beginRefresh(.requestedByUser)
            story.tokenMessage(200)
            story.renewed()
        },
        Case("an expired token that another process has renewed, and a refresh that was asked for", "undecided") {
            story in
            story.strike(.accessTokenExpired)
            story.adopt()
            story.begin(1)
            story.message(1, status: 200)
            story.end(1)
            story.beginRefresh(.requestedByUser, of: "access-2", token: "refresh-2")
            story.tokenMessage(200)
            story.renewed(Story.tokens("access-3", refresh: "refresh-3"))
        },
        Case("an expired token in use again after another process stored it anew", "waiting") { story in
            story.strike(.accessTokenExpired)
            story.adopt(Story.first)
        },
        Case("an expired token while lifetimes are short, and two refreshes", "undecided") { story in
            story.strike(.shortLifetimes)
            story.strike(.accessTokenExpired)
            for _ in 0..<2 {
                story.begin(1)
                story.beginRefresh()
                story.renewed()
            }
            story.end(1)
        },
    ]
}

extension Story {
    /// A refresh brings another user's tokens, which are refused.
    fileprivate mutating func otherUser() {
        beginRefresh()
        strike(.switchedUser, exchange: 5)
        tokenMessage(200, id: 5)
        refreshFailed()
    }
}
