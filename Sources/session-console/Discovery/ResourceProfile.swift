import RequestFiles
import HostSystem
import Addresses
import ConsoleApp
import CurlTransport
import FoundationEssentials
import LoopbackRedirect
import SessionCore
import TerminalUI

/// Makes the profile of a protected resource from its URL alone.
struct ResourceProfile {
    let context: CommandContext
    let url: URL
    /// The profile's name: the one that was given, or the URL's host.
    let name: String
    private let folder: ProfileFolder
    private let folders: Folders

    /// Throws where the text is no URL.
    init(_ text: String, _ context: CommandContext, name: String? = nil) throws(CommandFailure) {
        guard let url = URL(given: text), let origin = Origin(url) else {
            throw CommandFailure(
                .badCommandLine, "The argument must be an http or https URL.",
                advice: "Give the address of the API: https://api.example.com/orders")
        }
        self.context = context
        self.url = url
        self.name = name ?? (context.namesProfile ? context.profileName : Self.name(of: origin))
        folders = try context.folders()
        folder = ProfileFolder(path: folders.profiles)
        guard ProfileFolder.isName(self.name) else { throw CommandFailure(ProfileError.badName(self.name)) }
    }

    private static func name(of origin: Origin) -> String {
        let text = String(origin.authority.map { $0 == ":" ? "-" : $0 }.filter { $0 != "[" && $0 != "]" })
        return text.first.map { $0 == "-" } == true ? "v6\(text)" : text
    }

    /// Goes the way to a client, and writes the profile; returns the resource's authorization server, `nil` where the
    /// resource needs no token.
    func make(replacing mayReplace: Bool, _ checklist: Checklist) async throws -> DiscoveredServer? {
        let before = try previous(mayReplace)
        let journal = EventJournal(clock: SystemClock())
        let discovery = try await discovery(before, journal)
        guard let server = try await discovery.server(reporting: { checklist.report($0, journal) }) else { return nil }
        try confirm(server.issuer, before)
        let client = try await discovery.client(at: server) { step in
            checklist.report(step, journal)
            guard case .keptClient = step.finding else { return }
            let removal = ProgramCall.line("profile", "remove", name, "--unregister")
            context.output.inform("  If the server no longer knows it, forget it and sign in again: \(removal)")
        }
        try await save(client, of: server, in: before)
        return server
    }

    /// Keeps what was registered, and writes the profile.
    func save(_ client: DiscoveredClient, of server: DiscoveredServer, in before: Profile?) async throws {
        if let registration = client.registration { try await registrations.keep(registration) }
        var profile = profile(of: client, server, in: before ?? Profile(name: name))
        if context.commandLine.clientID == nil { try keepSecret(of: client.configuration, in: &profile) }
        do throws(ProfileError) { try folder.replace(profile) } catch { throw CommandFailure(error) }
    }

    private var registrations: Registrations { Registrations(path: folders.registrationFile) }

    /// The profile that is there; throws where it may not be replaced, or is of another resource.
    func previous(_ mayReplace: Bool) throws(CommandFailure) -> Profile? {
        do throws(ProfileError) {
            guard mayReplace else {
                try folder.checkFree(name)
                return nil
            }
            let profile = try folder.load(name)
            let origins = profile.apis.compactMap { URL(given: $0).flatMap { Origin($0) } }
            guard let origin = Origin(url), origins.contains(origin) else { throw .exists(name) }
            return profile
        } catch {
            if case .unknown = error { return nil }
            throw CommandFailure(error)
        }
    }

    /// The discovery, whose messages are reported to the journal; a `chosen` issuer goes before what was named.
    func discovery(
        _ before: Profile?, _ journal: EventJournal, choosing chosen: String? = nil
    ) async throws -> ResourceDiscovery {
        let values = SettingValues(invocation: context.invocation, profile: before ?? Profile(name: name))
        let redirect = try await redirectURI()
        var options = ResourceDiscovery.Options(metadata: Self.clientMetadata(redirectURI: redirect))
        // The choice of an earlier time stands, and a change of it is not overlooked.
        options.issuer = chosen ?? values.issuer
        let own = context.commandLine
        options.clientID = own.clientID
        options.authentication = try ProviderSettings.authentication(own, environment: context.environment)
        options.registeredClients = try registrations.clients()
        options.clientMetadataURL = try values.urls(.clientMetadataURL).last
        options.scope = own.scope
        options.allowsPlainHTTP = values.allowsPlainHTTP
        if let file = try values.file(.initialAccessTokenFile) {
            let text = try values.contents(of: file, for: .initialAccessTokenFile)
            options.initialAccessToken = Secret(text.filter { !$0.isWhitespace })
        }
        let channel = Channel(
            transport: CurlTransport(try ProviderSettings.transport(values)), clock: SystemClock(),
            randomness: SystemRandomness(), scope: EventScope(journal: journal, generation: 0))
        return ResourceDiscovery(of: url, options: options, channel: channel)
    }

    /// What the program says of itself as a client.
    static func clientMetadata(redirectURI: URL) -> ClientMetadata {
        ClientMetadata(
            name: "session-console", softwareID: softwareID, softwareVersion: Version.current,
            redirectURI: redirectURI)
    }

    /// What the program is known by, whatever its version (RFC 7591 §2).
    private static let softwareID = "6f1d2c1e-8a0e-4f5b-9a1b-3c5f7d9e2b40"

    /// The redirect with a port that is free now, and is registered.
    private func redirectURI() async throws -> URL {
        let uri = try context.commandLine.redirectURI(default: ProviderSettings.defaultRedirectURI)
        guard let origin = Origin(uri), origin.isLoopback, !origin.isSecure, (uri.port ?? 0) == 0 else { return uri }
        let receiver = try LoopbackRedirect(redirectURI: uri)
        let free = try await receiver.open()
        await receiver.close(succeeded: false)
        return free
    }

    /// Whether a person has named that issuer, now or before.
    func names(_ issuer: String, _ before: Profile?) -> Bool {
        SettingValues(invocation: context.invocation, profile: before ?? Profile(name: name)).issuer == issuer
    }

    /// Has a person confirm the issuer, unless they named it.
    func confirm(_ issuer: String, _ before: Profile?) throws(CommandFailure) {
        if names(issuer, before) { return }
        let shown = SafeText.plain(issuer, glyphs: .unicode)
        guard Terminal.isInput, !context.asksNothing else {
            throw CommandFailure(
                .badCommandLine, "The issuer \(shown) is not confirmed.",
                advice: "If it is the right one, name it: --issuer \(issuer.shellWord) --yes")
        }
        context.output.inform("\(Origin(url)?.description ?? "") is protected by \(shown). Sign in there? [y/N]")
        guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw CommandFailure(SessionError.cancelled)
        }
    }

    // MARK: - The profile

    /// The profile for a client, without its secret.
    func profile(of client: DiscoveredClient, _ server: DiscoveredServer, in before: Profile) -> Profile {
        var profile = before
        for option in Option.inProfiles {
            if let values = context.invocation.values[option] { profile.values[option] = values }
        }
        profile.set(client.configuration, redirectURI: client.redirectURI, isOnInternet: server.isOnInternet)
        return profile
    }

    /// Writes the secret of a registered client to a file that only its owner can read.
    private func keepSecret(
        of configuration: ClientConfiguration, in profile: inout Profile
    ) throws(CommandFailure) {
        profile.set(configuration.authentication, secretFile: nil)
        guard let secret = configuration.authentication.secret else { return }
        let file = folders.secretFile(profile: name)
        do throws(FileFailure) {
            try PrivateFile(path: file).write(Array((secret.reveal() + "\n").utf8))
        } catch {
            throw CommandFailure(.failed, "\(file) can't be written: \(error.clause).")
        }
        profile.set(configuration.authentication, secretFile: file)
    }
}

extension CommandFailure {
    /// Makes the exit status, message and advice of a discovery that ended before its end.
    init(_ failure: DiscoveryFailure) {
        let step = failure.step
        let status: ExitStatus =
            switch step.finding {
            case .unreachable, .unavailable, .missing: .networkOrServer
            case .registrationRefused, .registrationClosed, .registrationBarred: .refusedByProvider
            default: .failed
            }
        self.init(status, failure.description.capitalizedSentence, advice: step.advice)
    }
}
