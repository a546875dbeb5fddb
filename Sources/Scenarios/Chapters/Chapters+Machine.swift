extension Scenario {
    /// What happens to the machine.
    static let machines: [ShippedScenario] = [
        ShippedScenario(
            "restart",
            #"""
            # The program is killed, and started again.
            # Otherwise users sign in again after each restart.
            client access=2s
            sign in as alice
            wait until refreshed, at most 8s
            wait 500ms
            restart the client
            require RFC 9700 4.14.2: no refresh token is sent that was spent before
            GET /orders
            GET /orders
            expect 200
            advise RFC 6749 1.5: the session is found again, without a new sign-in
            expect no sign-ins

            """#),
        ShippedScenario(
            "killed-at-refresh",
            #"""
            # The program is killed before the answer to a refresh comes, and started again.
            # Otherwise a crash at the wrong moment ends the session.
            client oauth oidc mcp device access=2s leeway=60s
            sign in as alice
            restart the client at its refresh
            require RFC 9700 4.14.2: it goes on, with the spent token that the provider takes once more or a new sign-in
            GET /orders
            GET /orders
            expect 200
            advise RFC 6749 1.5: the session is found again, without a new sign-in
            expect no sign-ins

            """#),
        ShippedScenario(
            "second-process",
            #"""
            # The program is started twice, and both share a session.
            # Otherwise two windows of the program throw each other out.
            client access=2s
            sign in as alice
            start a second client
            wait 1s
            GET /orders
            require RFC 9700 4.14.2: both go on: neither sends a refresh token that the other has spent
            wait until refreshed, at most 8s
            wait until refreshed, at most 8s
            GET /orders
            expect no sign-ins, 200

            """#),
        ShippedScenario(
            "slow-device-polls",
            #"""
            # The provider asks a device to poll more slowly.
            # Otherwise the provider refuses the device for good.
            client device slow-down
            require RFC 8628 3.5: the device waits longer, and signs in
            sign in as alice
            GET /orders
            expect 200

            """#),
    ]
}
