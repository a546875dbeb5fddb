import ClientObservation

/// A story of clients that ships with the program.
struct ShippedTraffic: Sendable {
    let name: String
    let messages: [ObservedMessage]

    private static let all = [
        ShippedTraffic(name: WatchDemo.name, messages: WatchDemo.messages),
        ShippedTraffic(name: HostedClients.name, messages: HostedClients.messages),
    ]

    static func named(_ name: String) -> ShippedTraffic? { all.first { $0.name == name } }
}
