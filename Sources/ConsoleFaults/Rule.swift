/// A rule of the session that the lab names, by its number among the invariants in `Tests/Invariants.md`.
package enum Rule: String {
    case oneTokenRequest = "1"
    case noSecondRefresh = "2"
    case refreshDeadline = "4"
    case pauses = "8"
    case newRecord = "12"
    case oneRetry = "14"
    case forbiddenKeeps = "16"
    case many401s = "19"
    case userInfo401 = "20"
    case failureKeeps = "21"
    case invalidGrantEnds = "22"
    case oneEnd = "23"
    case keptRefreshToken = "25"
    case lostAnswer = "29"
    case wrongClock = "34"
    case anyLifetime = "36"
    case otherState = "40a"
    case otherUserInfo = "40b"
    case otherIDToken = "40c"
    case unknownKey = "40d"

    package var sentence: String {
        switch self {
        case .oneTokenRequest: "however many callers need a token, there is one token request"
        case .noSecondRefresh: "no second refresh begins before the first has ended"
        case .refreshDeadline: "a refresh has a deadline, after which its callers fail and may try again"
        case .pauses: "no token request after invalid_grant, and pauses after other failures"
        case .newRecord: "a sign-in replaces the whole session, the refresh token too"
        case .oneRetry: "a request is repeated at most once"
        case .forbiddenKeeps: "a 403 neither refreshes nor ends the session"
        case .many401s: "many 401s for one token cause one refresh"
        case .userInfo401: "a 401 from userinfo ends the session"
        case .failureKeeps: "no time-out, 5xx, 429 or unreadable answer ends the session"
        case .invalidGrantEnds:
            "of token errors, only invalid_grant and a demand for a sign-in or consent end the session at once"
        case .oneEnd: "when the session ends, all callers fail, and there is one event"
        case .keptRefreshToken: "if a refresh returns no refresh token, the old one stays in use"
        case .lostAnswer: "if the answer to a refresh is lost, the same token is sent once more"
        case .wrongClock: "a wrong clock causes no refresh loop"
        case .anyLifetime: "every lifetime, however short, is handled the same way"
        case .otherState: "an answer with another state is refused, and the sign-in goes on"
        case .otherUserInfo: "another user's user info is refused"
        case .otherIDToken: "a refreshed ID token keeps its issuer, user and client"
        case .unknownKey: "an unknown key triggers one more fetch of the provider's keys"
        }
    }
}
