import FoundationEssentials
import SessionCore

@testable import ConsoleApp

extension TrialTests {
    static let signIns = [
        Case("another state, refused", "passed") { story in
            story.add(.signInStarted(flow: "authorization code"))
            story.strike(.wrongState)
            story.add(.strayRedirect(StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .code)))
        },
        Case("another state, taken", "FAILED") { story in
            story.add(.signInStarted(flow: "authorization code"))
            story.strike(.wrongState)
            story.signedIn(Story.second)
        },
        Case("a sign-in without a refresh token", "passed") { story in
            story.add(.signInStarted(flow: "password"))
            story.strike(.droppedRefreshToken, exchange: 5)
            story.signedIn(Story.tokens("access-2", refresh: nil))
        },
        Case("a sign-in that takes over the earlier session's refresh token", "FAILED") { story in
            story.add(.signInStarted(flow: "password"))
            story.strike(.droppedRefreshToken, exchange: 5)
            story.signedIn(Story.tokens("access-2", refresh: "refresh-1"))
        },
        Case("a sign-in without a refresh token that fails", "passed") { story in
            story.add(.signInStarted(flow: "password"))
            story.strike(.droppedRefreshToken, exchange: 5)
            story.add(.signInFailed(flow: "password", .cancelled))
        },
        Case("new keys, fetched", "passed") { story in
            story.strike(.rotatedKeys)
            story.beginRefresh()
            story.renewed()
        },
        Case("new keys, not known", "FAILED") { story in
            story.strike(.rotatedKeys)
            story.beginRefresh()
            story.renewed(
                Story.tokens("access-2", refresh: "refresh-2", identity: "identity-2", trust: .failed("unknown key")))
        },
        Case("new keys, and an old ID token", "waiting") { story in
            story.strike(.rotatedKeys)
            story.beginRefresh()
            story.renewed(Story.tokens("access-2", refresh: "refresh-2", identity: "identity-1"))
        },
        Case("another user's tokens, refused", "passed") { story in
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.refreshFailed()
        },
        Case("another user's tokens, taken", "FAILED") { story in
            story.add(.userInfoFetched(UserInfo(subject: "alice", claims: [])))
            story.beginRefresh()
            story.strike(.switchedUser, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.renewed()
            story.add(.userInfoFetched(UserInfo(subject: "bob", claims: [])))
        },
    ]
}
