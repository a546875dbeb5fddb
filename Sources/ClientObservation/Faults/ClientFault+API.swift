import FoundationEssentials
import SessionCore
import SessionHTTP

extension ClientFault {
    /// Faults of the API, and of the network.
    static let ofAPI: [ClientFault] = [
        ClientFault(
            "api-401", at: .call,
            .answer(401, ["WWW-Authenticate": #"Bearer error="invalid_token""#], body: ""),
            "a call is answered 401 invalid_token, and not sent",
            expecting: "one refresh, and the call once more with the new token",
            .rfc(6750, "3.1"),
            breaking: ["rejected-token-sent-again", "refresh-does-not-help", "sign-in-although-refreshable"],
            shownBy: { $0.usesOtherToken ?? $0.signsIn }),
        ClientFault(
            "api-403", at: .call,
            .answer(403, ["WWW-Authenticate": #"Bearer error="insufficient_scope""#], body: ""),
            "a call is answered 403 insufficient_scope, and not sent",
            expecting: "no refresh: the session goes on, or the user is asked for more scope",
            .rfc(6750, "3.1"),
            breaking: ["step-up-answered-by-refresh", "insufficient-scope-repeated", "scope-dropped-at-step-up"],
            endsWithSilence: true,
            shownBy: { $0.hasRefreshed ? nil : $0.signsIn ?? $0.keepsSession }),
        ClientFault(
            "api-429", at: .call, .answer(429, ["Retry-After": "\(pause)"], body: ""),
            "a call is answered 429 with Retry-After: \(pause), and not sent",
            expecting: "the call again after \(pause) s at the earliest, with the same session",
            .rfc(6585, "4"), .rfc(9110, "10.2.3"),
            breaking: ["retry-after-ignored", "sign-in-although-refreshable"], endsWithSilence: true,
            shownBy: { $0.waits(.seconds(pause)) }),
        ClientFault(
            "api-503", at: .call, .answer(503, ["Content-Type": "text/plain"], body: "injected"),
            "a call is answered 503, and not sent",
            expecting: "the session is kept: neither a sign-in nor a refresh follows from it",
            .rfc(9110, "15.6.4"),
            breaking: ["sign-in-although-refreshable", "unsafe-request-repeated"],
            shownBy: { $0.hasRefreshed ? nil : $0.keepsSession }),
        ClientFault(
            "api-reply-lost", at: .call, .lostAnswer, "the API answers a call, and its answer is lost",
            expecting: "the session is kept; a call that changes something isn't repeated by itself",
            .rfc(9110, "9.2.2"),
            breaking: ["unsafe-request-repeated", "sign-in-although-refreshable"], shownBy: \.keepsSession),
        ClientFault(
            "api-silent", at: .call, .silence, "a call is not sent, and gets no answer",
            expecting: "the call times out, and the session is kept",
            .rfc(9110, "9.2.2"),
            breaking: ["unsafe-request-repeated", "sign-in-although-refreshable"], shownBy: \.keepsSession),
        ClientFault(
            "token-tampered", at: .call, .tamperedToken, "a call goes out with one character of its token changed",
            expecting: "401, one refresh, and the call once more with the new token",
            .rfc(6750, "3.1"),
            breaking: ["rejected-token-sent-again", "refresh-does-not-help", "sign-in-although-refreshable"],
            shownBy: { $0.struck.isUnauthorized ? $0.usesOtherToken ?? $0.signsIn : nil }),
        ClientFault(
            "network-off", at: .message, .refusedConnection, "a message is not sent: its connection is closed",
            expecting: "the message fails, and the session is kept",
            .rfc(6749, "5.2"),
            breaking: ["credentials-dropped-after-failure", "unsafe-request-repeated"],
            shownBy: { $0.keepsSession ?? $0.sendsAgain }),
    ]

    private static let pause = 3
}
