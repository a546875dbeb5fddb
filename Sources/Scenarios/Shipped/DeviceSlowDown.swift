extension ShippedScenario {
    static let deviceSlowDown = ShippedScenario(
        "device-slow-down",
        #"""
        # A sign-in on another device, and a provider that is asked too often.
        #
        # RFC 8628 section 3.5: while the user types the code, the device polls no faster than
        # the provider allows, and five seconds slower after each slow_down.
        provider slow-down
        say The device shows a code, and asks the provider whether it has been entered.
        sign in as alice by device
        # Two polls: the first was too soon for this provider, and the second, later, was not.
        expect 2 token requests, event device_poll_pending, 1 sign-in, state authenticated
        show flow
        say The first poll came too soon (slow_down); the second, five seconds later, did not.
        GET /orders
        expect 200

        """#)
}
