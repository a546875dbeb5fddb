extension ShippedScenario {
    static let twoProcesses = ShippedScenario(
        "two-processes",
        #"""
        # Two processes share one session, and its token expires for both.
        #
        # Refresh tokens rotate (RFC 9700 section 4.14.2): if both processes refreshed, the
        # second would send a spent token and the provider would end the session. A lock on
        # the stored session lets one refresh, and the other adopts the result.
        say Two processes share one stored session.
        sign in as alice by password
        in process 2: GET /orders
        in process 2: expect 200
        say The token expires for both. A lock lets one of them refresh, and not the other.
        in both processes: expire the access token
        in both processes: GET /orders
        in both processes: expect 200, 1 refresh, 1 adoption, no logouts
        say One has refreshed, and the other has adopted its tokens: nobody is signed out.
        in process 2: GET /orders
        in process 2: expect 200, no refreshes
        GET /orders
        expect 200, no refreshes

        """#)
}
