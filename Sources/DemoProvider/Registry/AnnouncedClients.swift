/// The clients that the provider has from its start.
struct AnnouncedClients: Sendable {
    let `public`: Client
    let confidential: Client

    var announced: [Client] { [`public`, confidential] }
}
