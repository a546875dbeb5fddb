import FoundationEssentials
import Relay
import SessionCore
import Synchronization

/// One program's request on its way: the session says what is sent, the relay sends it and says what came.
///
/// To the relay it is a call, to the session the transport of one. Each waits for the other: the relay for the next
/// message, or for the session's last word; the session for the answer to its message.
final class ProxiedCall: RelayedCall, RequestCarrier {
    private enum Step {
        case send(HTTPRequest)
        case finish(SessionError?)
    }

    private struct State {
        var step: Step?
        var waitsForStep: CheckedContinuation<Step, Never>?
        var waitsForAnswer: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?
        var canSendAgain = true
        /// The answer that was passed on, without what came after its head.
        var passed: HTTPResponse?
        var isOver = false
    }

    private let session: Session
    /// As the API gets it, but for the session's authorization.
    private let head: RequestHead
    private let passage: ProxyGate.Passage
    private let label: RequestLabel
    private let login: String
    private let state = Mutex(State())

    init(
        _ head: RequestHead, _ passage: ProxyGate.Passage, label: RequestLabel, on session: Session, login: String
    ) {
        (self.head, self.passage, self.label) = (head.passing(passage), passage, label)
        (self.session, self.login) = (session, login)
    }

    // MARK: - To the relay

    func decide() -> Verdict<RequestDecision> {
        .awaited { [self] in
            switch await nextStep(after: begin) {
            case .send(let message): .forward(head.carrying(message), to: passage.origin)
            case .finish(let error): .refuse(LocalAnswer(error ?? .cancelled, login: login))
            }
        }
    }

    func decide(on answer: AnswerHead, mayRepeat: Bool) -> Verdict<AnswerDecision> {
        let response = HTTPResponse(answer, from: passage.url)
        // Only a 401 makes a session send again; of any other answer it hears at its end.
        guard answer.status == 401 else {
            state.withLock { $0.passed = response }
            return .now(.pass(answer.passing()))
        }
        return .awaited { [self] in
            let step = await nextStep {
                state.withLock { $0.canSendAgain = mayRepeat }
                answered(.success(response))
            }
            if case .send(let message) = step { return .again(head.carrying(message)) }
            return .pass(answer.passing())
        }
    }

    func end(_ end: CallEnd) {
        let passed = state.withLock { state in
            state.isOver = true
            return state.passed
        }
        answered(end.result(after: passed))
    }

    // MARK: - To the session

    var canSendAgain: Bool { state.withLock { $0.canSendAgain } }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let result = await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waitsForAnswer = continuation }
                return state.isOver
            }
            if isOver { continuation.resume(returning: .failure(.cancelled)) } else { take(.send(request)) }
        }
        return try result.get()
    }

    private func begin() {
        var request = HTTPRequest(method: head.method, url: passage.url, headers: HTTPHeaders(head.fields.shown))
        request.label = label
        Task { [session, request] in
            do throws(SessionError) {
                _ = try await session.send(request, by: self)
                take(.finish(nil))
            } catch {
                take(.finish(error))
            }
        }
    }

    // MARK: - Between both

    private func nextStep(after action: () -> Void) async -> Step {
        action()
        return await withCheckedContinuation { continuation in
            let step = state.withLock { state in
                defer { state.step = nil }
                if state.step == nil { state.waitsForStep = continuation }
                return state.step
            }
            if let step { continuation.resume(returning: step) }
        }
    }

    private func take(_ step: Step) {
        let waiter = state.withLock { state in
            if state.waitsForStep == nil { state.step = step }
            return state.waitsForStep.take()
        }
        waiter?.resume(returning: step)
    }

    private func answered(_ result: Result<HTTPResponse, TransportError>) {
        state.withLock { $0.waitsForAnswer.take() }?.resume(returning: result)
    }
}

extension CallEnd {
    fileprivate func result(after passed: HTTPResponse?) -> Result<HTTPResponse, TransportError> {
        switch outcome {
        case .complete, .refused:
            guard var response = passed else { return .failure(.cancelled) }
            response.receivedSize = receivedSize
            return .success(response)
        case .callerLeft: return .failure(.cancelled)
        case .malformed: return .failure(.invalidRequest("the body's chunks are malformed"))
        case .failed(let error): return .failure(error)
        }
    }
}

extension RequestHead {
    /// As the API gets it, without what concerns this connection and the program's own authorization.
    fileprivate func passing(_ passage: ProxyGate.Passage) -> RequestHead {
        var head = self
        head.target = passage.target
        head.fields.removeConnectionFields()
        for name in Self.authorizing { head.fields.remove(name) }
        head.fields.set("Host", passage.origin.authority)
        return head
    }

    /// With the session's authorization.
    fileprivate func carrying(_ message: HTTPRequest) -> RequestHead {
        var head = self
        for name in Self.authorizing {
            if let value = message.headers[name] { head.fields.add(name, value) }
        }
        return head
    }

    private static let authorizing = ["Authorization", "DPoP"]
}

extension AnswerHead {
    fileprivate func passing() -> AnswerHead {
        var head = self
        head.fields.removeConnectionFields()
        return head
    }
}

extension HTTPResponse {
    fileprivate init(_ head: AnswerHead, from url: URL) {
        self.init(
            status: head.status, headers: HTTPHeaders(head.fields.shown), url: url,
            version: String(head.version.dropFirst("HTTP/".count)))
        reason = head.reason.isEmpty ? nil : head.reason
    }
}

extension HeadFields {
    fileprivate var shown: [HTTPHeaders.Field] { fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) } }
}
