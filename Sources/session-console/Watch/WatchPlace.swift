import Addresses
import ClientObservation
import ClientWatch
import CurlTransport
import FoundationEssentials
import Interception
import SessionCore

/// What a watch opens and how it reaches the servers, as the command line says.
struct WatchPlace: Sendable {
    let hosts: WatchList
    /// The origins that tokens may go to.
    let apis: Set<Origin>
    /// The provider of `--issuer`, with its metadata where these can be read.
    private let provider: ProviderMetadata?
    let port: UInt16
    let configuration: CurlTransport.Configuration

    static let options: [Option] = [.api] + liveOptions
    /// Those that an archive has no use for.
    static let liveOptions: [Option] = [.issuer, .host, .tunnel, .listen, .ownBrowser, .caFile, .proxy]

    init(_ context: CommandContext) async throws(CommandFailure) {
        let values = context.commandLine
        configuration = try ProviderSettings.transport(values)
        port = UInt16(try context.number(.listen, in: 0...65535) ?? 0)
        apis = try context.watchedAPIs()
        let tunnels = try context.hosts(.tunnel)
        var names = try context.hosts(.host) + apis.map(\.host).sorted()
        provider = try await Self.provider(values, configuration, context)
        if let provider { names = Self.hosts(of: provider) + names }
        let watched = names.filter { name in
            !tunnels.contains { (try? WatchedHost($0)) == (try? WatchedHost(name)) }
        }
        guard names.isEmpty || !watched.isEmpty else {
            throw CommandFailure(
                .badCommandLine, "Every host that is named is passed by --tunnel.",
                advice: "Name the provider and the API: watch --issuer URL --api URL -- COMMAND")
        }
        do throws(HostFlaw) {
            hosts = try names.isEmpty ? .all(but: tunnels) : WatchList(watched)
        } catch {
            throw CommandFailure(.badCommandLine, error.description)
        }
    }

    /// A record of nothing yet, with what is known of the servers.
    var record: WatchRecord { WatchRecord(apis: apis, provider: provider) }

    private static func provider(
        _ values: SettingValues, _ configuration: CurlTransport.Configuration, _ context: CommandContext
    ) async throws(CommandFailure) -> ProviderMetadata? {
        guard let issuer = context.namedIssuer else { return nil }
        guard URL(given: issuer).flatMap({ Origin($0) }) != nil else {
            throw CommandFailure(
                .badValue(.issuer, issuer, expected: "an http or https URL"), command: context.command.name)
        }
        let client = ClientConfiguration(issuer: issuer, clientID: "")
        do {
            return try await context.withChannel(configuration) { channel in
                try await ProviderDirectory(configuration: client).metadata(over: channel)
            }
        } catch {
            context.output.inform("\(issuer) has no metadata that can be read, so its host alone is watched: \(error)")
            return ProviderMetadata(withoutDiscovery: client)
        }
    }

    /// The issuer's host, then those of its endpoints.
    private static func hosts(of provider: ProviderMetadata) -> [String] {
        let issuer = [provider.issuer].compactMap { URL(given: $0).flatMap { Origin($0) }?.host }
        let endpoints = provider.endpoints.values.compactMap { URL(given: $0).flatMap { Origin($0) }?.host }
        return issuer + Set(endpoints).subtracting(issuer).sorted()
    }
}

extension CommandContext {
    /// Whether `--listen` is given.
    var listens: Bool { invocation.contains(.listen) }

    func watchedAPIs() throws(CommandFailure) -> Set<Origin> {
        var origins: Set<Origin> = []
        for text in invocation.values[.api] ?? [] {
            guard let origin = URL(given: text).flatMap({ Origin($0) }) else {
                throw CommandFailure(
                    .badValue(.api, text, expected: "an http or https URL"), command: command.name)
            }
            origins.insert(origin)
        }
        return origins
    }

    fileprivate func hosts(_ option: Option) throws(CommandFailure) -> [String] {
        let texts = invocation.values[option] ?? []
        for text in texts {
            do throws(HostFlaw) {
                _ = try WatchedHost(text)
            } catch {
                throw CommandFailure(.badCommandLine, error.description)
            }
        }
        return texts
    }
}
