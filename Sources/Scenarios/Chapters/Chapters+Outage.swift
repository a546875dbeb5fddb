extension Scenario {
    /// Servers and networks that fail for a while.
    static let outages: [ShippedScenario] = [
        failedRefresh(
            "lost-refresh-answer", "The answer to a refresh is lost, and the provider takes the spent token once more",
            otherwise: "one lost packet ends the session", on: "client oauth oidc mcp device access=2s leeway=60s",
            by: "lose the token reply",
            surviving: "RFC 9700 4.14.2: the program goes on after a refresh without an answer",
            keeping: "advise RFC 9700 4.14.2"),
        ShippedScenario(
            "lost-code-answer",
            #"""
            # The answer to the code of a sign-in is lost.
            # Otherwise the user is left at an error, and knows no way on.
            client oauth oidc mcp
            lose the reply of token
            wait until authorized, at most 15s
            wait 2s
            advise RFC 6749 4.1.2: the user is asked to sign in again, since no code is good twice; then calls go on
            sign in as alice
            GET /orders
            expect 200

            """#),
        failedRefresh(
            "token-endpoint-500", "The token endpoint fails at a refresh",
            otherwise: "a failure of the provider signs all users out", by: "fault token endpoint 500",
            surviving: "RFC 6749 5.2: an answer that says nothing about the grant is survived",
            keeping: "require RFC 6749 5.2"),
        busyRefresh("token-endpoint-429", "two seconds of patience", "for 2s"),
        busyRefresh("token-endpoint-429-date", "patience until a date", "for 3s as a date"),
        busyRefresh("token-endpoint-429-bare", "patience, and not for how long", ""),
        failedRefresh(
            "token-endpoint-page", "The token endpoint answers a refresh with a page",
            otherwise: "a maintenance page ends the session", by: "fault token endpoint garbled",
            surviving: "RFC 6749 5.1: an answer without tokens is survived", keeping: "advise RFC 6749 5.2"),
        failedCall(
            "api-429", "The API asks for three seconds of patience", otherwise: "the API locks the client out",
            by: "fault api 429", for: "4s", keptBy: "RFC 6585 4"),
        failedCall(
            "api-503", "The API is down for a moment", otherwise: "an outage of the API makes users sign in again",
            by: "fault api 503", for: "1s", keptBy: "RFC 9110 15.6.4"),
        failedCall(
            "api-answer-lost", "The API's answer is lost",
            otherwise: "a lost packet ends the session, or something is done twice", by: "fault lose api reply",
            for: "1s", keptBy: "RFC 9110 9.2.2"),
    ]

    private static func busyRefresh(_ name: String, _ what: String, _ patience: String) -> ShippedScenario {
        failedRefresh(
            name, "The token endpoint asks for \(what)",
            otherwise: "the client adds to the rush, and the provider locks it out",
            by: "throttle token requests \(patience)", atMost: "15s",
            surviving: "RFC 6585 4: a refusal for now is survived", keeping: "require RFC 6585 4")
    }

    private static func failedRefresh(
        _ name: String, _ what: String, otherwise danger: String, on stage: String = "client access=2s",
        by weather: String, atMost patience: String = "12s", surviving rule: String, keeping section: String
    ) -> ShippedScenario {
        ShippedScenario(
            name,
            """
            # \(what).
            # Otherwise \(danger).
            \(stage)
            sign in as alice
            \(weather)
            require \(rule)
            wait until refreshed, at most \(patience)
            wait 1s
            GET /orders
            expect 200
            \(section): without a new sign-in, which nothing asked for
            expect no sign-ins

            """)
    }

    private static func failedCall(
        _ name: String, _ what: String, otherwise danger: String, by weather: String, for time: String,
        keptBy section: String
    ) -> ShippedScenario {
        ShippedScenario(
            name,
            """
            # \(what).
            # Otherwise \(danger).
            client access=10m
            sign in as alice
            \(weather)
            require \(section): the session is kept
            GET /orders
            wait \(time)
            GET /orders
            expect no refreshes, no sign-ins, 200

            """)
    }
}
