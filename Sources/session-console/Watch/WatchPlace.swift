import Addresses
import ClientObservation
import CurlTransport
import FoundationEssentials
import Interception
import SessionCore

/// What a watch opens and how it reaches the servers, as the command line says.
struct WatchPlace: Sendable {
    let hosts: WatchList
    /// The origins that tokens may go to.
    let apis: Set<Origin>
    let port: UInt16
    let configuration: CurlTransport.Configuration

    init(_ context: CommandContext) async throws(CommandFailure) {
        let values = SettingValues(invocation: context.invocation, profile: Profile(name: "default"))
        configuration = try ProviderSettings.transport(values)
        port = UInt16(try context.number(.listen, in: 0...65535) ?? 0)
        apis = try context.watchedAPIs()
        let tunnels = try context.hosts(.tunnel)
        var names = try context.hosts(.host) + apis.map(\.host).sorted()
        if let issuer = context.invocation.value(of: .issuer) {
            names = try await Self.hosts(of: issuer, values, configuration, context) + names
        }
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

    /// The issuer's host, and those of its endpoints where its metadata can be read.
    private static func hosts(
        of issuer: String, _ values: SettingValues, _ configuration: CurlTransport.Configuration,
        _ context: CommandContext
    ) async throws(CommandFailure) -> [String] {
        guard let url = URL(given: issuer), let origin = Origin(url) else {
            throw CommandFailure(
                .badValue(.issuer, issuer, expected: "an http or https URL"), command: context.command.name)
        }
        let client = ClientConfiguration(issuer: issuer, clientID: "")
        let channel = Channel(withoutSession: CurlTransport(configuration))
        do {
            let metadata = try await ProviderDirectory(configuration: client).metadata(over: channel)
            let endpoints = metadata.endpoints.values.compactMap { URL(given: $0).flatMap { Origin($0) } }
            return [origin.host] + Set(endpoints.map(\.host)).subtracting([origin.host]).sorted()
        } catch {
            context.output.note("\(issuer) has no metadata that can be read, so its host alone is watched: \(error)")
            return [origin.host]
        }
    }
}

extension CommandContext {
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
