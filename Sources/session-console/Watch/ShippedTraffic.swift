import ClientObservation

/// A story of clients that ships with the program.
struct ShippedTraffic: Sendable {
    let name: String
    let messages: [ObservedMessage]
    /// Whether it is what a server has seen of its clients.
    let isOfServer: Bool

    private static let all = [
        ShippedTraffic(name: WatchDemo.name, messages: WatchDemo.messages, isOfServer: false),
        ShippedTraffic(name: HostedClients.name, messages: HostedClients.messages, isOfServer: true),
    ]

    static func named(_ name: String) -> ShippedTraffic? { all.first { $0.name == name } }
}
