import CurlTransport
import FaultInjection
import SessionCore

/// Creates sessions from settings, with their transport, store and clock.
enum SessionFactory {
    /// Creates a session for a provider; nothing is read or sent before it is configured.
    ///
    /// `isDemo` says that the provider is ours, which marks the answers that its switches changed. `program` is the
    /// name of this process for those that share the store. `travel` has the clock of a demo whose time can be moved.
    /// The session's events continue those of a `discovery` of its client.
    static func session(
        _ settings: ProviderSettings, store: any SessionStore, switches: FaultSwitches? = nil,
        isDemo: Bool = false, program: String? = nil, travel: Travel? = nil, continuing discovery: EventJournal? = nil
    ) -> Session {
        let clock: any SessionClock = travel?.clock ?? SystemClock()
        var client = settings.client
        client.program = program
        client.keptEvents = 2_000
        let curl = CurlTransport(settings.transport)
        let transport: any HTTPTransport = travel.map { CountingTransport(curl, $0.traffic) } ?? curl
        let flows = TokenFileFlows.all(settings.tokenFile)
        guard let switches else {
            return Session(
                client: client, transport: transport, store: store, clock: clock, renewing: flows)
        }
        let provider = Provider(
            client: client,
            transport: FaultInjector(transport, switches: switches, clock: clock, readsMarks: isDemo),
            clock: SkewedClock(clock, switches: switches))
        return Session(provider: provider, store: store, renewing: flows, continuing: discovery)
    }

    /// The store of the profile's session.
    static func store(_ settings: ProviderSettings, folders: Folders) -> any SessionStore {
        store(settings.store, profile: settings.profile, folders: folders)
    }

    /// The store of a profile's session, of which nothing else needs to be known.
    static func store(
        _ choice: ProviderSettings.StoreChoice, profile: String, folders: Folders
    ) -> any SessionStore {
        let file = folders.sessionFile(profile: profile)
        return switch choice {
        case .memory: MemoryStore()
        case .file: FileStore(path: file)
        case .helper(let helper):
            HelperStore(helper: helper, profile: profile, lockedBy: FileLock(path: file + ".lock"))
        }
    }
}
