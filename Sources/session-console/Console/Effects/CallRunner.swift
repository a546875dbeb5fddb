import CProcess
import ConsoleApp
import FoundationEssentials
import SessionCore
import TerminalCurses

/// Sends the console's requests, which can be cancelled one by one.
@TerminalActor
final class CallRunner {
    private let work: WorkCount
    private let receive: @TerminalActor (Message) -> Void
    private var calls: [CallID: Task<Void, Never>] = [:]
    /// The most calls under way at once, since there were none.
    private var mostCalls = 0
    private let progress: ProgressWatch

    init(_ work: WorkCount, receive: @escaping @TerminalActor (Message) -> Void) {
        (self.work, self.receive) = (work, receive)
        progress = ProgressWatch { receive(.call(.bytesArrived($0))) }
    }

    func perform(_ effect: CallEffect, _ host: ConsoleHost) {
        switch effect {
        case .send(let ids, let request, let authorization):
            for id in ids { call(id, request, authorization, host, count: id == ids.first ? ids.count : 0) }
            mostCalls = max(mostCalls, calls.count)
        case .cancel(let ids): ids.forEach { calls[$0]?.cancel() }
        case .prepareBody(let id, let bytes, let contentType):
            Task.detached { [receive] in
                let body = PreparedBody(bytes, contentType: contentType)
                await receive(.call(.bodyPrepared(id, body)))
            }
        }
    }

    func cancelAll() {
        for task in calls.values { task.cancel() }
    }

    /// Of a burst the history keeps the first call, with their count.
    private func call(
        _ id: CallID, _ request: HTTPRequest, _ authorization: RequestAuthorization, _ host: ConsoleHost, count: Int
    ) {
        var request = request
        request.progress = progress.follow(id)
        request.label = id.label
        calls[id] = work.run { [request] in
            let (start, clock) = (Date(), ContinuousClock.now)
            let result = await Self.send(request, authorization, host.session)
            self.progress.forget(id)
            self.receive(.call(.responseArrived(id, result)))
            self.calls[id] = nil
            if self.calls.isEmpty { self.giveMemoryBack() }
            guard count > 0 else { return }
            let took = ContinuousClock.now - clock
            let call = await Self.keep(
                request, authorization, count: count, at: start, took: took, result, host)
            if let call { self.receive(.requests(.sent(call))) }
        }
    }

    /// What a large burst took, the allocator would keep: some 50 kB a call.
    private func giveMemoryBack() {
        if mostCalls >= Self.largeBurst { Task.detached { malloc_trim(0) } }
        mostCalls = 0
    }

    private static let largeBurst = 100

    /// Away from the terminal's actor, because the file may be locked for a moment.
    @concurrent
    private static func keep(
        _ request: HTTPRequest, _ authorization: RequestAuthorization, count: Int, at time: Date, took: Duration,
        _ result: Result<AuthorizedResponse, SessionError>, _ host: ConsoleHost
    ) async -> SentCall? {
        var request = request
        (request.progress, request.label) = (nil, nil)
        return host.history.keep(
            request, authorization, count: count, at: time, took: took, result, host.session)
    }

    /// Runs away from the terminal's actor, because a request may need a DPoP proof to be signed.
    @concurrent
    private static func send(
        _ request: HTTPRequest, _ authorization: RequestAuthorization, _ session: Session
    ) async -> Result<AuthorizedResponse, SessionError> {
        do throws(SessionError) {
            return .success(try await session.send(request, authorization: authorization).masked(for: session))
        } catch {
            return .failure(error)
        }
    }
}
