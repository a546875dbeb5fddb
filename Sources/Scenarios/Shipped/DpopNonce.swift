extension ShippedScenario {
    static let dpopNonce = ShippedScenario(
        "dpop-nonce",
        #"""
        # Tokens bound to a key, and a server that wants its nonce in every proof.
        #
        # RFC 9449: a stolen token is worth nothing without the key (section 4). Sections 8 and
        # 9: a server may ask for a nonce of its own; the answer use_dpop_nonce carries it, and
        # the client repeats the request once, with the nonce. It is not a rejection.
        provider dpop-nonce
        sign in as alice by browser
        expect state authenticated
        show flow
        say The API wants its nonce in the proof: 401, and the same call once more with it.
        GET /orders
        expect 200, no logouts, no refreshes
        say The nonce is kept: the next call is sent once.
        GET /me
        expect 200
        show session
        say A refresh is proved in the same way, and the new token is bound to the same key.
        refresh
        expect 1 refresh, a new access token, no logouts
        GET /orders
        expect 200

        """#)
}
