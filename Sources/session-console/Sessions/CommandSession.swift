import ConsoleApp
import SessionCore
import TerminalUI

/// A session for one command: opened from its store, with its events recorded for other processes.
struct CommandSession: Sendable {
    let session: Session
    let settings: ProviderSettings
    let output: Output
    let cutOffs: CutOffWatch
    /// With `--record`.
    var recording: CommandRecording?

    /// Opens the session of the command line's profile and runs the work on it.
    ///
    /// With `isLive` events are recorded during the work, otherwise after it.
    static func open<Value>(
        _ context: CommandContext, isLive: Bool = false,
        _ work: (CommandSession) async throws -> Value
    ) async throws -> Value {
        let opening = try CommandOpening(context, isLive: isLive)
        opening.begin(isLive: isLive)
        defer { opening.finish() }
        let value: Value
        do {
            try await opening.command.session.configure()
            let receiver = try context.logoutReceiver(for: opening.command.session, isLive: isLive)
            if let receiver { opening.command.tell("Logout tokens are received at \(receiver.uri)") }
            value = try await work(opening.command)
            await receiver?.stop()
            try await opening.complete()
        } catch {
            throw await opening.failure(error)
        }
        try await opening.endRecording(after: value as? ExitStatus ?? .done)
        return value
    }

    /// Revokes what a session left that was ended without its provider, and says so.
    func sendOwedRevocations() async {
        if await session.sendPendingRevocations() {
            tell("The provider has now revoked the tokens of the session that was ended without it.")
        }
    }

    /// Throws if the user is not signed in, or has cut off this program.
    func requireSession() async throws(CommandFailure) {
        try requireAdmission()
        guard case .noSession(let end) = await session.state else { return }
        throw CommandFailure(
            end.isForced ? .sessionEnded : .noSession, end.state.capitalizedSentence,
            advice: "Sign in with: \(await login)")
    }

    /// Throws if the user has cut off this program, or one that it comes from.
    func requireAdmission() throws(CommandFailure) {
        guard let origin = cutOffs.ownOrigin else { return }
        throw CommandFailure(
            .noSession, "\(origin) was cut off from this session.", advice: "Start it anew to let it in again.")
    }

    /// Prints a message on standard error; it may contain text from outside.
    func tell(_ text: String) { output.inform(SafeText.plain(text, glyphs: .unicode)) }

    /// The command line that signs in to this session.
    var login: String { get async { settings.call.login(by: await session.status.flow) } }
}
