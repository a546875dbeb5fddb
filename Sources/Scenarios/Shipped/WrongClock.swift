extension ShippedScenario {
    static let wrongClock = ShippedScenario(
        "wrong-clock",
        #"""
        # The provider's clock is five minutes wrong.
        #
        # RFC 6749 section 5.1 says how long a token lives (expires_in), and not until when:
        # a client counts from its own request and never compares the two clocks. So neither
        # a provider that is ahead nor one that is behind makes it refresh too often or too
        # late. The header shows the difference.
        provider access=60s
        say The clock of the provider is five minutes ahead of ours: the header shows it.
        provider clock 5m ahead
        sign in as alice by password
        expect state authenticated, clock 5m ahead
        GET /orders
        expect 200, no refreshes
        say The token lives a minute all the same: the client counts from its own request.
        wait 30s
        GET /orders
        expect 200, no refreshes
        wait until refreshed, at most 45s
        expect 1 refresh, no logouts, no 401s
        say Now it is five minutes behind: a client that compared the clocks would be wrong again.
        sign out
        provider clock 5m behind
        sign in as alice by password
        expect clock 5m behind
        GET /orders
        expect 200, no refreshes

        """#)
}
