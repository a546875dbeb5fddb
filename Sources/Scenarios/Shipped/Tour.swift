extension ShippedScenario {
    package static let tour = ShippedScenario(
        "tour",
        #"""
        # The life of a session in a minute and a half: from the sign-in to the forced logout.
        #
        # What it shows, and where that is specified:
        #   a token is short-lived and is renewed in time          RFC 6749 section 1.5
        #   however many calls need a token, one refresh is made   RFC 6749 section 6
        #   refresh tokens rotate, and a spent one is a theft      RFC 9700 section 4.14.2
        #   a provider ends a session, and a 401 shows it          RFC 6750 section 3.1
        #   an API asks for a stronger sign-in                     RFC 9470
        provider access=60s refresh=10m

        say Nobody is signed in. Alice signs in: the password goes to the provider, tokens come back.
        sign in as alice by browser
        expect state authenticated, 1 sign-in
        say The access token lives for a minute. Its clock runs, top left; requests carry it.
        GET /orders
        expect 200, 1 call, no logouts

        say Time passes. Shortly before the token expires, the session renews it by itself.
        wait until refreshed, at most 2m
        expect a new access token, a new refresh token, no logouts

        say Now the token expires, and twenty calls need it at the same moment.
        expire the access token
        burst 20 GET /orders
        expect 1 refresh, 20 calls, 200, no logouts
        say Twenty calls, one refresh. The others waited for it.
        show flow
        pause 4s
        show session

        say A fault: the session sends a refresh token that it has spent already, as a thief would.
        refresh
        replay the refresh token
        refresh
        expect forced logout because invalid_grant
        say The provider believes that one of the two is a thief, and ends the session for both.
        press esc esc

        say Alice signs in again. An administrator revokes her session at the provider.
        sign in as alice by browser
        revoke the session
        say Nothing shows it yet. The next call finds out: 401, a rejected refresh, the end.
        GET /orders
        expect forced logout because invalid_grant, 1 logout
        pause 3s
        press esc esc

        say One more thing: an API that wants a stronger sign-in.
        sign in as alice by browser
        GET /step-up
        expect 401, challenge error=insufficient_user_authentication, no logouts
        say No reason to sign out. The session signs in with what the answer names and calls again.
        step up as alice
        GET /step-up
        expect 200
        say That was the tour, played from a text file: session-console play --list names more.

        """#)
}
