import ConsoleApp
import FoundationEssentials
import SessionCore
import Synchronization

/// The recording of a command's session: its events as they happen, with the status and the tokens after each, and the
/// command's calls with their answers.
final class CommandRecording: Sendable {
    private let recorder: Recorder
    private let session: Session
    private let keepsBodies: Bool
    /// Its result is the tokens that were read last.
    private let follower: Task<[Fingerprint], Never>
    private let lastCall = Mutex(0)

    /// `nil` without `--record`; throws if its file exists, or can't be created.
    init?(_ context: CommandContext, _ settings: ProviderSettings, _ session: Session) throws(CommandFailure) {
        guard let recorder = try Recorder(context) else { return nil }
        recorder.attach(session, settings)
        recorder.take(Moment(time: Date(), occurrence: .context(ConsoleContext(settings))))
        follower = Task {
            var tokens: [Fingerprint] = []
            for await event in session.events() {
                recorder.take(Moment(event))
                await recorder.takeState(of: session, after: &tokens)
            }
            return tokens
        }
        (self.recorder, self.session) = (recorder, session)
        keepsBodies = context.recordsBodies
    }

    /// Sends a request, and records it with its answer.
    func send(
        _ request: HTTPRequest, _ authorization: RequestAuthorization
    ) async throws(SessionError) -> AuthorizedResponse {
        let call = CallID(
            lastCall.withLock { number in
                number += 1
                return number
            })
        var request = request
        request.label = call.label
        // A body that is passed on while it arrives is not kept.
        if keepsBodies { request.bodyReceiver = nil }
        recorder.take(Moment(time: Date(), occurrence: .sent([call], request, authorization)))
        do throws(SessionError) {
            let answer = try await session.send(request, authorization: authorization)
            recorder.take(Moment(time: Date(), occurrence: .answered(call, .success(answer))))
            return answer
        } catch {
            recorder.take(Moment(time: Date(), occurrence: .answered(call, .failure(error))))
            throw error
        }
    }

    /// Ends the recording with the last events, and the state after them; answers what became of it.
    func finish() async -> RecordingResult {
        takeLastEvents()
        var tokens = await follower.value
        await recorder.takeState(of: session, after: &tokens)
        return recorder.result
    }

    /// Records the events that were not taken yet, of which the session has kept the latest.
    func takeLastEvents() {
        follower.cancel()
        for event in session.recentEvents { recorder.take(Moment(event)) }
    }
}

extension Session {
    /// Sends a request of a command, which is recorded if the command is.
    func send(
        _ request: HTTPRequest, authorization: RequestAuthorization, recordedBy recording: CommandRecording?
    ) async throws(SessionError) -> AuthorizedResponse {
        if let recording { return try await recording.send(request, authorization) }
        return try await send(request, authorization: authorization)
    }
}

extension Moment {
    /// An event, noted when it happened.
    init(_ event: SessionEvent) { self.init(time: event.time, occurrence: .event(event)) }
}

extension Recorder {
    /// Records the session's status, and what is written in its tokens where they are others than those read before.
    fileprivate func takeState(of session: Session, after read: inout [Fingerprint]) async {
        let status = await session.status
        defer { take(Moment(time: Date(), occurrence: .status(status))) }
        guard let tokens = await session.revealTokens() else { return }
        let fingerprints = [tokens.access, tokens.refresh, tokens.idToken].compactMap { $0?.fingerprint }
        guard fingerprints != read else { return }
        read = fingerprints
        let reading = TokenReading(
            access: tokens.access, refresh: tokens.refresh, idToken: tokens.idToken, status: status)
        take(Moment(time: Date(), occurrence: .tokens(reading)))
    }
}
