import ConsoleApp
import SessionCore
import TerminalUI

/// What a command's session is opened with, from its settings to its end: its events go to other processes, to standard
/// error, to the archive and to the recording.
struct CommandOpening {
    let command: CommandSession
    private let context: CommandContext
    private let notices: NoticePrinter
    private let archive: ArchiveRecorder?
    private let pump: EventPump

    /// How long a finished command waits for pending revocations.
    private static let revocationLimit = Duration.seconds(5)

    /// `isLive` says that the command stays open, and tells the user of a forced logout.
    init(_ context: CommandContext, isLive: Bool) throws {
        var settings = try context.settings()
        // A token that can't be stored would be lost when the command ends.
        settings.client.refreshesUnstored = false
        let folders = try context.folders()
        archive = try ArchiveRecorder(context)
        let session = SessionFactory.session(
            settings, store: SessionFactory.store(settings, folders: folders), program: context.command.name)
        notices = NoticePrinter(output: context.output)
        var sinks: [any EventSink] = [
            notices,
            RejectedTokenPrinter(output: context.output, isVerbose: context.isVerbose),
        ]
        if let recorder = EventRecorder(settings, folders, program: context.command.name) { sinks.append(recorder) }
        if context.isVerbose { sinks.append(ExchangePrinter(output: context.output)) }
        if let archive { sinks.append(archive) }
        if isLive { sinks.append(LogoutWatch(settings, folders, context)) }
        pump = EventPump(session, sinks: sinks)
        self.context = context
        command = CommandSession(
            session: session, settings: settings, output: context.output,
            cutOffs: CutOffWatch(KeptProxy.File(path: folders.proxyFile(profile: settings.profile))),
            recording: try CommandRecording(context, settings, session))
    }

    /// Begins to pass events on where they are told during the work, and to watch for signals.
    func begin(isLive: Bool) {
        if isLive || context.isVerbose || archive != nil { pump.start() }
        // A session in memory is lost with the command anyway.
        guard command.settings.store != .memory else { return }
        SignalWatch.shared.watch(command.session) { [pump, recording = command.recording] in
            pump.finish()
            recording?.takeLastEvents()
        }
    }

    // MARK: - Ends

    /// After the work: throws if tokens would be lost with the command, or its archive is not written.
    func complete() async throws(CommandFailure) {
        await command.session.finishRevocations(within: Self.revocationLimit)
        let call = command.settings.call
        if let obstacle = await command.session.clearingFailure {
            throw CommandFailure(
                .failed, "The session has ended here, but is still stored: \(obstacle).",
                advice: "Correct that; then remove it from the store with: \(call("logout", "--force"))")
        }
        guard await command.session.isStored else {
            throw CommandFailure(
                .failed, "The session's new tokens could not be stored, and end with this command.",
                advice: "Free disk space, or make the folder writable; then sign in with: \(call("login"))")
        }
        pump.finish()
        try archive?.write(checkedBy: command.session)
    }

    /// After an error of the work or of its completion: what is left is written, and the error is said in words.
    func failure(_ error: any Error) async -> CommandFailure {
        let (session, settings) = (command.session, command.settings)
        notices.leaveOut(error)
        await session.finishRevocations(within: Self.revocationLimit)
        pump.finish()
        await command.recording?.finish().tell(context.output)
        do throws(CommandFailure) {
            try archive?.write(checkedBy: session)
        } catch {
            command.tell(error.message)
        }
        let status = await session.status
        return CommandFailure(
            describing: error,
            in: Situation(
                command: context.command.name, call: settings.call, helper: settings.helper?.program,
                flow: status.flow, isSignedIn: status.state.isAuthenticated,
                isOfBrowser: context.isBrowserSignIn, hasProofKey: settings.client.proofKey != nil))
    }

    /// Ends the recording; after work that is done it must be whole.
    func endRecording(after status: ExitStatus) async throws {
        let result = await command.recording?.finish()
        if status == .done { try result?.requireWhole(context.output) } else { result?.tell(context.output) }
    }

    /// Passes on the last events, whatever became of the work.
    func finish() { pump.finish() }
}

extension LogoutWatch {
    /// Of a command: the terminal that its messages go to signals the end.
    fileprivate convenience init(_ settings: ProviderSettings, _ folders: Folders, _ context: CommandContext) {
        let output = context.output
        let signal = LogoutSignal(settings.logoutAlarm.ways, environment: context.environment)
        self.init(
            settings, folders, signal: { end in output.signal(signal.sequence(profile: settings.profile, end)) },
            report: { output.inform(SafeText.plain($0, glyphs: .unicode)) })
    }
}

extension CommandContext {
    /// Whether the command signs in with a browser.
    fileprivate var isBrowserSignIn: Bool {
        command.name == "login" && (try? signInFlow()) == .code
    }
}
