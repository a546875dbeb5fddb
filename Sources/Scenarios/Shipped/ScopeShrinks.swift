extension ShippedScenario {
    static let scopeShrinks = ShippedScenario(
        "scope-shrinks",
        #"""
        # A refresh grants less than before.
        #
        # RFC 6749 section 6: the scope of a refreshed token may be narrower. The session goes
        # on with what it has; a call that needs more is answered 403 insufficient_scope
        # (RFC 6750 section 3.1), which is no reason to refresh or to sign out.
        say Alice asks for the scope admin, and gets it.
        sign in as alice by password with scope admin
        expect scope openid admin
        GET /admin
        expect 200
        say The next refresh grants less. The session goes on with what it has.
        narrow the scope
        refresh
        expect 1 refresh, no scope admin, scope openid
        say A call that needs more is answered 403: no reason to refresh or to sign out.
        GET /admin
        expect 403, challenge error=insufficient_scope, challenge scope=admin
        expect no refreshes, no logouts, state authenticated
        say The answer names the missing scope. A sign-in that asks for it fixes that.
        step up as alice
        expect scope admin
        GET /admin
        expect 200

        """#)
}
