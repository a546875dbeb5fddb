extension Scenario {
    /// Sign-ins that a program must refuse.
    static let signIns: [ShippedScenario] = [
        idToken("issuer", "is of another issuer", "any provider can sign anybody in here"),
        idToken("audience", "is for another client", "a token that another client got signs its user in here"),
        idToken("expired", "has expired", "a token from an old log signs its user in"),
        idToken("signature", "has a wrong signature", "whoever stands in between signs anybody in"),
        idToken("unsigned", "is not signed", "anybody can write the token of anybody"),
        ShippedScenario(
            "id-token-nonce",
            #"""
            # The ID token of a sign-in has another nonce.
            # Otherwise a token of another sign-in is good for this one, too.
            client oidc
            spoil ID tokens nonce
            wait until authorized, at most 15s
            wait 2s
            require OpenID Connect Core 1.0 3.1.3.7: the tokens are refused, and none is used
            expect no calls

            """#),
        ShippedScenario(
            "other-issuer",
            #"""
            # The answer to a sign-in names another issuer.
            # Otherwise a code goes to a provider that an attacker chose.
            client oauth oidc mcp
            spoil chain other-iss
            leave other-issuer-accepted undecided
            wait until authorized, at most 15s
            wait 2s
            advise RFC 9207 2.4: the answer is refused, and its code sent nowhere
            expect no token requests

            """#),
        ShippedScenario(
            "missing-issuer",
            #"""
            # The answer to a sign-in lacks the issuer that the metadata promise.
            # Otherwise a code goes to a provider that an attacker chose.
            client oauth oidc mcp
            spoil chain no-iss
            leave other-issuer-accepted undecided
            wait until authorized, at most 15s
            wait 2s
            advise RFC 9207 2.4: the answer is refused, and its code sent nowhere
            expect no token requests

            """#),
    ]

    private static func idToken(_ flaw: String, _ what: String, _ danger: String) -> ShippedScenario {
        ShippedScenario(
            "id-token-\(flaw)",
            """
            # The ID token of a sign-in \(what).
            # Otherwise \(danger).
            client oidc
            spoil ID tokens \(flaw)
            wait until authorized, at most 15s
            wait 2s
            require OpenID Connect Core 1.0 3.1.3.7: the tokens are refused, and none is used
            expect no calls

            """)
    }
}
