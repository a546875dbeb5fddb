import ConsoleApp
import FoundationEssentials
import SessionCore
import Synchronization
import TerminalUI

/// The recording of a command's session: its events as they happen, with the status after each.
final class CommandRecording: Sendable {
    private let recorder: Recorder
    private let session: Session
    private let output: Output
    private let follower: Task<Void, Never>

    /// `nil` without `--record`; throws if its file exists, or can't be created.
    init?(_ context: CommandContext, _ settings: ProviderSettings, _ session: Session) throws(CommandFailure) {
        guard let recorder = try Recorder(context) else { return nil }
        recorder.attach(session, settings)
        recorder.take(Moment(time: Date(), occurrence: .context(ConsoleContext(settings))))
        follower = Task {
            for await event in session.events() {
                recorder.take(Moment(event))
                recorder.take(Moment(time: Date(), occurrence: .status(await session.status)))
            }
        }
        (self.recorder, self.session, self.output) = (recorder, session, context.output)
    }

    /// Ends the recording with the last events and the status after them; says if it isn't whole.
    func finish() async {
        takeLastEvents()
        recorder.take(Moment(time: Date(), occurrence: .status(await session.status)))
        if let warning = recorder.result.warning { output.note(SafeText.plain(warning, glyphs: .unicode)) }
    }

    /// Records the events that were not taken yet, of which the session has kept the latest.
    func takeLastEvents() {
        follower.cancel()
        for event in session.recentEvents { recorder.take(Moment(event)) }
    }
}

extension Moment {
    /// An event, noted when it happened.
    init(_ event: SessionEvent) { self.init(time: event.time, occurrence: .event(event)) }
}
