extension DemoProvider {
    /// The public client, which may also authenticate with `clientSecret`.
    package nonisolated var clientID: String { clients.public.id }

    /// The client that must authenticate with `clientSecret`.
    package nonisolated var confidentialClientID: String { clients.confidential.id }

    /// The secret of both clients, new at each start.
    package nonisolated var clientSecret: String { clients.public.secret }

    /// Who can sign in.
    package nonisolated var users: [User] { configuration.users }
}
