import Addresses
import ConsoleApp
import CurlTransport
import DemoProvider
import FaultInjection
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization

/// Opens sessions on the demo's provider, which starts with the first of them: one called `demo`, and one for each
/// user.
final class DemoOpener: SessionOpener {
    static let first = "demo"
    /// Shows the provider itself; nothing signs in.
    static let watched = "provider"

    private struct State {
        var provider: Task<DemoProvider, any Error>?
        var stores: [String: MemoryStore] = [:]
        /// The client that was found from the URL of the API.
        var client: ClientConfiguration?
        /// The key that tokens are bound to, where the provider asks for one.
        var proofKey: ProofKey?
    }

    private let state: Mutex<State>
    private let configuration: DemoProvider.Configuration
    private let watch: ProviderWatch?
    private let requestFolder: String
    /// The URL of the API that the first session is opened with; `nil` where it has the demo's client.
    private let resource: URL?
    private let travel: Travel?
    private let hub = SessionHub()
    private let pumps = Mutex<[EventPump]>([])

    /// A provider that was started before is used, and stopped at the end.
    ///
    /// With `travel` the time of the provider and of its sessions can be moved.
    init(
        _ configuration: DemoProvider.Configuration, started provider: DemoProvider?, watch: ProviderWatch? = nil,
        requestFolder: String?, travel: Travel? = nil, resource: URL? = nil
    ) {
        self.configuration = configuration.travelling(travel)
        (self.travel, self.watch, self.resource) = (travel, watch, resource)
        self.requestFolder = requestFolder ?? "."
        state = Mutex(State(provider: provider.map { provider in Task { provider } }))
    }

    private var names: [String] { [Self.first] + configuration.users.map(\.username) }

    func opening(of name: String) throws(CommandFailure) -> SessionOpening {
        if name == Self.watched {
            return SessionOpening(context: .provider, requestFolder: requestFolder) {
                var host = try await ConsoleHost.demo(on: self.provider().value, .provider, MemoryStore())
                host.watch = self.watch
                return host
            }
        }
        let profile = Self.profile(of: name)
        guard names.contains(profile) else {
            throw CommandFailure(
                .badCommandLine, "The demo has no session '\(profile)'; it has \(names.joined(separator: ", "))")
        }
        var context = ConsoleContext.demo
        (context.profile, context.profiles) = (name, names)
        context.hasFirstSteps = name == Self.first && resource == nil
        let way = name == Self.first ? resource.map { self.way(from: $0) } : nil
        context.resource = way.flatMap { _ in resource?.absoluteString }
        return SessionOpening(context: context, requestFolder: requestFolder, way: way) { [context] in
            let store = self.state.withLock { state in
                let store = state.stores[profile] ?? MemoryStore()
                state.stores[profile] = store
                return store
            }
            let host = try await ConsoleHost.demo(
                on: self.provider().value, context, store, self.travel, client: self.state.withLock(\.client),
                proofKey: self.proofKey(), continuing: way?.journal)
            return self.connected(host, profile)
        }
    }

    /// The way from the URL of the API to a client, which is kept in memory.
    private func way(from url: URL) -> ResourceWay {
        ResourceWay { [travel] journal, issuer in
            guard let redirect = URL(given: "http://127.0.0.1/callback") else { throw SessionError.cancelled }
            var options = ResourceDiscovery.Options(metadata: ResourceProfile.clientMetadata(redirectURI: redirect))
            options.issuer = issuer
            let curl = CurlTransport()
            let channel = Channel(
                transport: travel.map { CountingTransport(curl, $0.traffic) } ?? curl as any HTTPTransport,
                clock: travel?.clock ?? SystemClock(), randomness: SystemRandomness(),
                scope: EventScope(journal: journal, generation: 0))
            return ResourceWay.Attempt(
                discovery: ResourceDiscovery(of: url, options: options, channel: channel), names: { _ in false },
                save: { client, _ in self.state.withLock { $0.client = client.configuration } })
        }
    }

    /// The session, connected with the other ones on its store.
    private func connected(_ host: ConsoleHost, _ profile: String) -> ConsoleHost {
        let member = hub.join(profile, program: "demo")
        let pump = EventPump(host.session, sinks: [member])
        pumps.withLock { $0.append(pump) }
        pump.start()
        var host = host
        host.others = member.others
        return host
    }

    private func proofKey() throws -> ProofKey? {
        guard configuration.proofs != nil else { return nil }
        return try state.withLock { state in
            let key = try state.proofKey ?? ProofKey(pem: Secret(PrivateKeyText.generateP256()))
            state.proofKey = key
            return key
        }
    }

    func glances(again _: Bool) async -> [ProfileGlance] {
        let stores = state.withLock { $0.stores }
        let clock: any SessionClock = travel?.clock ?? SystemClock()
        var glances: [ProfileGlance] = []
        for name in names {
            glances.append(await ProfileGlance(name, in: stores[name] ?? MemoryStore(), at: clock))
        }
        return glances
    }

    func cutOff(_: Int, named _: String?, from _: String) async throws(CommandFailure) -> CutOffReport {
        throw CommandFailure(.failed, "A demo's session is in memory, where no other program uses it.")
    }

    func finish() async {
        for pump in pumps.withLock({ $0 }) { pump.finish() }
        hub.finish()
        guard let provider = state.withLock({ $0.provider }) else { return }
        await (try? provider.value)?.stop()
    }

    private func provider() -> Task<DemoProvider, any Error> {
        state.withLock { state in
            let provider = state.provider ?? Task { [configuration] in try await DemoProvider.started(configuration) }
            state.provider = provider
            return provider
        }
    }
}

extension DemoProvider.Configuration {
    /// The configuration by the clock that a scenario moves.
    func travelling(_ travel: Travel?) -> DemoProvider.Configuration {
        var configuration = self
        if let travel { configuration.clock = { travel.clock.now } }
        return configuration
    }
}
