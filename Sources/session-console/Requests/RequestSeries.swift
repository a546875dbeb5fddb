import ConsoleApp
import CurlTransport
import SessionCore

/// Sends the same request many times, several at a time.
struct RequestSeries: Sendable {
    let session: Session
    let request: HTTPRequest
    let authorization: RequestAuthorization
    let count: Int
    let parallel: Int
    var recording: CommandRecording?

    struct Call: Sendable {
        var index: Int
        var duration: Duration
        var attempts: Int
        var result: Result<AuthorizedResponse, SessionError>
    }

    /// Sends all requests; `report` is called for each when it ends.
    func run(_ report: (Call) throws -> Void) async throws -> SeriesSummary {
        let before = await session.status
        let start = ContinuousClock.now
        var summary = try await withTaskExecutorPreference(RequestExecutor()) { try await sendAll(report) }
        let after = await session.status
        summary.duration = ContinuousClock.now - start
        summary.refreshes = after.refreshCount - before.refreshCount
        summary.logouts = before.state.isAuthenticated && !after.state.isAuthenticated ? 1 : 0
        return summary
    }

    private func sendAll(_ report: (Call) throws -> Void) async throws -> SeriesSummary {
        var summary = SeriesSummary()
        try await withThrowingTaskGroup(of: Call.self) { group in
            var next = 0
            while next < min(parallel, count) {
                add(next, to: &group)
                next += 1
            }
            for try await call in group {
                summary.add(call)
                try report(call)
                if next < count {
                    add(next, to: &group)
                    next += 1
                }
            }
        }
        return summary
    }

    private func add(_ index: Int, to group: inout ThrowingTaskGroup<Call, any Error>) {
        group.addTask {
            let start = ContinuousClock.now
            do throws(SessionError) {
                let answer = try await session.send(request, authorization: authorization, recordedBy: recording)
                return Call(
                    index: index, duration: ContinuousClock.now - start, attempts: answer.facts.attempts,
                    result: .success(answer))
            } catch {
                return Call(index: index, duration: ContinuousClock.now - start, attempts: 0, result: .failure(error))
            }
        }
    }
}
