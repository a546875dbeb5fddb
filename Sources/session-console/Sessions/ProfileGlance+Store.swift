import ConsoleApp
import FoundationEssentials
import SessionCore

extension ProfileGlance {
    /// Reads the session of the command line's profile.
    init(_ context: CommandContext) async throws(CommandFailure) {
        let values = SettingValues(invocation: context.invocation, profile: try context.profile())
        _ = try values.requiredOwner()
        self = await Self.read(values, folders: try context.folders())
    }

    /// Reads a session from its store, for a client or whichever client's it is.
    init(_ profile: String, of client: RecordOwner? = nil, in store: any SessionStore, at clock: any SessionClock) async
    {
        do {
            let stored = try await StoredSession(readingFrom: store, for: client, clock: clock)
            self.init(profile, of: client ?? stored.owner, .success(stored))
        } catch {
            self.init(unreadable: profile, of: client, CommandFailure(describing: error))
        }
    }

    private init(unreadable profile: String, of client: RecordOwner? = nil, _ failure: CommandFailure) {
        self.init(profile, of: client, .failure(ToolFailure(failure.message, advice: failure.advice)))
    }

    private static func read(_ values: SettingValues, folders: Folders) async -> ProfileGlance {
        let name = values.profile.name
        let client = values.owner
        do throws(CommandFailure) {
            let store = SessionFactory.store(try ProviderSettings.store(values), profile: name, folders: folders)
            return await ProfileGlance(name, of: client, in: store, at: SystemClock())
        } catch {
            return ProfileGlance(unreadable: name, of: client, error)
        }
    }

    /// Which stores are read.
    struct Extent: Sendable {
        /// Sessions that nothing else names.
        var besides: [String] = []
        /// The stores of this process, by profile.
        var memory: [String: MemoryStore] = [:]
        /// Whether a credential helper is run, which may ask its user for a password.
        var runsHelpers = true
    }

    /// Reads the sessions of all profiles, and those that were stored without one; sorted by their names.
    static func all(_ folders: Folders, _ scope: Extent = Extent()) async -> [ProfileGlance] {
        let profiles = ProfileFolder(path: folders.profiles)
        let names = Set(profiles.names() + scope.besides).union(folders.storedSessions)
        return await withTaskGroup { group in
            for name in names {
                group.addTask {
                    var read = await glance(at: name, profiles, folders, scope)
                    if scope.memory[name] == nil { read?.uses = SessionUse.all(of: name, folders) }
                    return read
                }
            }
            return await group.reduce(into: []) { if let glance = $1 { $0.append(glance) } }
                .sorted { $0.profile < $1.profile }
        }
    }

    /// Reads the session of one profile.
    static func of(_ name: String, _ folders: Folders) async -> ProfileGlance? {
        await glance(at: name, ProfileFolder(path: folders.profiles), folders, Extent())
    }

    private static func glance(
        at name: String, _ profiles: ProfileFolder, _ folders: Folders, _ scope: Extent
    ) async -> ProfileGlance? {
        if let store = scope.memory[name] { return await ProfileGlance(name, in: store, at: SystemClock()) }
        let profile: Profile
        do throws(ProfileError) {
            profile = profiles.has(name) ? try profiles.load(name) : Profile(name: name)
        } catch {
            return ProfileGlance(unreadable: name, CommandFailure(error))
        }
        let values = SettingValues(invocation: Invocation(), profile: profile)
        if !scope.runsHelpers, case .helper? = try? ProviderSettings.store(values) { return nil }
        return await read(values, folders: folders)
    }
}

extension ProfileGlance {
    /// The exit status of `status`, for this session.
    var exitStatus: ExitStatus {
        guard let status else { return .failed }
        guard case .noSession(let end) = status.state else { return .done }
        return end.isForced ? .sessionEnded : .noSession
    }
}
