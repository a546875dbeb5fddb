import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport

/// A transport, the real one by default, with a memory of what went over it and a hand on its answers.
final class Wire: HTTPTransport {
    /// An answer that has come over the socket and is kept from the session.
    ///
    /// Whoever sent the request may give up meanwhile: the answer arrives all the same, late.
    final class Hold: Sendable {
        private let answer = Gate()
        private let released = Gate()

        /// Returns once the server has answered.
        func answered() async throws { try await answer.passed() }

        func release() { released.open() }

        fileprivate func keep() async {
            answer.open()
            // In a task of its own, which no cancellation reaches.
            await Task { [released] in try? await released.passed() }.value
        }
    }

    /// A number of requests whose answers are kept back until all of them have come.
    private final class Crowd: Sendable {
        private let missing: Mutex<Int>
        private let complete = Gate()

        init(_ count: Int) {
            missing = Mutex(count)
        }

        func join() async {
            let isComplete = missing.withLock { missing in
                missing -= 1
                return missing == 0
            }
            if isComplete { complete.open() }
            try? await complete.passed()
        }
    }

    private struct State {
        var requests: [HTTPRequest] = []
        var answers: [HTTPResponse] = []
        /// What keeps an answer back, in the order of the requests to the path.
        var brakes: [(path: String, keep: @Sendable () async -> Void)] = []
    }

    private let transport: any HTTPTransport
    private let state = Mutex(State())

    init(over transport: any HTTPTransport = CurlTransport.patient { $0.bodyLimit = 4 << 20 }) {
        self.transport = transport
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let keep = state.withLock { state -> (@Sendable () async -> Void)? in
            state.requests.append(request)
            guard let index = state.brakes.firstIndex(where: { $0.path == request.url.path }) else { return nil }
            return state.brakes.remove(at: index).keep
        }
        let answer: Result<HTTPResponse, TransportError>
        do {
            answer = .success(try await transport.send(request))
        } catch {
            answer = .failure(error as? TransportError ?? .cancelled)
        }
        await keep?()
        if case .success(let response) = answer { state.withLock { $0.answers.append(response) } }
        return try answer.get()
    }

    /// Keeps back the answer to the next request to a path.
    func holdAnswer(from path: String) -> Hold {
        let hold = Hold()
        state.withLock { $0.brakes.append((path, hold.keep)) }
        return hold
    }

    /// Keeps back the answers to the next `count` requests to a path until all of them have come: none of those
    /// requests can have been made with what an answer brought.
    func gatherAnswers(_ count: Int, from path: String) {
        let crowd = Crowd(count)
        state.withLock { $0.brakes += Array(repeating: (path, crowd.join), count: count) }
    }

    /// What was sent to a path, redirects not counted.
    func requests(to path: String) -> [HTTPRequest] {
        state.withLock { $0.requests.filter { $0.url.path == path } }
    }
}

extension Wire {
    /// The names that secrets travel under, kept apart from the library's own list.
    private static let names: Set<String> = [
        "access_token", "refresh_token", "id_token", "code", "code_verifier", "device_code", "password",
        "client_secret", "client_assertion", "state", "token", "subject_token",
    ]

    /// Every secret that has gone over the wire, in either direction.
    var secrets: Set<String> {
        let (requests, answers) = state.withLock { ($0.requests, $0.answers) }
        var secrets: Set<String> = []
        for request in requests {
            for (name, value) in request.form where Self.names.contains(name) { secrets.insert(value) }
            if let credentials = request.headers["Authorization"]?.split(separator: " ").last {
                secrets.insert(String(credentials))
            }
        }
        for answer in answers {
            guard let members = try? JSONValue(parsing: answer.body).object else { continue }
            for name in members.names where Self.names.contains(name) {
                if let text = members[name]?.string { secrets.insert(text) }
            }
        }
        return secrets
    }
}
