import FoundationEssentials
import Relay
import SessionCore
import Synchronization

/// One program's request on its way: the session says what is sent, the relay sends it and says what came.
///
/// To the relay it is a call. As long as the session has a token and no 401 comes, it says everything at once, on the
/// connection's thread. Else this is the session's transport as well, and each waits for the other: the relay for the
/// next message, or for the session's last word; the session for the answer to its message.
final class ProxiedCall: RelayedCall, RequestCarrier {
    private enum Step {
        case send(HTTPRequest)
        case finish(SessionError?)
    }

    private struct State {
        var step: Step?
        var waitsForStep: CheckedContinuation<Step, Never>?
        var waitsForAnswer: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?
        /// Whether the first message went out at once, and the session is asked no more than how it ended.
        var isAtOnce = false
        var canSendAgain = true
        /// The answer that was passed on, without what came after its head.
        var passed: HTTPResponse?
        var isOver = false
    }

    private let request: CarriedRequest
    /// As the API gets it, but for the session's authorization.
    private let head: RequestHead
    private let passage: ProxyGate.Admission
    private let login: String
    private let state = Mutex(State())

    init(
        _ head: RequestHead, _ passage: ProxyGate.Admission, label: RequestLabel, on session: Session, login: String
    ) {
        let head = head.passing(passage)
        var request = HTTPRequest(method: head.method, url: passage.url, headers: HTTPHeaders(head.fields.shown))
        request.label = label
        (self.head, self.passage, self.login) = (head, passage, login)
        self.request = session.begin(carried: request)
    }

    // MARK: - To the relay

    func decide() -> OwnerAnswer<RequestDecision> {
        do throws(SessionError) {
            if let message = try request.message() {
                state.withLock { $0.isAtOnce = true }
                return .now(.forward(head.carrying(message), to: passage.origin))
            }
        } catch {
            return .now(.refuse(LocalAnswer(error, login: login)))
        }
        return .awaited { [self] in
            let step = await nextStep { work { [self] () throws(SessionError) in try await request.send(by: self) } }
            return switch step {
            case .send(let message): .forward(head.carrying(message), to: passage.origin)
            case .finish(let error): .refuse(LocalAnswer(error ?? .cancelled, login: login))
            }
        }
    }

    func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> {
        let response = HTTPResponse(answer, from: passage.url)
        // Only a 401 makes a session send again; of any other answer it hears at its end.
        guard answer.status == 401 else {
            state.withLock { $0.passed = response }
            return .now(.pass(answer.passing(passage)))
        }
        return .awaited { [self] in
            let step = await nextStep {
                let isAtOnce = state.withLock { state in
                    state.canSendAgain = mayRepeat
                    defer { state.isAtOnce = false }
                    return state.isAtOnce
                }
                guard isAtOnce else { return answered(.success(response)) }
                work { [self] () throws(SessionError) in try await request.goOn(after: response, by: self) }
            }
            if case .send(let message) = step { return .again(head.carrying(message)) }
            return .pass(answer.passing(passage))
        }
    }

    func end(_ end: CallEnd) {
        let (passed, isAtOnce) = state.withLock { state in
            state.isOver = true
            return (state.passed, state.isAtOnce)
        }
        let result = end.result(after: passed)
        if isAtOnce { request.end(with: result) } else { answered(result) }
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

    private func work(_ work: @escaping @Sendable () async throws(SessionError) -> Void) {
        Task {
            do throws(SessionError) {
                try await work()
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
    fileprivate func passing(_ passage: ProxyGate.Admission) -> RequestHead {
        var head = self
        head.target = passage.target
        head.fields.removeConnectionFields()
        head.fields.remove(Self.authorizing + ["Host"])
        if passage.isLimited {
            head.fields.remove { OverridingField.changesMethod($0) || OverridingField.changesPath($0) }
        }
        head.fields.add("Host", passage.origin.authority)
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
    fileprivate func passing(_ passage: ProxyGate.Admission) -> AnswerHead {
        var head = self
        if let location = fields["Location"] { head.fields.set("Location", passage.location(location)) }
        // Of any other answer it says what the server could do, on another connection.
        if ![101, 426].contains(status) { head.fields.remove(["Upgrade"]) }
        head.fields.removeConnectionFields()
        return head
    }
}

extension HTTPResponse {
    fileprivate init(_ head: AnswerHead, from url: URL) {
        self.init(
            status: head.status, headers: HTTPHeaders(head.fields.shown), url: url,
            version: String(Substring(head.version.utf8.dropFirst("HTTP/".utf8.count))))
        reason = head.reason.isEmpty ? nil : head.reason
    }
}

extension HeadFields {
    fileprivate var shown: [HTTPHeaders.Field] { fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) } }
}
