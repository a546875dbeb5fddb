extension ShippedScenario {
    static let lostAnswer = ShippedScenario(
        "lost-answer",
        #"""
        # The answer to a refresh is lost on its way.
        #
        # The provider has spent the old refresh token and issued a new one, which nobody
        # received. RFC 9700 section 4.14.2 leaves it to the provider whether the spent token
        # works once more for a few seconds; this one allows ten. The client sends the same
        # token once more, soon, and keeps the session.
        provider leeway=10s
        sign in as alice by password
        lose the token reply
        refresh
        expect 1 strike, no logouts
        wait until refreshed, at most 9s
        expect a new access token, a new refresh token, no logouts
        GET /orders
        expect 200, state authenticated

        """#)
}
