import FoundationEssentials
package import SessionCore
import Synchronization

/// A transport that answers as a test tells it to, and keeps every request it was given.
///
/// Answers belong to a path, whatever the host. Those queued with ``once(_:_:)`` come first and are used up in order;
/// then the standing one of ``always(_:_:)``. A path without an answer looks like a server that is down.
package final class ScriptedTransport: HTTPTransport {
    package typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private struct State {
        var queued: [String: [Answer]] = [:]
        var standing: [String: Answer] = [:]
        var requests: [HTTPRequest] = []
        var watchers: [(path: String, count: Int, gate: Gate)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Answers the next request to a path that has no earlier one queued.
    package func once(_ path: String, _ answer: @escaping Answer) {
        state.withLock { $0.queued[path, default: []].append(answer) }
    }

    /// Answers every request to a path for which nothing is queued.
    package func always(_ path: String, _ answer: @escaping Answer) {
        state.withLock { $0.standing[path] = answer }
    }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.url.path
        let (answer, gates) = state.withLock { state -> (Answer?, [Gate]) in
            state.requests.append(request)
            let count = state.requests.count { $0.url.path == path }
            let reached = state.watchers.filter { $0.path == path && $0.count <= count }
            state.watchers.removeAll { $0.path == path && $0.count <= count }
            if state.queued[path]?.isEmpty == false {
                return (state.queued[path]?.removeFirst(), reached.map(\.gate))
            }
            return (state.standing[path], reached.map(\.gate))
        }
        for gate in gates { gate.open() }
        guard let answer else {
            throw TransportError.couldNotConnect(
                host: request.url.host ?? "", reason: "nothing is scripted for \(path)")
        }
        return try await answer(request)
    }

    /// Every request so far, in order of arrival.
    package var requests: [HTTPRequest] { state.withLock(\.requests) }

    package func requests(to path: String) -> [HTTPRequest] { requests.filter { $0.url.path == path } }

    /// Returns as soon as a path has been asked that many times in all.
    package func received(_ count: Int, at path: String) async throws {
        let gate = Gate()
        let isReached = state.withLock { state in
            if state.requests.count(where: { $0.url.path == path }) >= count { return true }
            state.watchers.append((path, count, gate))
            return false
        }
        if !isReached { try await gate.passed() }
    }
}
