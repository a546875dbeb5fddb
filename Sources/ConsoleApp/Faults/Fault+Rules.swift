/// The rules that say what is right, as the lab names them.
extension Fault {
    /// The numbers of the invariants that `Tests/Invariants.md` explains.
    var invariants: [String] {
        switch self {
        case .accessTokenExpired, .burstAtExpiry: ["1", "2"]
        case .tamperedToken: ["14", "19"]
        case .networkOff: ["21"]
        case .tokenEndpointRefusal: ["8", "22", "23"]
        case .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointGarbled: ["8", "21"]
        case .tokenEndpointSlow: ["1", "2"]
        case .tokenEndpointSilent: ["4", "21"]
        case .lostTokenReply: ["29"]
        case .droppedRefreshToken: []
        case .replayedRefreshToken, .rejectedRefresh: ["22", "23"]
        case .wrongState: ["40a"]
        case .clockAhead, .clockBehind: ["34"]
        case .revokedSession: ["20", "22", "23"]
        case .rotatedKeys: ["40d"]
        case .narrowedScope: ["16"]
        case .switchedUser: ["40b", "40c"]
        case .shortLifetimes: ["36"]
        }
    }

    /// The sections of standards behind them.
    var sections: String {
        switch self {
        case .accessTokenExpired, .burstAtExpiry, .tokenEndpointSlow: "RFC 6749 §1.5"
        case .tamperedToken: "RFC 6750 §3.1"
        case .networkOff, .tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled: "RFC 6749 §5.2"
        case .tokenEndpointBusy: "RFC 6585 §4, RFC 9110 §10.2.3"
        case .tokenEndpointRefusal, .rejectedRefresh: "RFC 6749 §5.2"
        case .lostTokenReply, .replayedRefreshToken: "RFC 9700 §4.14.2"
        case .droppedRefreshToken: "RFC 6749 §6"
        case .wrongState: "RFC 6749 §10.12"
        case .clockAhead, .clockBehind, .shortLifetimes: "RFC 6749 §5.1"
        case .revokedSession: "RFC 6750 §3.1, RFC 6749 §5.2"
        case .rotatedKeys: "OpenID Connect Core §10.1.1"
        case .narrowedScope: "RFC 6749 §6, RFC 6750 §3.1"
        case .switchedUser: "OpenID Connect Core §12.2"
        }
    }

    /// `rules 14, 19 · RFC 6750 §3.1`.
    var rules: String {
        let numbers = invariants.joined(separator: ", ")
        let named = invariants.isEmpty ? "" : "rule\(invariants.count > 1 ? "s" : "") \(numbers) · "
        return named + sections
    }

    /// The rules in words, each with its number: `a request is repeated once at most (rule 14)`.
    var ruleSentences: [String] { invariants.map { "\(Self.sentence(ofRule: $0)) (rule \($0))" } }

    private static func sentence(ofRule number: String) -> String {
        switch number {
        case "1": "however many callers need a token, there is one token request"
        case "2": "no second refresh begins before the first has ended"
        case "4": "a refresh has a deadline, after which its callers fail and may try again"
        case "8": "no token request after invalid_grant, and pauses after other failures"
        case "14": "a request is repeated once at most"
        case "16": "a 403 neither refreshes nor ends the session"
        case "19": "many 401s to one token lead to one refresh"
        case "20": "a 401 of userinfo ends the session"
        case "21": "no time-out, 5xx, 429 or unreadable answer ends the session"
        case "22": "invalid_grant ends the session"
        case "23": "when the session ends, all callers learn it, and it is one event"
        case "29": "if the answer to a refresh is lost, its token is sent once more"
        case "34": "a wrong clock causes no loop of refreshes"
        case "36": "any lifetime, however short, has one meaning"
        case "40a": "an answer with another state is refused, and ends no sign-in"
        case "40b": "user info of another user is refused"
        case "40c": "a refreshed ID token keeps issuer, user and client"
        case "40d": "an unknown key fetches the provider's keys once more"
        default: "see Tests/Invariants.md"
        }
    }

    /// What an armed fault waits for.
    var occasion: String {
        switch self {
        case .networkOff: "the next message of any kind"
        case .tamperedToken: "the next message with the access token"
        case .tokenEndpointRefusal, .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointSlow, .tokenEndpointSilent,
            .tokenEndpointGarbled, .lostTokenReply:
            "the next token request"
        case .droppedRefreshToken: "the next answer with a refresh token"
        case .replayedRefreshToken: "a refresh after one that rotated the refresh token"
        case .wrongState: "the next answer of the sign-in page"
        case .rejectedRefresh, .narrowedScope, .switchedUser: "the next refresh"
        case .accessTokenExpired, .burstAtExpiry, .revokedSession, .rotatedKeys, .clockAhead, .clockBehind,
            .shortLifetimes:
            "nothing: it strikes at once"
        }
    }

    /// Whether it strikes when it is armed, and has no single occasion.
    var strikesAtOnce: Bool { reach == .immediate || isCondition }
}
