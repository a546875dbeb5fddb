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
        expect state authenticated
        show flow
        say The provider answers a refresh, and the answer is lost on its way.
        lose the token reply
        refresh
        # Two requests with the same refresh token: the answer to the first was lost.
        expect 1 strike, 2 token requests, 1 refresh, no logouts
        say The same refresh token went twice, and was accepted twice: nobody is signed out.
        expect a new access token, a new refresh token
        show session
        GET /orders
        expect 200, state authenticated

        """#)
}
