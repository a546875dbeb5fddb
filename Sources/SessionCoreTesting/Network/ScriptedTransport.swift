import FoundationEssentials
public import SessionCore
import Synchronization

/// A transport without sockets: it answers as a test says and keeps every request it was given.
///
/// Answers belong to a path, whatever the host. Those queued with `once` come first and are used up in order;
/// then the standing one of `always`. A path without an answer looks like a server that is down. Redirects are
/// not followed.
public final class ScriptedTransport: HTTPTransport {
    private struct State {
        var queued: [String: [ScriptedAnswer]] = [:]
        var standing: [String: ScriptedAnswer] = [:]
        var requests: [HTTPRequest] = []
        var watchers: [(path: String, count: Int, gate: Gate)] = []
    }

    private let state = Mutex(State())

    /// Creates a transport that has no answers.
    public init() {}

    /// Answers the next request to a path that has no earlier one queued.
    public func once(_ path: String, _ answer: ScriptedAnswer) {
        state.withLock { $0.queued[path, default: []].append(answer) }
    }

    /// Answers every request to a path for which nothing is queued; a later call replaces the answer.
    public func always(_ path: String, _ answer: ScriptedAnswer) {
        state.withLock { $0.standing[path] = answer }
    }

    /// Answers as scripted; throws `TransportError` where nothing is.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.url.path
        let (answer, gates) = state.withLock { state -> (ScriptedAnswer?, [Gate]) in
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
        return try await answer.respond(request)
    }

    /// Every request so far, in order of arrival.
    public var requests: [HTTPRequest] { state.withLock(\.requests) }

    /// The requests to a path, in order of arrival.
    public func requests(to path: String) -> [HTTPRequest] { requests.filter { $0.url.path == path } }

    /// Returns as soon as a path has been asked that many times in all; throws ``NeverCame`` after a minute.
    public func received(_ count: Int, at path: String) async throws {
        let gate = Gate()
        let isReached = state.withLock { state in
            if state.requests.count(where: { $0.url.path == path }) >= count { return true }
            state.watchers.append((path, count, gate))
            return false
        }
        if !isReached { try await gate.passed() }
    }
}

extension ScriptedTransport {
    /// Answers the next request to a path that has no earlier one queued with what `respond` returns or throws.
    public func once(_ path: String, _ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        once(path, ScriptedAnswer(respond))
    }

    /// Answers every request to a path for which nothing is queued with what `respond` returns or throws.
    public func always(_ path: String, _ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        always(path, ScriptedAnswer(respond))
    }
}
