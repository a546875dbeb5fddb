import ConsoleApp
import FoundationEssentials
import SessionCore

/// One call of the console, from its sending to its answer.
///
/// Request and answer are objects, because a task keeps each large value that passes through it several times over, and
/// a burst has a thousand tasks.
final class CallUnderWay: Sendable {
    /// What came of the call.
    final class Answer: Sendable {
        let result: Result<AuthorizedResponse, SessionError>

        @inline(never)
        init(_ response: AuthorizedResponse, maskedFor session: Session) {
            result = .success(response.masked(for: session))
        }

        init(_ error: SessionError) { result = .failure(error) }
    }

    let id: CallID
    /// How many calls were sent at once, for the first of them; 0 for the others.
    let count: Int
    let clock = ContinuousClock.now
    private let start = Date()
    private let request: HTTPRequest
    private let authorization: RequestAuthorization
    private let host: ConsoleHost

    init(
        _ id: CallID, _ request: HTTPRequest, _ authorization: RequestAuthorization, _ host: ConsoleHost, count: Int
    ) {
        (self.id, self.count) = (id, count)
        (self.request, self.authorization, self.host) = (request, authorization, host)
    }

    /// Runs away from the terminal's actor, because a request may need a DPoP proof to be signed.
    @concurrent
    func send() async -> Answer {
        do throws(SessionError) {
            return Answer(try await host.session.send(request, authorization: authorization), maskedFor: host.session)
        } catch {
            return Answer(error)
        }
    }

    /// Away from the terminal's actor, because the file may be locked for a moment.
    @concurrent
    func keep(_ answer: Answer, took: Duration) async -> SentCall? {
        var request = request
        (request.progress, request.label) = (nil, nil)
        return host.history.keep(
            request, authorization, count: count, at: start, took: took, answer.result, host.session)
    }
}
