extension ShippedScenario {
    static let rotation = ShippedScenario(
        "rotation",
        #"""
        # Refresh tokens rotate, and a spent one that comes back ends the session.
        #
        # RFC 9700 section 4.14.2: each refresh answers a new refresh token and spends the
        # old one. When a spent token comes back, either a thief or the owner sends it, and
        # the provider can't know which: it ends the session for both.
        show tokens
        say Each refresh brings a new refresh token and spends the old one.
        sign in as alice by password
        refresh
        expect 1 refresh, a new access token, a new refresh token, no logouts
        refresh
        expect 1 refresh, a new refresh token
        show session
        GET /orders
        expect 200

        # The fault sends the refresh token that was spent last.
        say Now a spent refresh token is sent again, as by a thief who had copied it.
        replay the refresh token
        refresh
        expect forced logout because invalid_grant, 1 logout, no refreshes
        expect state signed out
        say The provider cannot tell the thief from the owner: it ends the session for both.
        press esc
        # The new tokens are worth nothing either: the whole family has ended.
        GET /orders
        expect no answer

        """#)
}
