import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// A profile's session as its store has it, without a session of this process and without a request.
struct ProfileGlance: Sendable {
    let profile: String
    /// The profile's client, or the stored session's where the profile names none.
    let client: RecordOwner?
    let found: Result<StoredSession, CommandFailure>

    /// How the session stands, in the word that `status --short` prints.
    enum Word: String, Sendable {
        /// The access token can be used.
        case valid
        /// The access token has expired, and the next call renews it.
        case due
        /// Nothing renews the access token.
        case expired
        /// Refreshes were refused, but not because of the refresh token.
        case suspect
        case signedOut = "signed-out"
        /// The provider or an API has ended the session.
        case ended
        case unreadable
    }

    /// Reads the session of the command line's profile.
    init(_ context: CommandContext) async throws(CommandFailure) {
        let values = SettingValues(invocation: context.invocation, profile: try context.profile())
        for option in [OptionName.issuer, .clientID] where values.text(option) == nil { throw values.missing(option) }
        await self.init(values, folders: try context.folders())
    }

    private init(_ values: SettingValues, folders: Folders) async {
        profile = values.profile.name
        var client: RecordOwner?
        if let issuer = values.text(.issuer), let clientID = values.text(.clientID) {
            client = RecordOwner(issuer: issuer, clientID: clientID)
        }
        do {
            let store = SessionFactory.store(
                try ProviderSettings.store(values), profile: values.profile.name, folders: folders)
            let stored = try await StoredSession(readingFrom: store, for: client, clock: SystemClock())
            self.client = client ?? stored.owner
            found = .success(stored)
        } catch {
            self.client = client
            found = .failure(CommandFailure(describing: error))
        }
    }

    private init(unreadable profile: String, _ failure: CommandFailure) {
        self.profile = profile
        client = nil
        found = .failure(failure)
    }

    /// Reads the sessions of all profiles, and those that were stored without one; sorted by their names.
    static func all(_ folders: Folders) async -> [ProfileGlance] {
        let profiles = ProfileFolder(path: folders.profiles)
        let names = Set(profiles.names()).union(folders.storedSessions)
        return await withTaskGroup { group in
            for name in names { group.addTask { await glance(at: name, profiles, folders) } }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.profile < $1.profile }
        }
    }

    private static func glance(at name: String, _ profiles: ProfileFolder, _ folders: Folders) async -> ProfileGlance {
        let profile: Profile
        do throws(ProfileError) {
            profile = profiles.has(name) ? try profiles.load(name) : Profile(name: name)
        } catch {
            return ProfileGlance(unreadable: name, CommandFailure(error))
        }
        return await ProfileGlance(SettingValues(invocation: Invocation(), profile: profile), folders: folders)
    }
}

extension ProfileGlance {
    func word(now: Date) -> Word {
        guard let status = try? found.get().status else { return .unreadable }
        switch status.state {
        case .unknown: return .unreadable
        case .noSession(let end): return end.isForced ? .ended : .signedOut
        case .authenticated: break
        }
        if status.suspicion != nil { return .suspect }
        guard case .at(let end, _)? = status.accessToken?.expiry, end <= now else { return .valid }
        if status.isRenewedByFlow { return .due }
        guard let refresh = status.refreshToken else { return .expired }
        guard case .at(let end, _) = refresh.expiry, end <= now else { return .due }
        return .expired
    }

    /// The exit status of `status`, for this session.
    var exitStatus: ExitStatus {
        guard let status = try? found.get().status else { return .failed }
        guard case .noSession(let end) = status.state else { return .done }
        return end.isForced ? .sessionEnded : .noSession
    }

    /// The session for a shell prompt: `work valid 47 s`.
    func prompt(now: Date) -> String {
        let word = word(now: now)
        var line = "\(profile) \(word.rawValue)"
        if word == .valid, case .at(let end, _)? = (try? found.get())?.status.accessToken?.expiry {
            line += " \(RelativeTime(date: end, now: now).amount)"
        }
        return line
    }

    /// The session on a line of its own, after its name and its word.
    func details(now: Date) -> String {
        switch found {
        case .failure(let failure): return SafeText.plain(failure.message, glyphs: .unicode)
        case .success(let stored):
            let parts = stored.isSignedIn ? stored.tokenParts(now: now) : [stored.endInWords(now: now)]
            return SafeText.plain(parts.joined(separator: ", "), glyphs: .unicode)
        }
    }

    func json(now: Date) -> JSONValue {
        switch found {
        case .failure(let failure):
            return [
                "profile": .string(profile), "state": .string(Word.unreadable.rawValue),
                "word": .string(Word.unreadable.rawValue), "error": .string(failure.message),
            ]
        case .success(let stored):
            var json = stored.status.json(profile: profile, client, now: now)
            json["word"] = .string(word(now: now).rawValue)
            json["renewed_by"] = stored.renewer.map { renewer in
                [
                    "process": .number(JSONNumber(renewer.process)),
                    "program": renewer.program.map { .string($0) } ?? .null,
                ]
            }
            if json["renewed_by"] == nil { json["renewed_by"] = .null }
            json["error"] = .null
            return .object(json)
        }
    }
}

extension StoredSession {
    fileprivate var isSignedIn: Bool { status.state.isAuthenticated }

    fileprivate func tokenParts(now: Date) -> [String] {
        func end(_ name: String, _ token: TokenStatus?) -> String? {
            guard let token, case .at(let end, let source) = token.expiry else { return nil }
            let past = source == .rejected ? "rejected" : "expired"
            return RelativeTime(date: end, now: now)
                .text(MemberGlossary.TimePhrases(ahead: "\(name) expires in", past: "\(name) \(past)"))
        }
        let parts = [
            end("access", status.accessToken), end("refresh", status.refreshToken), status.grantEnd(now: now),
            renewal(now: now), status.suspicion.map { "\($0)" },
        ]
        return parts.compactMap(\.self)
    }

    /// `refreshed 13 s ago by process 4711 (token)`.
    private func renewal(now: Date) -> String? {
        guard let token = status.accessToken else { return nil }
        let verb = isRefreshed ? "refreshed" : "signed in"
        let age = RelativeTime(date: token.obtainedAt, now: now)
        let process = renewer.map { renewer in
            " by process \(renewer.process)" + (renewer.program.map { " (\($0))" } ?? "")
        }
        return age.text(MemberGlossary.TimePhrases(ahead: "\(verb) in", past: verb)) + (process ?? "")
    }

    fileprivate func endInWords(now: Date) -> String {
        guard let ending = status.endedSession else {
            guard case .noSession(let end) = status.state else { return "\(status.state)" }
            return "\(end)"
        }
        return RelativeTime(date: ending.time, now: now)
            .text(MemberGlossary.TimePhrases(ahead: "\(ending) in", past: "\(ending),"))
    }
}
