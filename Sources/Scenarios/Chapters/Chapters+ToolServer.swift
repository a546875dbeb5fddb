extension Scenario {
    /// What servers of the Model Context Protocol do.
    static let toolServers: [ShippedScenario] = [
        ShippedScenario(
            "open-methods",
            #"""
            # The server wants a token for its tools alone.
            # Otherwise a server that lists its tools to anybody can't be used.
            client mcp access=10m
            spoil resource open-methods
            require MCP 2025-06-18 Authorization: the sign-in begins at the first call that is answered 401
            sign in as alice
            GET /orders
            expect 200

            """#),
        ShippedScenario(
            "protocol-version",
            #"""
            # The server wants to know the protocol version in each message.
            # Otherwise servers since MCP 2025-06-18 refuse its messages.
            client mcp access=10m
            spoil resource version-demanded
            require MCP 2025-06-18 Transports: each message after initialize has the field MCP-Protocol-Version
            sign in as alice
            GET /orders
            expect 200

            """#),
        ShippedScenario(
            "standard-headers",
            #"""
            # The server speaks MCP 2026-07-28 alone, and wants its header fields.
            # Otherwise servers of that revision, and gateways before them, refuse its messages.
            client mcp access=10m
            spoil resource headers-demanded
            require MCP 2026-07-28 Transports: header fields repeat version, method and tool of each message
            sign in as alice
            GET /orders
            expect 200

            """#),
        ShippedScenario(
            "resource-slash",
            #"""
            # The server's URL ends with a slash, and its metadata name it so.
            # Otherwise its users can't sign in at many servers of today.
            client mcp slash access=2s
            require RFC 9728 3.3: the resource that is named as it was asked for is signed in to
            sign in as alice
            wait until refreshed, at most 8s
            GET /orders
            expect 200

            """#),
        ShippedScenario(
            "moved-provider",
            #"""
            # The server names another authorization server, and the old one is gone.
            # Otherwise its users are locked out for as long as the client remembers.
            client mcp access=10m
            sign in as alice
            move the provider
            advise RFC 9728 5: the user is asked to sign in at the new one, and calls go on
            GET /orders
            wait 3s
            GET /orders
            expect 1 sign-in, 200

            """#),
    ]
}
