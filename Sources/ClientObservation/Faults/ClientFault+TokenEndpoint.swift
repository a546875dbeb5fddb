import FoundationEssentials
import SessionCore
import SessionHTTP

extension ClientFault {
    /// Faults of the token endpoint.
    static let ofTokenEndpoint: [ClientFault] = [
        ClientFault(
            "token-endpoint-400", at: .tokenRequest,
            .answer(400, json, body: #"{"error":"invalid_grant","error_description":"injected"}"#),
            "a token request is answered 400 invalid_grant, and not sent",
            expecting: "the refresh token or the code isn't sent again; a new sign-in",
            .rfc(6749, "5.2"),
            breaking: ["refused-refresh-token-sent-again", "refused-request-repeated", "code-redeemed-twice"],
            endsWithSilence: true, shownBy: \.signsIn),
        ClientFault(
            "token-endpoint-401", at: .tokenRequest,
            .answer(
                401, json.adding("WWW-Authenticate", "Basic"),
                body: #"{"error":"invalid_client","error_description":"injected"}"#),
            "a token request is answered 401 invalid_client, and not sent",
            expecting: "no loop: the refusal is told, and the refresh token is kept",
            .rfc(6749, "5.2"), breaking: ["refused-request-repeated"], shownBy: \.goesOn),
        ClientFault(
            "token-endpoint-403", at: .tokenRequest, .answer(403, text, body: "injected"),
            "a token request is answered 403 without an OAuth error, and not sent",
            expecting: "no loop: the refusal is told, and the refresh token is kept",
            .rfc(6749, "5.2"), breaking: ["refused-request-repeated"], shownBy: \.goesOn),
        busyTokenEndpoint(for: 30),
        ClientFault(
            "token-endpoint-500", at: .tokenRequest, .answer(500, text, body: "injected"),
            "a token request is answered 500, and not sent",
            expecting: passing, .rfc(6749, "5.2"), breaking: passingRules, shownBy: \.survives),
        ClientFault(
            "token-endpoint-503", at: .tokenRequest, .answer(503, text, body: "injected"),
            "a token request is answered 503, and not sent",
            expecting: passing, .rfc(6749, "5.2"), breaking: passingRules, shownBy: \.survives),
        slowTokenEndpoint(by: .seconds(5)),
        ClientFault(
            "token-endpoint-silent", at: .tokenRequest, .silence, "a token request is not sent, and gets no answer",
            expecting: "the request times out, and is sent again later: the session is kept",
            .rfc(6749, "5.2"), breaking: passingRules, shownBy: \.survives),
        ClientFault(
            "token-endpoint-not-json", at: .tokenRequest,
            .answer(200, json, body: "<!DOCTYPE html><title>injected</title>"),
            "a token request is answered 200 with HTML, and not sent",
            expecting: passing, .rfc(6749, "5.1"), breaking: passingRules, shownBy: \.survives),
        ClientFault(
            "token-reply-lost", at: .tokenRequest, .lostAnswer, "tokens are issued, and the answer is lost",
            expecting: "the same request at once again, or a new sign-in where the provider refuses that",
            .rfc(9700, "4.14.2"),
            breaking: ["credentials-dropped-after-failure", "refused-refresh-token-sent-again"],
            shownBy: { $0.sendsAgain ?? $0.keepsSession }),
        ClientFault(
            "refresh-token-dropped", at: .refreshToken, .droppedRefreshToken, "tokens come without a refresh token",
            expecting: "the refresh token in use is kept, if there is one",
            .rfc(6749, "6"),
            breaking: ["credentials-dropped-after-failure", "sign-in-although-refreshable"],
            shownBy: { $0.struck.refreshToken == nil ? $0.keepsSession : $0.sendsAgain }),
    ]

    package static func slowTokenEndpoint(by delay: Duration) -> ClientFault {
        ClientFault(
            "token-endpoint-slow", at: .tokenRequest, .delay(delay), "a token request takes \(delay.inWords) longer",
            expecting: "all calls wait for the one refresh",
            .rfc(6749, "1.5"),
            breaking: passingRules.union(["parallel-refreshes", "refresh-token-sent-twice-at-once"]),
            shownBy: \.keepsSession)
    }

    /// A refusal that names the seconds after which the token endpoint may be asked again, or none.
    package static func busyTokenEndpoint(for pause: Int?, asDate isDate: Bool = false) -> ClientFault {
        guard let pause else {
            return ClientFault(
                "token-endpoint-429", at: .tokenRequest, .answer(429, [:], body: ""),
                "a token request is answered 429 without Retry-After, and not sent",
                expecting: passing, .rfc(6585, "4"), breaking: ["credentials-dropped-after-failure"],
                shownBy: \.survives)
        }
        return ClientFault(
            "token-endpoint-429", at: .tokenRequest, .answer(429, ["Retry-After": "\(pause)"], body: ""),
            isDate
                ? "a token request is answered 429 with a date \(pause) s ahead in Retry-After, and not sent"
                : "a token request is answered 429 with Retry-After: \(pause), and not sent",
            expecting: "the session is kept; no token request for \(pause) s",
            .rfc(6585, "4"), .rfc(9110, "10.2.3"),
            breaking: ["retry-after-ignored", "credentials-dropped-after-failure"],
            shownBy: { $0.waits(.seconds(pause)) ?? ($0.isRepeatedAtOnce ? nil : $0.keepsSession) })
    }

    private static let json: HTTPHeaders = ["Content-Type": "application/json", "Cache-Control": "no-store"]
    private static let text: HTTPHeaders = ["Content-Type": "text/plain", "Cache-Control": "no-store"]
    private static let passing = "the refresh token or the code is kept, and sent again later"
    private static let passingRules: Set = ["credentials-dropped-after-failure", "sign-in-although-refreshable"]
}

extension HTTPHeaders {
    fileprivate func adding(_ name: String, _ value: String) -> HTTPHeaders {
        var headers = self
        headers.add(name, value)
        return headers
    }
}
