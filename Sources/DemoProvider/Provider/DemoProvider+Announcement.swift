import JOSE

extension DemoProvider {
    /// The public client, which may also authenticate with `clientSecret`.
    package nonisolated var clientID: String { publicClient.id }

    /// A client that is never let in without `clientSecret`.
    package nonisolated var confidentialClientID: String { confidentialClient.id }

    /// The secret of both clients, another one at each start.
    package nonisolated var clientSecret: String { publicClient.secret }

    /// One line of JSON that tells another program all it needs to use this provider.
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
