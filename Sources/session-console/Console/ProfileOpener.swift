import Addresses
import ConsoleApp
import FaultInjection
import HostSystem
import SessionCore
import Synchronization

/// Opens the sessions of profiles.
final class ProfileOpener: SessionOpener {
    private let command: CommandContext
    /// The settings that the program was called with; `nil` where it was called with a resource's URL.
    let first: ProviderSettings?
    /// The profile of the first session.
    let home: String
    private let folders: Folders
    /// The stores that keep nothing on disk, by profile.
    private let memory = Mutex<[String: MemoryStore]>([:])
    /// One for each profile, which its sessions share.
    private let histories = Mutex<[String: CallHistory]>([:])
    private let hub = SessionHub()
    private let pumps = Mutex<[EventPump]>([])
    private let receiver = Mutex<LogoutReceiver?>(nil)

    init(_ command: CommandContext) throws(CommandFailure) {
        self.command = command
        let settings = try command.settings()
        (first, home) = (settings, settings.profile)
        folders = try command.folders()
    }

    /// Opens a session for a resource first.
    init(_ command: CommandContext, for resource: ResourceProfile) throws(CommandFailure) {
        self.command = command
        (first, home) = (nil, resource.name)
        folders = try command.folders()
    }

    func opening(of name: String) throws(CommandFailure) -> SessionOpening {
        if name.isHTTPAddress { return try opening(ofResource: name) }
        let settings = try settings(of: Self.profile(of: name))
        var context = ConsoleContext(settings)
        context.profile = name
        context.profiles = names
        return SessionOpening(context: context, requestFolder: settings.requestFolder ?? ".") { [context] in
            try await self.open(settings, context)
        }
    }

    /// The options on the command line belong to the first one alone.
    private func opening(ofResource url: String) throws(CommandFailure) -> SessionOpening {
        var own = command
        let isFirst = command.operands.first == url
        if !isFirst {
            own.invocation = Invocation()
            own.environment[ChildProcess.secretVariable] = nil
        }
        let resource = try ResourceProfile(url, own)
        var context = ConsoleContext(profile: resource.name, api: resource.url, profiles: names, firstTarget: url)
        (context.resource, context.opensResources) = (url, true)
        let way = ResourceWay(resource)
        return SessionOpening(
            context: context, requestFolder: own.requestFolder ?? ".", way: way
        ) { [own, context] in
            let settings = try own.forProfile(of: resource).settings()
            var opened = ConsoleContext(settings)
            (opened.profile, opened.profiles) = (context.profile, context.profiles)
            (opened.resource, opened.firstTarget) = (url, url)
            return try await self.open(settings, opened, continuing: way.journal)
        }
    }

    func glances(again: Bool) async -> [ProfileGlance] {
        let memory = memory.withLock { $0 }
        return await ProfileGlance.all(
            folders, ProfileGlance.Extent(besides: [home], memory: memory, runsHelpers: !again))
    }

    func cutOff(_ process: Int, named name: String?, from profile: String) async throws(CommandFailure) -> CutOffReport
    {
        try await CutOffReport(cuttingOff: pid_t(process), named: name, of: profile, folders)
    }

    /// Writes the events that are not yet in the profiles' event files.
    func finish() async {
        for pump in pumps.withLock({ $0 }) { pump.finish() }
        hub.finish()
    }

    private var names: [String] {
        let known = ProfileFolder(path: folders.profiles).names()
        return known.contains(home) ? known : [home] + known
    }

    /// The options on the command line and the client secret in the environment belong to the first profile alone.
    func settings(of profile: String) throws(CommandFailure) -> ProviderSettings {
        if let first, profile == first.profile { return first }
        let loaded: Profile
        do throws(ProfileError) {
            loaded = try ProfileFolder(path: folders.profiles).load(profile)
        } catch {
            throw CommandFailure(error)
        }
        return try ProviderSettings(invocation: Invocation(), profile: loaded, environment: [:])
    }

    private func open(
        _ settings: ProviderSettings, _ context: ConsoleContext, continuing discovery: EventJournal? = nil
    ) async throws -> ConsoleHost {
        let reporter = InjectionReporter()
        let switches = reporter.switches()
        let session = SessionFactory.session(
            settings, store: store(settings), switches: switches, program: "console",
            continuing: discovery)
        reporter.report(to: session)
        let member = hub.join(settings.profile, program: "console")
        let recorder = EventRecorder(settings, folders, program: "console", session: member.number)
        if let recorder { member.follow(recorder.file) }
        let watch = LogoutWatch(settings, folders)
        let pump = EventPump(session, sinks: [member, watch] + [recorder].compactMap(\.self))
        pumps.withLock { $0.append(pump) }
        pump.start()
        try await session.configure()
        try receiveLogouts(of: session, settings)
        return ConsoleHost(
            context: context, session: session, switches: switches, injections: reporter.injections,
            settings: settings, isKept: settings.store != .memory, proxyFile: proxyFile(settings),
            history: history(settings), others: member.others)
    }

    private func proxyFile(_ settings: ProviderSettings) -> KeptProxy.File? {
        settings.store == .memory ? nil : KeptProxy.File(path: folders.proxyFile(profile: settings.profile))
    }

    /// The port is of the first profile alone, as the other options are; other sessions learn of the end by the store.
    private func receiveLogouts(of session: Session, _ settings: ProviderSettings) throws(CommandFailure) {
        guard settings.profile == home, receiver.withLock({ $0 == nil }) else { return }
        let started = try command.logoutReceiver(for: session, isLive: true)
        receiver.withLock { $0 = started }
    }

    /// A session in memory has its history there, too.
    private func history(_ settings: ProviderSettings) -> CallHistory {
        let path = settings.store == .memory ? nil : folders.historyFile(profile: settings.profile)
        return histories.withLock { histories in
            let history =
                histories[settings.profile]
                ?? CallHistory(settings.historyPolicy, file: path.map { EventFile(path: $0) })
            histories[settings.profile] = history
            return history
        }
    }

    /// The profile's store; one in memory is shared by all its sessions.
    private func store(_ settings: ProviderSettings) -> any SessionStore {
        guard settings.store == .memory else { return SessionFactory.store(settings, folders: folders) }
        return memory.withLock { stores in
            let store = stores[settings.profile] ?? MemoryStore()
            stores[settings.profile] = store
            return store
        }
    }
}
