extension ShippedScenario {
    static let rotation = ShippedScenario(
        "rotation",
        #"""
        # Refresh tokens rotate, and a spent one that comes back ends the session.
        #
        # RFC 9700 section 4.14.2: each refresh answers a new refresh token and spends the
        # old one. When a spent token is used again, either the thief or the owner has a
        # stolen one, and the provider can't know who: it ends the session for both.
        sign in as alice by password
        refresh
        expect 1 refresh, a new access token, a new refresh token, no logouts
        refresh
        expect 1 refresh, a new refresh token
        GET /orders
        expect 200

        # The fault sends the refresh token that was spent last.
        replay the refresh token
        refresh
        expect forced logout because invalid_grant, 1 logout, no refreshes
        expect state signed out
        # The new tokens are worth nothing either: the whole family has ended.
        GET /orders
        expect no answer

        """#)
}
