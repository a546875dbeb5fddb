import JOSE

extension DemoProvider {
    /// The public client, which may also authenticate with `clientSecret`.
    package nonisolated var clientID: String { publicClient.id }

    /// The client that must authenticate with `clientSecret`.
    package nonisolated var confidentialClientID: String { confidentialClient.id }

    /// The secret of both clients, new at each start.
    package nonisolated var clientSecret: String { publicClient.secret }

    /// Who can sign in.
    package nonisolated var users: [User] { configuration.users }

    /// One line of JSON with all that another program needs to use this provider.
    package nonisolated var announcement: String {
        let users = configuration.users.map { user -> JSONValue in
            ["username": .string(user.username), "password": .string(user.password)]
        }
        let object: JSONObject = [
            "issuer": .string(issuer), "client_id": .string(clientID), "client_secret": .string(clientSecret),
            "api": .string(api), "control": .string(control), "users": .array(users),
            "confidential_client_id": .string(confidentialClientID),
        ]
        return object.serialized()
    }
}
