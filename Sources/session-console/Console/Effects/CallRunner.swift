import TerminalCurses
import ConsoleApp
import FoundationEssentials
import SessionCore

/// Sends the console's requests, which can be cancelled one by one.
@TerminalActor
final class CallRunner {
    private let receive: @TerminalActor (CallMessage) -> Void
    private var calls: [CallID: Task<Void, Never>] = [:]
    private let progress: ProgressWatch

    init(receive: @escaping @TerminalActor (CallMessage) -> Void) {
        self.receive = receive
        progress = ProgressWatch { receive(.bytesArrived($0)) }
    }

    func perform(_ effect: CallEffect, _ session: Session) {
        switch effect {
        case .send(let ids, let request, let authorization):
            for id in ids { call(id, request, authorization, session) }
        case .cancel(let ids): ids.forEach { calls[$0]?.cancel() }
        case .prepareBody(let id, let bytes, let contentType):
            Task.detached { [receive] in
                let body = PreparedBody(bytes, contentType: contentType)
                await receive(.bodyPrepared(id, body))
            }
        }
    }

    func cancelAll() {
        for task in calls.values { task.cancel() }
    }

    private func call(
        _ id: CallID, _ request: HTTPRequest, _ authorization: RequestAuthorization, _ session: Session
    ) {
        var request = request
        request.progress = progress.follow(id)
        calls[id] = Task { [request] in
            let result = await Self.send(request, authorization, session)
            self.progress.forget(id)
            self.receive(.responseArrived(id, result))
            self.calls[id] = nil
        }
    }

    /// Runs away from the terminal's actor, because a request may need a DPoP proof to be signed.
    @concurrent
    private static func send(
        _ request: HTTPRequest, _ authorization: RequestAuthorization, _ session: Session
    ) async -> Result<AuthorizedResponse, SessionError> {
        do throws(SessionError) {
            return .success(try await session.send(request, authorization: authorization))
        } catch {
            return .failure(error)
        }
    }
}
