import SessionCore

/// A fault that can be injected on purpose; the raw value is its name on screens and in scenarios.
@dynamicMemberLookup
package enum LabFault: String, Sendable, Hashable, CaseIterable {
    case accessTokenExpired = "expire access token"
    case burstAtExpiry = "burst at expiry"
    case tamperedToken = "tamper token"
    case networkOff = "network off"
    case tokenEndpointRefusal = "token endpoint 400"
    case tokenEndpointBusy = "token endpoint 429"
    case tokenEndpointError = "token endpoint 500"
    case tokenEndpointSlow = "token endpoint slow"
    case tokenEndpointSilent = "token endpoint hangs"
    case tokenEndpointGarbled = "token endpoint garbled"
    case lostTokenReply = "lose token reply"
    case droppedRefreshToken = "drop refresh token"
    case replayedRefreshToken = "replay refresh token"
    case wrongState = "wrong state"
    case clockAhead = "clock +5 min"
    case clockBehind = "clock -5 min"
    case revokedSession = "revoke session"
    case rejectedRefresh = "reject next refresh"
    case rotatedKeys = "rotate keys"
    case narrowedScope = "narrow scope"
    case switchedUser = "switch user"
    case shortLifetimes = "short lifetimes"
    case apiUnauthorized = "api 401"
    case apiForbidden = "api 403"
    case apiBusy = "api 429"
    case apiUnavailable = "api 503"
    case lostAPIReply = "lose api reply"
    case apiSilent = "api hangs"
    case tokenEndpointUnauthorized = "token endpoint 401"
    case tokenEndpointForbidden = "token endpoint 403"
    case tokenEndpointUnavailable = "token endpoint 503"
    case wrongNonce = "wrong nonce"
    case wrongAudience = "wrong audience"
    case wrongIssuer = "wrong issuer"
    case expiredIDToken = "expired id token"
    case wrongSignature = "wrong signature"
    case otherIssuer = "other issuer"

    /// Its row of the table, as it is written.
    var row: Entry {
        switch self {
        case .accessTokenExpired:
            Entry(
                name: "access-token-expired", letter: "e", summary: "the access token counts as expired from now on",
                alias: "expire the access token", ownArming: .atOnce, isOfOwnSession: true, needsSession: true,
                danger: Self.endOfLastToken,
                expectation: "the next call, or a whole burst, waits for one refresh",
                withoutRefresh: "without a refresh token the next call ends the session, once",
                rules: [.oneTokenRequest, .noSecondRefresh], sections: "RFC 6749 §1.5", judge: { $0.judgeRenewal })
        case .burstAtExpiry:
            Entry(
                name: "burst-at-expiry", letter: "a", summary: "the access token expires, and 20 calls go out at once",
                ownArming: .atOnce, isOfOwnSession: true, needsSession: true, danger: Self.endOfLastToken,
                expectation: "20 calls wait for one refresh",
                withoutRefresh: "without a refresh token the 20 calls end the session, once",
                rules: [.oneTokenRequest, .noSecondRefresh], sections: "RFC 6749 §1.5", judge: { $0.judgeRenewal })
        case .tamperedToken:
            Entry(
                name: "token-tampered", letter: "t",
                summary: "the next call carries the access token with a broken signature",
                occasion: "the next message with the access token",
                danger: { terms in
                    terms.policy == .report
                        ? nil : terms.reasonAgainstRefresh.map { "\($0), so the 401 ends the session" }
                },
                expectation: "401, one refresh, one retry with the new token",
                withoutRefresh: "without a refresh token the 401 ends the session, once",
                byPolicy: [
                    .report: "the 401 goes to the caller, no refresh: on_401 is report",
                    .forceLogout: "401, forced out once without a refresh: on_401 is logout",
                ],
                rules: [.oneRetry, .many401s], sections: "RFC 6750 §3.1", judge: { $0.judgeRetry })
        case .networkOff:
            Entry(
                name: "network-off", letter: "n", summary: "nothing is sent; every message fails",
                ownArming: .untilDisarmed, occasion: "the next message of any kind",
                expectation: "calls fail, and the session is kept",
                rules: [.failureKeeps, .pauses], sections: "RFC 6749 §5.2",
                forgesAnswer: true, judge: { $0.judgeKept() })
        case .tokenEndpointRefusal:
            Entry(
                name: "token-endpoint-400", letter: "4",
                summary: "the next token request is answered 400 invalid_grant", occasion: Self.tokenRequest,
                danger: { _ in "the session counts as ended, and its tokens are deleted" },
                expectation: "the session is forced out, once, because of invalid_grant",
                withoutRefresh: Self.failingSignIn,
                rules: [.pauses, .invalidGrantEnds, .oneEnd], sections: "RFC 6749 §5.2",
                judge: { $0.judgeEnd(mayGoOn: false) })
        case .tokenEndpointBusy:
            Entry(
                name: "token-endpoint-429", letter: "9",
                summary: "the next token request is answered 429: retry after 30 s", occasion: Self.tokenRequest,
                expectation: "the session is kept; no refresh for 30 s",
                withoutRefresh: Self.failingSignIn,
                rules: [.pauses, .failureKeeps], sections: "RFC 6585 §4, RFC 9110 §10.2.3",
                forgesAnswer: true, judge: { $0.judgeKept(pause: .seconds(30)) })
        case .tokenEndpointError:
            Entry(
                name: "token-endpoint-500", letter: "5", summary: "token requests are answered 500 and not sent",
                ownArming: .untilDisarmed, occasion: Self.tokenRequest,
                expectation: "the session is kept; the refresh is retried later", withoutRefresh: Self.failingSignIn,
                rules: [.pauses, .failureKeeps], sections: "RFC 6749 §5.2",
                forgesAnswer: true, judge: { $0.judgeKept() })
        case .tokenEndpointSlow:
            Entry(
                name: "token-endpoint-slow", letter: "s", summary: "the next token request takes 5 s longer",
                occasion: Self.tokenRequest, expectation: "all calls wait for the same refresh",
                withoutRefresh: "no refresh token: the next sign-in takes longer",
                rules: [.oneTokenRequest, .noSecondRefresh, .refreshDeadline], sections: "RFC 6749 §1.5",
                judge: { $0.judgeSlowRefresh })
        case .tokenEndpointSilent:
            Entry(
                name: "token-endpoint-silent", letter: "h", summary: "the next token request gets no answer",
                occasion: Self.tokenRequest, expectation: "the refresh times out, and the session is kept",
                withoutRefresh: Self.failingSignIn,
                rules: [.refreshDeadline, .pauses, .failureKeeps], sections: "RFC 6749 §5.2",
                forgesAnswer: true, judge: { $0.judgeKept() })
        case .tokenEndpointGarbled:
            Entry(
                name: "token-endpoint-not-json", letter: "b",
                summary: "the next token request is answered 200 with HTML", occasion: Self.tokenRequest,
                expectation: "the session is kept; the refresh is retried later", withoutRefresh: Self.failingSignIn,
                rules: [.pauses, .failureKeeps], sections: "RFC 6749 §5.2",
                forgesAnswer: true, judge: { $0.judgeKept() })
        case .lostTokenReply:
            Entry(
                name: "token-reply-lost", letter: "l", summary: "tokens are issued, but the answer is lost",
                alias: "lose the token reply", occasion: Self.tokenRequest,
                danger: { _ in "the new tokens are lost, and the provider may take the second request for theft" },
                expectation: "the refresh is sent again at once; reuse detection ends the session",
                withoutRefresh: Self.failingSignIn,
                rules: [.lostAnswer, .invalidGrantEnds, .failureKeeps], ofRefresh: .lostAnswer, ofSignIn: .failureKeeps,
                sections: "RFC 9700 §4.14.2", judge: { $0.judgeLostReply })
        case .droppedRefreshToken:
            Entry(
                name: "refresh-token-dropped", letter: "d", summary: "the next tokens come without a refresh token",
                occasion: "the next answer with a refresh token",
                danger: { _ in "the new refresh token is lost, and the one in use may be spent" },
                expectation: "the one in use is kept; if rotated, the next refresh is refused",
                withoutRefresh: "the next sign-in succeeds without a refresh token",
                rules: [.keptRefreshToken, .newRecord, .invalidGrantEnds],
                ofRefresh: .keptRefreshToken, ofSignIn: .newRecord,
                sections: "RFC 6749 §6", judge: { $0.judgeDroppedToken })
        case .replayedRefreshToken:
            Entry(
                name: "refresh-token-replayed", letter: "p",
                summary: "the refresh after a rotation sends the spent refresh token",
                alias: "replay the refresh token", isOfOwnSession: true,
                occasion: "a refresh after one that rotated the refresh token",
                danger: { _ in "a provider that detects the reuse of a refresh token ends the session" },
                expectation: "where reuse is detected: invalid_grant, forced out once",
                withoutRefresh: Self.nothingToWaitFor,
                rules: [.invalidGrantEnds, .oneEnd], sections: "RFC 9700 §4.14.2",
                judge: { $0.judgeEnd(mayGoOn: true) })
        case .wrongState:
            Entry(
                name: "wrong-state", letter: "w", summary: "the next sign-in page answers with another state",
                isOfOwnSession: true, occasion: "the next answer of the sign-in page",
                expectation: "the answer is refused, and the sign-in keeps waiting",
                rules: [.otherState], sections: "RFC 6749 §10.12", judge: { $0.judgeWrongState })
        case .clockAhead:
            Entry(
                name: "clock-ahead", letter: ")", summary: "this program's clock is 5 min ahead",
                ownArming: .untilDisarmed, isCondition: true, isOfOwnSession: true, clockShift: 300,
                expectation: Self.rightClock,
                rules: [.wrongClock], sections: "RFC 6749 §5.1", judge: { $0.judgeClock })
        case .clockBehind:
            Entry(
                name: "clock-behind", letter: "(", summary: "this program's clock is 5 min behind",
                ownArming: .untilDisarmed, isCondition: true, isOfOwnSession: true, clockShift: -300,
                expectation: Self.rightClock,
                rules: [.wrongClock], sections: "RFC 6749 §5.1", judge: { $0.judgeClock })
        case .revokedSession:
            Entry(
                name: "session-revoked", letter: "v", summary: "the provider revokes this session now",
                ownArming: .atOnce, isOfProvider: true, needsSession: true,
                danger: { _ in "the provider ends the session" },
                expectation: "the next call: 401, refresh rejected, forced out once",
                withoutRefresh: "without a refresh token the next call's 401 ends the session, once",
                byPolicy: [
                    .report: "next call: its 401 goes to the caller; a refresh ends the session",
                    .forceLogout: "the next call: 401, forced out once without a refresh",
                ],
                rules: [.userInfo401, .invalidGrantEnds, .oneEnd], sections: "RFC 6750 §3.1, RFC 6749 §5.2",
                aftereffect: .untilSignIn, judge: { $0.judgeRevocation })
        case .rejectedRefresh:
            Entry(
                name: "refresh-rejected", letter: "r", summary: "the provider rejects the next refresh",
                alias: "reject the next refresh", isOfProvider: true, occasion: Self.refresh,
                danger: { _ in "the provider ends the session" },
                expectation: "the session is forced out, once, because of invalid_grant",
                withoutRefresh: Self.nothingToWaitFor,
                rules: [.invalidGrantEnds, .oneEnd], sections: "RFC 6749 §5.2",
                judge: { $0.judgeEnd(mayGoOn: false) })
        case .rotatedKeys:
            Entry(
                name: "keys-rotated", letter: "y", summary: "the provider signs with a new key from now on",
                alias: "rotate the keys", ownArming: .atOnce, isOfProvider: true,
                expectation: "the keys are fetched again, and the next ID token verifies",
                rules: [.unknownKey], sections: "OpenID Connect Core §10.1.1", judge: { $0.judgeKeys })
        case .narrowedScope:
            Entry(
                name: "scope-narrowed", letter: "o", summary: "the next refresh grants only openid",
                alias: "narrow the scope", isOfProvider: true, occasion: Self.refresh,
                expectation: "the scope shrinks; calls that need more are answered 403",
                withoutRefresh: Self.nothingToWaitFor,
                rules: [.forbiddenKeeps], sections: "RFC 6749 §6, RFC 6750 §3.1", judge: { $0.judgeScope })
        case .switchedUser:
            Entry(
                name: "user-switched", letter: "u", summary: "the next refresh brings another user's tokens",
                isOfProvider: true, occasion: Self.refresh,
                expectation: "the tokens are refused: a session never changes its user",
                withoutRefresh: Self.nothingToWaitFor,
                rules: [.otherUserInfo, .otherIDToken], sections: "OpenID Connect Core §12.2",
                aftereffect: .untilRefresh, judge: { $0.judgeUser })
        case .shortLifetimes:
            Entry(
                name: "lifetimes-short", letter: "f", summary: "access tokens live 5 s from now on",
                ownArming: .untilDisarmed, isCondition: true, isOfProvider: true,
                expectation: "one refresh per token, not per call",
                withoutRefresh: "the next sign-in's token expires after 5 s; so does the session",
                rules: [.anyLifetime], sections: "RFC 6749 §5.1", aftereffect: .untilDisarmed,
                judge: { $0.judgeLifetimes }, judgeWhenDisarmed: { $0.judgeEndOfLifetimes })
        case .apiUnauthorized: Entry(ofWatch: "api-401", letter: "1")
        case .apiForbidden: Entry(ofWatch: "api-403", letter: "3")
        case .apiBusy: Entry(ofWatch: "api-429", letter: "2")
        case .apiUnavailable: Entry(ofWatch: "api-503", letter: "0")
        case .lostAPIReply: Entry(ofWatch: "api-reply-lost", letter: "L")
        case .apiSilent: Entry(ofWatch: "api-silent", letter: "H")
        case .tokenEndpointUnauthorized: Entry(ofWatch: "token-endpoint-401", letter: "6")
        case .tokenEndpointForbidden: Entry(ofWatch: "token-endpoint-403", letter: "7")
        case .tokenEndpointUnavailable: Entry(ofWatch: "token-endpoint-503", letter: "8")
        case .wrongNonce: Entry(ofWatch: "id-token-nonce", letter: "N")
        case .wrongAudience: Entry(ofWatch: "id-token-audience", letter: "A")
        case .wrongIssuer: Entry(ofWatch: "id-token-issuer", letter: "I")
        case .expiredIDToken: Entry(ofWatch: "id-token-expired", letter: "E")
        case .wrongSignature: Entry(ofWatch: "id-token-signature", letter: "S")
        case .otherIssuer: Entry(ofWatch: "other-issuer", letter: "O")
        }
    }

    // MARK: - What several have in common

    private static let tokenRequest = "the next token request"
    private static let refresh = "the next refresh"
    private static let failingSignIn = "no refresh token: the next sign-in fails, and the session is kept"
    private static let nothingToWaitFor = "no effect: without a refresh token there is no refresh"
    private static let rightClock = "countdown and refresh stay correct; the header shows the difference"

    @Sendable private static func endOfLastToken(on terms: Terms) -> String? {
        terms.lacksRefreshToken ? "without a refresh token the next call ends the session" : nil
    }
}
