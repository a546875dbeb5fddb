import SessionCore

@testable import ConsoleFaults
@testable import ConsoleApp

extension TrialTests {
    /// Something fails for a while, which says nothing about the session.
    static let keeping: [Row] =
        [
            Row(
                "asked again within the pause",
                .notHeld("the token endpoint was asked again before the announced pause ended"),
                .struckRefresh(.tokenEndpointError, 500), .refreshFailed(pause: .seconds(10)), .wait(5),
                .tokenMessage(200)),
            Row(
                "asked again after it", .held("the session was kept, and a later refresh succeeded"),
                .struckRefresh(.tokenEndpointError, 500), .refreshFailed(pause: .seconds(10)), .wait(10),
                .beginRefresh(), .tokenMessage(200), .renewed()),
            Row(
                "a pause that is too short", .notHeld("the next try is in 28 s, but the provider asked for 30 s"),
                .struckRefresh(.tokenEndpointBusy, 429), .refreshFailed(pause: .seconds(28))),
            Row(
                "no answer to the message yet", .waiting(for: "the end of the message"),
                .beginRefresh(), .strike(.tokenEndpointError, exchange: 5)),
            Row(
                "no end of the refresh yet", .waiting(for: "the end of the refresh"),
                .struckRefresh(.tokenEndpointError, 500)),
            Row(
                "the refresh succeeded", .held("the refresh succeeded anyway"),
                .struckRefresh(.networkOff, nil), .renewed()),
            Row(
                "the session ends", .notHeld("the session ended because \(Story.invalid)"),
                .struckRefresh(.tokenEndpointError, 500), .refreshFailed(), .lost()),
            Row(
                "an answer that the fault made up ends it", .notHeld("the session ended because \(Story.invalid)"),
                .struckRefresh(.tokenEndpointGarbled, 200), .rejected, .lost()),
            Row(
                "another answer of the provider ends it", .undecided("the session ended because \(Story.invalid)"),
                .struckRefresh(.tokenEndpointGarbled, 200), .refreshFailed(), .wait(5), .beginRefresh(),
                .tokenMessage(200), .rejected, .lost()),
            Row("a call still runs", .waiting(for: "the end of the call"), .struckCall(.networkOff, nil)),
            Row(
                "a call is sent again", .notHeld("the session itself sent the call 2 times"),
                .struckCall(.networkOff, nil), .end(1, attempts: 2)),
            Row(
                "a call fails, and another is cancelled", .held("1 call failed, and the session was kept"),
                .each(1...2) { .begin($0) }, .strike(.networkOff, exchange: 5), .message(1, nil, id: 5),
                .event(.requestFailed(Samples.facts(2, status: nil), .cancelled)), .fail(1)),
            Row(
                "user info fails", .held("userinfo failed, and the session was kept"),
                .begin(1, isUserInfo: true), .strike(.networkOff, exchange: 5),
                .message(1, nil, id: 5, purpose: .userInfo), .fail(1)),
            Row(
                "a call within the pause", .held("the session was kept; no retry for 30 s; 1 × GET /orders held back"),
                .struckRefresh(.tokenEndpointBusy, 429), .refreshFailed(pause: .seconds(30)), .holdBack(1)),
            Row(
                "a sign-in fails", .held("the sign-in failed, and nothing else changed"),
                .struckSignIn(.tokenEndpointError, 500), .signInFailed),
            Row(
                "a hanging endpoint whose message ends after the refresh was given up",
                .held("the session was kept; no retry for 4 s"),
                .beginRefresh(), .strike(.tokenEndpointSilent, exchange: 5), .wait(30),
                .refreshFailed(pause: .seconds(4)), .wait(-30), .tokenMessage(nil, id: 5)),
            Row(
                "no network for a call", .held("1 call failed, and the session was kept"),
                .struckCall(.networkOff, nil), .fail(1)),
            Row(
                "429, and a pause of 30 s", .held("the session was kept; no retry for 30 s"),
                .struckRefresh(.tokenEndpointBusy, 429), .refreshFailed(pause: .seconds(30))),
            Row(
                "429, and a pause of 1 s", .notHeld("the next try is in 1 s, but the provider asked for 30 s"),
                .struckRefresh(.tokenEndpointBusy, 429), .refreshFailed()),
        ]
        + [LabFault.tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled, .networkOff].flatMap { fault in
            [
                Row(
                    "\(fault.rawValue) at a refresh that fails", .held("the session was kept; no retry for 1 s"),
                    .struckRefresh(fault, 500), .refreshFailed()),
                Row(
                    "\(fault.rawValue), and a logout", .notHeld("the session ended because \(Story.invalid)"),
                    .struckRefresh(fault, 500), .lost()),
                Row(
                    "\(fault.rawValue), and a second try before the pause is over",
                    .notHeld("the token endpoint was asked again before the announced pause ended"),
                    .struckRefresh(fault, 500), .refreshFailed(pause: .seconds(4)), .wait(1), .beginRefresh(),
                    .tokenMessage(200)),
            ]
        }

    /// The token endpoint takes its time.
    static let slowness: [Row] = [
        Row(
            "a slow sign-in that is given up", .held("the sign-in failed, and nothing else changed"),
            .struckSignIn(.tokenEndpointSlow, nil), .signInFailed),
        Row(
            "a slow sign-in that succeeds", .held("the sign-in succeeded anyway"),
            .struckSignIn(.tokenEndpointSlow, 200), .signedIn(Story.second)),
        Row(
            "a slow refresh that still runs", .waiting(for: "the end of the refresh"),
            .struckRefresh(.tokenEndpointSlow, 200)),
        Row(
            "a slow refresh that is given up",
            .held("the refresh was given up, and the session kept: \(Story.failure)"),
            .struckRefresh(.tokenEndpointSlow, 200), .refreshFailed()),
        Row(
            "a second one beside it", .notHeld("a second refresh began before the first had ended"),
            .struckRefresh(.tokenEndpointSlow, 200), .beginRefresh()),
        Row(
            "a slow one that succeeds", .held("one refresh of 12.0 ms"),
            .struckRefresh(.tokenEndpointSlow, 200), .renewed()),
        Row(
            "a slow refresh that a call waits for", .held("one refresh of 12.0 ms; 1 call waited for it"),
            .begin(1), .struckRefresh(.tokenEndpointSlow, 200), .renewed(), .end(1, waited: true)),
        Row(
            "a slow refresh, and a second one beside it",
            .notHeld("a second refresh began before the first had ended"),
            .beginRefresh(), .strike(.tokenEndpointSlow, exchange: 5), .begin(1), .beginRefresh()),
        Row(
            "a slow refresh of a session that was revoked before",
            .undecided("the session ended because \(Story.invalid); revoke session was still in effect"),
            .strike(.revokedSession), .struckRefresh(.tokenEndpointSlow, 400), .rejected, .lost()),
        Row(
            "a slow refresh that the provider rejects for a reason of its own",
            .undecided("the session ended because \(Story.invalid)"),
            .struckRefresh(.tokenEndpointSlow, 400), .rejected, .lost()),
        Row(
            "a slow refresh, a second one beside it, and the provider detects the reuse",
            .notHeld("a second refresh began before the first had ended"),
            .beginRefresh(), .beginRefresh(), .strike(.tokenEndpointSlow, exchange: 5), .beginRefresh(),
            .tokenMessage(200, id: 5), .tokenMessage(400), .rejected, .lost()),
    ]

    /// The answer to a token request is lost.
    static let lostReply: [Row] = [
        Row(
            "a sign-in whose answer is lost", .held("the sign-in failed, and nothing else changed"),
            .struckSignIn(.lostTokenReply, nil), .signInFailed),
        Row(
            "an answer that is not lost yet", .waiting(for: "the end of the message"),
            .beginRefresh(), .strike(.lostTokenReply, exchange: 5)),
        Row(
            "a lost answer, and no second try yet", .waiting(for: "the token to be sent once more"),
            .struckRefresh(.lostTokenReply, nil)),
        Row(
            "the second try is on its way", .waiting(for: "the answer to the second try"),
            .struckRefresh(.lostTokenReply, nil), .tokenMessage(nil)),
        Row(
            "the second try fails", .undecided("the session was kept; the second try failed: \(Story.failure)"),
            .struckRefresh(.lostTokenReply, nil), .tokenMessage(500), .refreshFailed()),
        Row(
            "three tries and the end", .waiting(for: "the answer to the second try"),
            .struckRefresh(.lostTokenReply, nil), .times(2, .tokenMessage(400)), .lost()),
        Row(
            "the lost answer ends it twice", .notHeld("the session ended 2 times"),
            .struckRefresh(.lostTokenReply, nil), .tokenMessage(400), .lost(), .lost()),
        Row(
            "a lost answer, and the same token once more",
            .held("the token was sent once more, and the session was kept"),
            .struckRefresh(.lostTokenReply, nil), .tokenMessage(200), .renewed()),
        Row(
            "a lost answer, and the provider detects reuse",
            .held("the token was sent once more; the provider took that for theft and ended the session"),
            .struckRefresh(.lostTokenReply, nil), .tokenMessage(400), .rejected, .lost()),
        Row(
            "a lost answer, and a logout at once", .notHeld("the session ended because \(Story.invalid)"),
            .struckRefresh(.lostTokenReply, nil), .lost()),
    ]

    /// New tokens come without a refresh token.
    static let droppedToken: [Row] = [
        Row(
            "the refresh token in use is dropped", .notHeld("the refresh token in use was dropped too"),
            .beginRefresh(), .strike(.droppedRefreshToken, exchange: 5),
            .renewed(Story.tokens("access-2", refresh: nil))),
        Row(
            "no new tokens, because the refresh fails",
            .undecided("the session was kept; the refresh failed: \(Story.failure)"),
            .struckRefresh(.droppedRefreshToken, 200), .refreshFailed()),
        Row(
            "no new tokens, and a logout", .notHeld("the session ended because \(Story.invalid)"),
            .struckRefresh(.droppedRefreshToken, 200), .lost()),
        Row(
            "no refresh token in the answer: the one in use is kept", .held("the refresh token BD47 in use was kept"),
            .struckRefresh(.droppedRefreshToken, 200), .renewed(Story.tokens("access-2", refresh: "refresh-1"))),
        Row(
            "no refresh token in the answer: none is kept", .notHeld("the refresh token in use was dropped too"),
            .struckRefresh(.droppedRefreshToken, 200), .renewed(Story.tokens("access-2", refresh: nil))),
        Row(
            "a sign-in without a refresh token", .held("the sign-in succeeded without a refresh token"),
            .signInStarted(), .strike(.droppedRefreshToken, exchange: 5),
            .signedIn(Story.tokens("access-2", refresh: nil))),
        Row(
            "a sign-in that takes over the earlier session's refresh token",
            .notHeld("the new session has the refresh token BD47 of an earlier one"),
            .signInStarted(), .strike(.droppedRefreshToken, exchange: 5),
            .signedIn(Story.tokens("access-2", refresh: "refresh-1"))),
        Row(
            "a sign-in without a refresh token that fails", .held("the sign-in failed, and nothing else changed"),
            .signInStarted(), .strike(.droppedRefreshToken, exchange: 5), .signInFailed),
    ]
}
