import Synchronization

/// A request of another program on its way: the session gives each message its token, and the program's carrier sends
/// it.
///
/// Where a token is at hand and the answer is no 401, nothing is waited for: then no task and no other thread has part
/// in it, which takes a tenth of the time. Only what the session has to wait for is asynchronous.
package final class CarriedRequest: Sendable {
    private let session: Session
    private let errand: Mutex<Errand>

    init(_ call: SessionCall, of session: Session) {
        self.session = session
        errand = Mutex(Errand(call))
    }

    /// The first message; `nil` where ``send(by:)`` has to wait for its token or its proof.
    package func message() throws(SessionError) -> HTTPRequest? {
        try errand.withLock { errand throws(SessionError) in try session.firstMessage(of: errand) }
    }

    /// Sends the request by the carrier; for one that has no message yet.
    package nonisolated(nonsending) func send(by carrier: any RequestCarrier) async throws(SessionError) {
        let call = errand.withLock(\.call)
        _ = try await session.send(Errand(call, by: carrier), .required)
    }

    /// Goes on after a 401 to the first message, and returns once the carrier has the last answer.
    package nonisolated(nonsending) func goOn(
        after answer: HTTPResponse, by carrier: any RequestCarrier
    ) async throws(SessionError) {
        let (call, bearer) = errand.withLock { errand in
            session.observe(answer, to: errand)
            return (errand.call, errand.bearer)
        }
        let next = Errand(call, by: carrier)
        next.bearer = bearer
        _ = try await session.send(next, .required, answered: answer)
    }

    /// Ends a request whose first answer was its last, or that got none.
    package func end(with result: Result<HTTPResponse, TransportError>) {
        errand.withLock { errand in session.end(errand, with: result) }
    }
}

extension Session {
    /// Begins a request of another program, with the session's access token.
    ///
    /// It is a call like the session's own ones, in its events as well, but for the bodies, which its carrier alone
    /// knows.
    package nonisolated func begin(carried request: HTTPRequest) -> CarriedRequest {
        var request = request
        request.redirects = .doNotFollow
        return CarriedRequest(begin(request), of: self)
    }
}

extension Session {
    fileprivate nonisolated func firstMessage(of errand: Errand) throws(SessionError) -> HTTPRequest? {
        do throws(SessionError) {
            guard try carriesToken(errand.call.request.url, errand.call.request.headers, .required),
                directory.proofs == nil
            else { return nil }
            errand.bearer = errand.call.bearer
            guard let bearer = errand.bearer else { return nil }
            errand.begin(at: clock.uptime)
            errand.carry(bearer)
            return try message(of: errand)
        } catch let failure {
            throw fail(&errand.call, failure)
        }
    }

    /// Without a proof and without redirects no answer leads to another message by itself.
    fileprivate nonisolated func observe(_ answer: HTTPResponse, to errand: Errand) { _ = try? isLast(answer, errand) }

    fileprivate nonisolated func end(_ errand: Errand, with result: Result<HTTPResponse, TransportError>) {
        do throws(TransportError) {
            let answer = try result.get()
            try answer.requireValidStatus()
            observe(answer, to: errand)
            _ = finish(errand, answer)
        } catch {
            _ = fail(&errand.call, fail(errand, error))
        }
    }
}
