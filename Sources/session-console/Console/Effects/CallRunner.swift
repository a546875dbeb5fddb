import ConsoleKit
import HostSystem
import ConsoleApp
import FoundationEssentials
import SessionCore
import TerminalUI

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
        case .protect(let secrets): host.session.protect(secrets)
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
        let call = CallUnderWay(id, request, authorization, host, count: count)
        calls[id] = work.run { self.end(call, await call.send()) }
    }

    /// Not part of the call's task: what a task needs at its end, it would take from its beginning.
    @inline(never)
    private func end(_ call: CallUnderWay, _ answer: CallUnderWay.Answer) {
        progress.forget(call.id)
        receive(.happened(.answered(call.id, answer.result)))
        calls[call.id] = nil
        if calls.isEmpty { giveMemoryBack() }
        guard call.count > 0 else { return }
        let took = ContinuousClock.now - call.clock
        work.run {
            if let kept = await call.keep(answer, took: took) { self.receive(.requests(.sent(kept))) }
        }
    }

    /// What a large burst took, the allocator would keep: after four bursts of 1,000 calls the demo held 122 MB, and
    /// holds 81 MB so.
    ///
    /// When its last answer is there, the events that tell of it are still to come; what they took is given back later.
    private func giveMemoryBack() {
        defer { mostCalls = 0 }
        guard mostCalls >= Self.largeBurst else { return }
        Task.detached {
            FreedMemory.giveBack()
            try? await Task.sleep(for: Self.aftermath)
            FreedMemory.giveBack()
        }
    }

    /// In this time the events of a burst are told.
    private static let aftermath = Duration.milliseconds(300)
    private static let largeBurst = 100
}
