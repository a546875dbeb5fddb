import Addresses
import ConsoleApp
import CurlTransport
import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import SessionCore
import TerminalUI

/// `profile list|show|add|remove`.
extension Command {
    static let profile = Command(
        name: "profile",
        summary: "list, show, add or remove profiles",
        usage: "list | show NAME | add NAME --issuer URL --client-id ID [OPTIONS] | "
            + "add NAME --from URL [OPTIONS] | remove NAME [--unregister] [--force] | client-metadata URL",
        details: """
            A profile is a named set of a provider's options, in a file that you can edit
            by hand (JSON5). 'add' reads the provider's discovery document and prints
            what the provider offers. Without --profile the profile 'default' is used.

            'add --from' finds the issuer and the client from the URL of a protected
            resource, as 'login URL' does. 'client-metadata' prints the document to host at
            URL, for servers that take a client's metadata instead of a registration; name
            that URL with --client-metadata-url.

            With --json 'show' prints the profile itself, 'list' and 'remove':
            \(ProfileList.shape.lines)
            \(RemovedProfile.shape.lines)
            and 'add', with "steps" in the place of "offers" after --from:
            \(SavedProfile.shape.lines)

            'remove' signs out first, as 'logout --force' does: where the provider can't be
            reached, its tokens are revoked by the next command of a profile of that name
            and client. --unregister ends the client's registration after that. A session
            that can't be read keeps its profile, unless --force is given.

            'session-console help profiles' lists the keys of a profile.
            """,
        example: """
            session-console profile add work --issuer https://id.example.com \\
                --client-id cli --api https://api.example.com
            """,
        options: Option.besidesProvider + [.from] + Option.discovery + [.unregister, .forceRemoval, .json],
        takesProvider: true,
        operands: 1...2,
        firstOperands: { verbs },
        operandsBeforeProfile: ["show", "remove"],
        run: { context in
            let folder = ProfileFolder(path: try context.folders().profiles)
            let verb = context.operands[0]
            guard verbs.contains(verb) else {
                throw CommandFailure(.unknownCommand("profile \(verb)"), command: "profile")
            }
            if verb == "list" {
                guard context.operands.count == 1 else {
                    throw CommandFailure(.extraOperand(context.operands[1]), command: "profile")
                }
                try list(folder, context)
                return .done
            }
            guard context.operands.count == 2 else {
                throw CommandFailure(.missingOperand("the profile's name"), command: "profile")
            }
            let name = context.operands[1]
            switch verb {
            case "show": try show(name, folder, context)
            case "add": try await add(name, folder, context)
            case "client-metadata": try printMetadata(at: name, context)
            default: try await remove(name, folder, context)
            }
            return .done
        })

    private static let verbs = ["list", "show", "add", "remove", "client-metadata"]

    /// Prints the document that makes its URL the client's identifier.
    private static func printMetadata(at text: String, _ context: CommandContext) throws(CommandFailure) {
        guard let url = URL(given: text), Origin(url)?.isSecure == true, url.path.count > 1 else {
            throw CommandFailure(
                .badCommandLine, "The document's URL must be one of https, with a path.",
                advice: "Such as https://me.example/client.json")
        }
        let redirectURI = try context.commandLine.redirectURI(default: "http://127.0.0.1/callback")
        let metadata = ResourceProfile.clientMetadata(redirectURI: redirectURI)
        try context.output.json(.object(metadata.document(at: url)))
    }

    private static func list(_ folder: ProfileFolder, _ context: CommandContext) throws(CommandFailure) {
        let names = folder.names()
        if context.printsJSON {
            try context.output.json(ProfileList(profiles: names).recorded)
        } else if names.isEmpty {
            context.output.inform(
                "There are no profiles. Make one with: "
                    + "\(ProgramCall.line("profile", "add", "NAME", "--issuer", "URL", "--client-id", "ID"))"
            )
        } else {
            for name in names { try context.output.line(name) }
        }
    }

    private static func show(
        _ name: String, _ folder: ProfileFolder, _ context: CommandContext
    ) throws(CommandFailure) {
        let profile: Profile
        do { profile = try folder.load(name) } catch { throw CommandFailure(error) }
        if context.printsJSON {
            try context.output.json(profile.json)
        } else {
            for line in SafeText.lines(profile.text, glyphs: .unicode) { try context.output.line(line.text) }
        }
    }

    private static func remove(
        _ name: String, _ folder: ProfileFolder, _ context: CommandContext
    ) async throws {
        let revocations = folder.has(name) ? try await endSession(of: name, context) : nil
        if context.invocation.contains(.unregister) { try await unregister(name, folder, context) }
        do { try folder.remove(name) } catch { throw CommandFailure(error) }
        let folders = try context.folders()
        for file in [folders.secretFile(profile: name), folders.proxyFile(profile: name)] { unlink(file) }
        guard context.printsJSON else { return }
        let logout = revocations.map { LogoutReport($0, nil, nil) }
        try context.output.json(RemovedProfile(removed: name, logout: logout).recorded)
    }

    /// Signs out, and owes the revocation where the provider can't be asked; returns `nil` where there is no session.
    private static func endSession(of name: String, _ context: CommandContext) async throws -> [TokenRevocation]? {
        var context = context
        context.profileName = name
        do throws(CommandFailure) {
            _ = try context.settings()
        } catch {
            context.output.inform("Whether '\(name)' has a session is not known. \(error.message)")
            return nil
        }
        do {
            return try await CommandSession.open(context) { try await end($0, name, context) }
        } catch let failure as CommandFailure where context.invocation.contains(.forceRemoval) {
            context.output.inform("The session of '\(name)' is not ended. \(failure.message)")
            return nil
        }
    }

    private static func end(
        _ opened: CommandSession, _ name: String, _ context: CommandContext
    ) async throws -> [TokenRevocation]? {
        guard await opened.session.state.isAuthenticated else {
            await opened.sendOwedRevocations()
            return nil
        }
        let revocations = try await opened.session.signOut(force: true)
        let text = SignOutText(revocations)
        if !context.printsJSON { opened.tell(text.sentence) }
        if text.isPending {
            let client = opened.settings.client
            opened.tell(
                "They are kept until then: the next command of a profile '\(name)' of the client \(client.clientID) "
                    + "at \(client.issuer) sends the revocation.")
        }
        return revocations
    }

    private static func unregister(
        _ name: String, _ folder: ProfileFolder, _ context: CommandContext
    ) async throws {
        let profile = try folder.load(name)
        let kept = Registrations(path: try context.folders().registrationFile)
        let owner = SettingValues(invocation: Invocation(), profile: profile).owner
        guard
            let client = try kept.clients().first(where: {
                RecordOwner(issuer: $0.issuer, clientID: $0.clientID) == owner
            })
        else {
            throw CommandFailure(
                .failed, "This program has not registered the client of '\(name)'.",
                advice: "Remove the profile without --unregister.")
        }
        let values = SettingValues(invocation: context.invocation, profile: profile)
        let configuration = try ProviderSettings.transport(values)
        do throws(SessionError) {
            try await context.withChannel(configuration) { channel throws(SessionError) in
                try await client.unregister(over: channel)
            }
        } catch {
            if case .transport = error { throw error }
            // A server that was set up anew no longer knows its clients.
            context.output.inform("The registration is only forgotten here: \(error).")
        }
        try await kept.forget(client)
    }

    private static func add(
        _ name: String, _ folder: ProfileFolder, _ context: CommandContext
    ) async throws {
        if let url = context.invocation.value(of: .from) {
            let resource = try ResourceProfile(url, context, name: name)
            let checklist = Checklist(context)
            do {
                guard try await resource.make(replacing: false, checklist) != nil else {
                    return context.output.inform("It needs no token, and so no profile.")
                }
            } catch let failure as DiscoveryFailure {
                if context.printsJSON { try context.output.json(FailedDiscovery(steps: checklist.report).recorded) }
                throw failure
            }
            return try tellSaved(name, folder, context, after: checklist)
        }
        var profile = Profile(name: name)
        for option in Option.inProfiles { profile.values[option] = context.invocation.values[option] }
        try profile.requireOwner()
        // Report that the name is taken before asking the provider.
        do { try folder.checkFree(name) } catch { throw CommandFailure(error) }
        let settings = try ProviderSettings(
            invocation: context.invocation, profile: profile, environment: context.environment)
        let offers = try await context.withChannel(settings.transport) { channel throws(CommandFailure) in
            try await ProviderOffers.ask(settings, over: channel)
        }
        do { try folder.add(profile) } catch { throw CommandFailure(error) }
        if context.printsJSON {
            let saved = SavedProfile(profile: name, file: folder.file(of: name), offers: OffersReport(offers))
            try context.output.json(saved.recorded)
        } else {
            for line in offers.lines { try context.output.line(SafeText.plain(line, glyphs: .unicode)) }
            try tellSaved(name, folder, context)
        }
    }

    private static func tellSaved(
        _ name: String, _ folder: ProfileFolder, _ context: CommandContext, after checklist: Checklist? = nil
    ) throws(CommandFailure) {
        guard !context.printsJSON else {
            let saved = SavedProfile(profile: name, file: folder.file(of: name), steps: checklist?.report)
            return try context.output.json(saved.recorded)
        }
        let file = SafeText.plain(folder.file(of: name), glyphs: .unicode)
        context.output.inform("Saved in \(file). Sign in with: \(ProgramCall(profile: name)("login"))")
    }
}
