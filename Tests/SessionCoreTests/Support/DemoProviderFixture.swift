import CurlTransport
import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// The demo provider on its own sockets, spoken to over libcurl.
struct DemoProviderFixture: Sendable {
    let demo: DemoProvider
    let provider: ProviderChannel
    private let transport = CurlTransport.patient()

    init(
        _ demoConfiguration: DemoProvider.Configuration = DemoProvider.Configuration(),
        configure: (inout ClientConfiguration, DemoProvider) throws -> Void = { _, _ in }
    ) async throws {
        demo = try await DemoProvider.start(demoConfiguration)
        var configuration = ClientConfiguration(
            issuer: demo.issuer, clientID: demo.clientID, scope: ["openid", "profile", "offline_access"])
        try configure(&configuration, demo)
        try configuration.validate()
        let clock = SystemClock()
        provider = ProviderChannel(
            configuration: configuration, directory: ProviderDirectory(configuration: configuration),
            channel: Channel(
                transport: transport, clock: clock, randomness: SystemRandomness(),
                scope: EventScope(journal: EventJournal(clock: clock), generation: 1)))
    }

    var context: SignInContext { SignInContext(provider: provider) }

    var browser: Browser { Browser(transport) }
}
