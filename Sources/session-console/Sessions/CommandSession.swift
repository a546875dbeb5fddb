import ConsoleApp
import SessionCore
import TerminalUI

/// A session for one command: opened from its store, with its events recorded for other processes.
struct CommandSession: Sendable {
    let session: Session
    let settings: ProviderSettings
    let output: Output
    /// With `--record`.
    var recording: CommandRecording?

    /// Opens the session of the command line's profile and runs the work on it.
    ///
    /// With `isLive` events are recorded during the work, otherwise after it.
    static func open<Value>(
        _ context: CommandContext, isLive: Bool = false,
        _ work: (CommandSession) async throws -> Value
    ) async throws -> Value {
        var settings = try context.settings()
        // A token that can't be stored would be lost when the command ends.
        settings.client.refreshesUnstored = false
        let folders = try context.folders()
        let archive = try ArchiveRecorder(context)
        let session = SessionFactory.session(
            settings, store: SessionFactory.store(settings, folders: folders), program: context.command.name)
        let notices = NoticePrinter(output: context.output)
        var sinks: [any EventSink] = [
            notices,
            RejectedTokenPrinter(output: context.output, isVerbose: context.isVerbose),
        ]
        if let recorder = EventRecorder(settings, folders, program: context.command.name) { sinks.append(recorder) }
        if context.isVerbose { sinks.append(ExchangePrinter(output: context.output)) }
        if let archive { sinks.append(archive) }
        let pump = EventPump(session, sinks: sinks)
        let recording = try CommandRecording(context, settings, session)
        if isLive || context.isVerbose || archive != nil { pump.start() }
        defer { pump.finish() }
        // A session in memory is lost with the command anyway.
        if settings.store != .memory {
            SignalWatch.shared.watch(session) {
                pump.finish()
                recording?.takeLastEvents()
            }
        }
        let ended: Value
        do {
            try await session.configure()
            let value = try await work(
                CommandSession(session: session, settings: settings, output: context.output, recording: recording))
            await session.finishRevocations(within: revocationLimit)
            if let obstacle = await session.unclearedStore {
                throw CommandFailure(
                    .failed, "The session has ended here, but is still stored: \(obstacle).",
                    advice: "Correct that; then remove it from the store with: \(settings.call("logout", "--force"))")
            }
            guard await session.isStored else {
                throw CommandFailure(
                    .failed, "The session's new tokens could not be stored, and end with this command.",
                    advice:
                        "Free disk space, or make the folder writable; then sign in with: \(settings.call("login"))")
            }
            pump.finish()
            try archive?.write(checkedBy: session)
            ended = value
        } catch {
            notices.leaveOut(error)
            await session.finishRevocations(within: revocationLimit)
            pump.finish()
            await recording?.finish().tell(context.output)
            do throws(CommandFailure) {
                try archive?.write(checkedBy: session)
            } catch {
                context.output.note(SafeText.plain(error.message, glyphs: .unicode))
            }
            let status = await session.status
            throw CommandFailure(
                describing: error,
                in: Situation(
                    command: context.command.name, call: settings.call, helper: settings.helper,
                    flow: status.flow, isSignedIn: status.state.isAuthenticated,
                    isOfBrowser: context.isBrowserSignIn,
                    hasProofKey: settings.client.proofKey != nil))
        }
        let result = await recording?.finish()
        if (ended as? ExitStatus ?? .done) == .done {
            try result?.requireWhole(context.output)
        } else {
            result?.tell(context.output)
        }
        return ended
    }

    /// How long a finished command waits for pending revocations.
    private static let revocationLimit = Duration.seconds(5)

    /// Throws if the user is not signed in.
    func requireSession() async throws(CommandFailure) {
        guard case .noSession(let end) = await session.state else { return }
        throw CommandFailure(
            end.isForced && end != .storeLost ? .sessionEnded : .noSession, "Not signed in: \(end).",
            advice: "Sign in with: \(await login)")
    }

    /// Prints a message on standard error; it may contain text from outside.
    func tell(_ text: String) { output.note(SafeText.plain(text, glyphs: .unicode)) }

    /// The command line that signs in to this session.
    var login: String { get async { settings.call.login(by: await session.status.flow) } }
}

extension CommandContext {
    /// Whether the command signs in with a browser.
    fileprivate var isBrowserSignIn: Bool {
        command.name == "login" && [nil, SignInFlowName.code.rawValue].contains(invocation.value(of: .flow))
    }
}
