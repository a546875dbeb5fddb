extension Scenario {
    /// Tokens that end.
    static let expiries: [ShippedScenario] = [
        ShippedScenario(
            "expiry",
            #"""
            # The access token ends, again and again, and refresh tokens rotate.
            # Otherwise users sign in again whenever a token ends.
            client access=2s
            sign in as alice
            require RFC 6749 1.5: when an access token has ended, calls go on without a new sign-in
            wait until refreshed, at most 8s
            wait until refreshed, at most 8s
            wait until refreshed, at most 8s
            GET /orders
            expect no sign-ins, 200

            """#),
        ShippedScenario(
            "no-lifetime",
            #"""
            # The provider does not say how long an access token lives.
            # Otherwise a token without expires_in is thrown away, or used for ever.
            client access=10m
            spoil grants lifetime-left-out
            require RFC 6749 5.1: a token of which no lifetime is known is used
            sign in as alice
            GET /orders
            expect 200
            revoke the access token
            advise RFC 6750 3.1: and once it is refused, a refresh replaces it, and calls go on
            GET /orders
            expect no sign-ins, 200

            """#),
        ShippedScenario(
            "opaque",
            #"""
            # Access tokens can't be read.
            # Otherwise the client fails on the day that its provider stops sending JWTs.
            client access=2s opaque
            require RFC 6749 1.4: an access token means nothing to the client, and is used and renewed all the same
            sign in as alice
            expect 200
            wait until refreshed, at most 8s
            GET /orders
            expect no sign-ins, 200

            """#),
        ShippedScenario(
            "kept-refresh-token",
            #"""
            # A refresh brings no new refresh token.
            # Otherwise the session ends at the second expiry.
            client oauth oidc mcp device access=2s
            spoil grants unreplaced-token
            sign in as alice
            require RFC 6749 6: the refresh token is kept where none comes with new tokens
            wait until refreshed, at most 8s
            wait until refreshed, at most 8s
            GET /orders
            expect no sign-ins, 200

            """#),
        burst("two-calls", 2, "Two calls meet"),
        burst("burst", 20, "Twenty calls meet"),
        ShippedScenario(
            "refresh-token-end",
            #"""
            # The refresh token has ended with the access token.
            # Otherwise the client fails until somebody restarts it.
            client oauth oidc mcp device access=2s refresh=4s
            sign in as alice
            wait 6s
            lifetimes refresh=10m
            advise RFC 6749 5.2: after invalid_grant the user is asked to sign in again, and calls go on
            wait until authorized, at most 10s
            wait 1s
            GET /orders
            expect 1 sign-in, 200

            """#),
        ShippedScenario(
            "clock-behind",
            #"""
            # The provider's clock is ten minutes behind.
            # Otherwise the client refreshes at each call, or never.
            client oauth mcp device service access=5m
            provider clock 10m behind
            require RFC 6749 5.1: a token lives as long as expires_in says, whatever the provider's clock says
            sign in as alice
            expect 200
            GET /orders
            GET /orders
            GET /orders
            expect no refreshes, no sign-ins, 200

            """#),
        ShippedScenario(
            "clock-ahead",
            #"""
            # The provider's clock is ten minutes ahead.
            # Otherwise the client takes each token for dead, and refreshes at each call.
            client oauth mcp device service access=2s
            provider clock 10m ahead
            require RFC 6749 5.1: a token lives as long as expires_in says, whatever the provider's clock says
            sign in as alice
            expect 200
            wait until refreshed, at most 8s
            GET /orders
            expect no sign-ins, 200

            """#),
    ]

    private static func burst(_ name: String, _ count: Int, _ what: String) -> ShippedScenario {
        ShippedScenario(
            name,
            """
            # \(what) an access token that has ended.
            # Otherwise one of the refreshes counts as theft, and ends the session.
            client access=3s
            sign in as alice
            wait 4s
            lifetimes access=10m
            fault token endpoint slow
            require RFC 9700 4.14.2: the session survives them: no refresh token is sent twice
            burst \(count) GET /orders
            wait 500ms
            GET /orders
            expect no sign-ins, 200
            advise RFC 6749 6: one refresh serves all of them
            expect at most 1 token request

            """)
    }
}
