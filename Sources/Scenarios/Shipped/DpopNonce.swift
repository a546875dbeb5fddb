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
        GET /orders
        expect 200, no logouts, no refreshes
        GET /me
        expect 200
        refresh
        expect 1 refresh, a new access token, no logouts
        GET /orders
        expect 200

        """#)
}
