extension Scenario {
    /// Tokens and sessions that others end.
    static let endings: [ShippedScenario] = [
        ShippedScenario(
            "refused-token",
            #"""
            # The provider ends an access token before its time.
            # Otherwise a token that ended early looks like the end of the session.
            client access=10m
            sign in as alice
            revoke the access token
            advise RFC 6750 3.1: a refused token is replaced by a refresh, and calls go on
            GET /orders
            GET /orders
            expect no sign-ins, 200

            """#),
        ShippedScenario(
            "ended-session",
            #"""
            # The provider ends the session.
            # Otherwise the client sends a dead token for ever.
            client oauth oidc mcp device access=2s
            sign in as alice
            revoke the session
            advise RFC 6749 5.2, RFC 6750 3.1: after invalid_grant the user is asked to sign in again, and calls go on
            wait until authorized, at most 10s
            wait 1s
            GET /orders
            expect 1 sign-in, 200

            """#),
        ShippedScenario(
            "insufficient-scope",
            #"""
            # A call needs more than was granted.
            # Otherwise each forbidden call costs a refresh, or the session.
            client access=10m
            sign in as alice
            fault api 403
            require RFC 6750 3.1: the session goes on: a refresh would bring nothing
            GET /orders
            GET /orders
            expect no refreshes, 200

            """#),
        ShippedScenario(
            "scope-step-up",
            #"""
            # Calls need a scope that was not asked for, and the answer names it.
            # Otherwise the user sees 403, and no way on.
            client oauth oidc mcp access=10m
            sign in as alice
            spoil resource scope-demanded
            advise RFC 6750 3.1: the user is asked for the scope that the answer names, and calls go on
            GET /orders
            wait 2s
            GET /orders
            expect 1 sign-in, 200

            """#),
        ShippedScenario(
            "sign-in-step-up",
            #"""
            # Calls need a stronger sign-in.
            # Otherwise the user sees 401 in a session that lives.
            client oauth oidc access=10m
            sign in as alice
            spoil resource step-up-demanded
            advise RFC 9470 4: the user is asked to sign in by the acr_values of the answer, and calls go on
            GET /orders
            wait 2s
            GET /orders
            expect 1 sign-in, 200

            """#),
        ShippedScenario(
            "narrowed-scope",
            #"""
            # A refresh grants less than before.
            # Otherwise a session that may do less does nothing at all.
            client oauth oidc mcp device access=2s
            sign in as alice
            narrow the scope
            require RFC 6749 6: the session goes on with what was granted
            wait until refreshed, at most 8s
            GET /orders
            expect no sign-ins, 200

            """#),
        ShippedScenario(
            "key-rotation",
            #"""
            # The provider signs with a new key.
            # Otherwise sessions end when the provider changes its keys.
            client oidc access=2s
            sign in as alice
            rotate the keys
            require OpenID Connect Core 1.0 10.1.1: keys are fetched again for a key that is not known
            wait until refreshed, at most 8s
            GET /orders
            expect no sign-ins, 200

            """#),
        ShippedScenario(
            "other-user",
            #"""
            # A refresh brings the tokens of another user.
            # Otherwise one user sees what is another's.
            client oidc access=2s
            sign in as alice
            fault switch user
            wait until refreshed, at most 8s
            wait 1s
            advise OpenID Connect Core 1.0 12.2: its tokens are refused, and calls go on for the own user
            GET /orders
            GET /orders
            expect 200

            """#),
        ShippedScenario(
            "back-channel-sign-out",
            #"""
            # The user signs out elsewhere, and the provider tells the server so.
            # Otherwise a user who signed out elsewhere stays signed in here.
            client oidc server access=10m
            spoil grants surviving-access
            sign in as alice
            revoke the session
            wait 1s
            advise Back-Channel Logout 1.0 2.7: the server ends its session, too
            GET /orders
            wait 1s
            GET /orders
            expect 1 sign-in, 200

            """#),
        ShippedScenario(
            "lost-revocation-answer",
            #"""
            # The answer to the revocation at a sign-out is lost.
            # Otherwise a user who signs out stays signed in, and does not know it.
            client oauth oidc mcp device access=10m
            sign in as alice
            lose the reply of revocation
            sign out
            require RFC 7009 2.2: the program has signed out, and the next call signs in anew
            sign in as alice
            GET /orders
            expect 1 sign-in, 200

            """#),
    ]
}
