extension ShippedScenario {
    static let keyRotation = ShippedScenario(
        "key-rotation",
        #"""
        # The provider signs with a new key.
        #
        # OpenID Connect Core section 10.1.1: an ID token that names an unknown key makes the
        # client fetch the key set again, once. Tokens of the old key stay valid.
        sign in as alice by browser
        expect state authenticated
        say The provider signs with a new key from now on. Tokens of the old one stay valid.
        rotate the keys
        # The access token is signed by the old key, which the API still knows.
        GET /orders
        expect 200
        show flow
        say The new ID token names an unknown key: the client fetches the keys, once.
        refresh
        expect 1 refresh, a new ID token, no logouts
        show session
        # The new one is signed by the new key.
        GET /orders
        expect 200, no 401s
        user info
        expect event userinfo_fetched, user name Alice Example

        """#)
}
