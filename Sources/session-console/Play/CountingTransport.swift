import SessionCore
import Synchronization

/// A transport that counts the messages under way: while there is one, no time may be skipped.
struct CountingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let traffic: Traffic

    init(_ base: any HTTPTransport, _ traffic: Traffic) { (self.base, self.traffic) = (base, traffic) }

    var timeLimit: Duration? { base.timeLimit }
    var maximumTime: Duration? { base.maximumTime }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        traffic.begin()
        defer { traffic.end() }
        return try await base.send(request)
    }
}

/// The messages under way of several sessions.
final class Traffic: Sendable {
    private let state = Mutex((underWay: 0, begun: 0))

    /// How many are under way, and how many have begun since the start.
    var counts: (underWay: Int, begun: Int) { state.withLock(\.self) }

    fileprivate func begin() { state.withLock { $0 = ($0.underWay + 1, $0.begun + 1) } }
    fileprivate func end() { state.withLock { $0.underWay -= 1 } }
}

/// What moves the time of a demo.
struct Travel: Sendable {
    let clock: TravelClock
    let traffic = Traffic()
}
