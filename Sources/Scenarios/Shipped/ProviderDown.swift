extension ShippedScenario {
    static let providerDown = ShippedScenario(
        "provider-down",
        #"""
        # The provider is down for a while.
        #
        # RFC 6749 section 5.2 names the errors that mean something; a 500 means nothing. The
        # session is kept, the refresh is tried again later and not too often, and calls go
        # on as long as the access token lives.
        provider access=60s
        sign in as alice by password
        say The provider answers each refresh with 500, which says nothing about the session.
        fault token endpoint 500 until cleared
        refresh
        expect refresh failed because 500, no logouts
        say The access token still lives, so calls go on.
        GET /orders
        expect 200
        say The access token expires, and no refresh succeeds.
        wait until expired, at most 2m
        expect state expired, no logouts
        say A call gets no answer now. The session is kept all the same.
        GET /orders
        expect no answer
        say The provider is back: the next try succeeds, and nobody has to sign in again.
        clear token endpoint 500
        wait until refreshed, at most 5m
        expect 1 refresh, no logouts
        GET /orders
        expect 200, state authenticated

        """#)
}
