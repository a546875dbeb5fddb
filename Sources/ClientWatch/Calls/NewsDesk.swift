import ClientObservation
import FoundationEssentials
import Interception
import Relay
import SessionHTTP
import Synchronization

/// Where the threads of a watch deliver what they see; they wait where the reader is behind.
final class NewsDesk: Sendable {
    private let deliver: @Sendable (WatchNews) -> Void
    private let count = Atomic(0)

    init(_ deliver: @escaping @Sendable (WatchNews) -> Void) { self.deliver = deliver }

    /// Returns the request's number.
    func begin(_ request: ObservedRequest) -> Int {
        let id = count.add(1, ordering: .relaxed).newValue
        deliver(.message(.began(id, request)))
        return id
    }

    func end(_ id: Int, _ outcome: ObservedOutcome) { deliver(.message(.ended(id, outcome, at: Date()))) }

    func report(_ cause: WatchNotice.Cause, by caller: Caller?, at host: String?) {
        let runtime = caller.flatMap { RunningProgram.runtime(of: $0.process, named: $0.name) }
        report(WatchNotice(cause, caller: caller, host: host, runtime: runtime))
    }

    func report(_ notice: WatchNotice) { deliver(.notice(notice, at: Date())) }
}

extension NewsDesk {
    /// Tells of a connection that brought no request.
    func report(_ refusal: ConnectionRefusal, at host: String?) {
        switch refusal {
        case .foreignUser(let user): report(WatchNotice(.foreignUser(user)))
        case .malformed(.tls, let caller): report(.tlsToProxy, by: caller, at: host)
        case .malformed(.version, let caller): report(.noHTTP1, by: caller, at: host)
        case .malformed(let flaw, let caller): report(.malformedHead(flaw), by: caller, at: host)
        case .tooSlow(let caller): report(.slowHead, by: caller, at: host)
        case .unreachable(let origin, let error, let caller):
            report(.unreachable(error), by: caller, at: origin.host)
        case .handshake(.distrusted(let alert), let caller):
            report(.distrusted(alert: alert), by: caller, at: host)
        case .handshake(.noCommonProtocol, let caller): report(.noHTTP1, by: caller, at: host)
        case .handshake(let failure, let caller): report(.handshake(failure), by: caller, at: host)
        case .leftAfterHandshake(let caller): report(.leftAfterHandshake, by: caller, at: host)
        case .tooMany: report(WatchNotice(.tooManyConnections))
        case .madeRoom: report(WatchNotice(.madeRoom))
        }
    }
}
