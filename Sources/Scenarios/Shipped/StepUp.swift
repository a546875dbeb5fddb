extension ShippedScenario {
    static let stepUp = ShippedScenario(
        "step-up",
        #"""
        # An API wants a stronger sign-in.
        #
        # RFC 9470: the token is valid, and not good enough for this resource. The answer 401
        # names what is wanted (acr_values); refreshing would change nothing. The user signs in
        # again with that, and the session goes on.
        sign in as alice by browser
        say This API wants a stronger sign-in: the token is valid, and a refresh would not help.
        GET /step-up
        expect 401, challenge error=insufficient_user_authentication
        expect no refreshes, no logouts, state authenticated
        say The answer names what it wants, and Alice signs in again with that.
        step up as alice
        expect 1 sign-in, a new access token
        GET /step-up
        expect 200
        say The other path answers as before.
        GET /orders
        expect 200

        """#)
}
