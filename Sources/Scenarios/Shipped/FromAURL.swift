extension ShippedScenario {
    static let fromAURL = ShippedScenario(
        "from-a-url",
        #"""
        # From the URL of an API to a call with a token, with no other setting.
        #
        # RFC 9728: the API's 401 names its metadata, which names the authorization server. That
        # server says where it is (RFC 8414), and registers the client (RFC 7591). A person confirms
        # the issuer before a browser opens, for the API alone decided where it leads.
        resource /orders
        say Only the URL of an API is known. The API is asked without a token, and refuses.
        expect line resource done, line resource metadata done
        say Its answer names its metadata, and that names the authorization server.
        expect line authorization server done, line server metadata done
        expect no sign-ins, no calls
        say Nothing goes on before a person agrees to this issuer.
        confirm issuer as alice
        expect line client done, line sign in done, line call done
        expect 1 sign-in, 200, state authenticated
        say A client was registered, Alice signed in, and the API answered.
        press esc
        # The session is one like any other.
        refresh
        expect 1 refresh, a new access token, no logouts

        """#)
}
