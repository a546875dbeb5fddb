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

    /// `passing` says that the host passes unopened from now on.
    func report(_ cause: WatchNotice.Cause, by caller: Caller?, at host: String?, passing: Bool = false) {
        let runtime = caller.flatMap { RunningProgram.runtime(of: $0.process, named: $0.name) }
        report(WatchNotice(cause, caller: caller, host: host, runtime: runtime, passesHost: passing))
    }

    func report(_ notice: WatchNotice) { deliver(.notice(notice, at: Date())) }
}

extension NewsDesk {
    /// Tells of a connection that brought no request.
    func report(_ refusal: ConnectionRefusal, at host: String?, passing: Bool = false) {
        func tell(_ cause: WatchNotice.Cause, _ caller: Caller?, at place: String? = host) {
            report(cause, by: caller, at: place, passing: passing)
        }
        switch refusal {
        case .foreignUser(let user): report(WatchNotice(.foreignUser(user)))
        case .malformed(.tls, let caller): tell(.tlsToProxy, caller)
        case .malformed(.version, let caller): tell(.noHTTP1, caller)
        case .malformed(let flaw, let caller): tell(.malformedHead(reason: "\(flaw)"), caller)
        case .tooSlow(let caller): tell(.slowHead, caller)
        case .unreachable(let origin, let error, let caller): tell(.noConnection(error), caller, at: origin.host)
        case .handshake(.distrusted(let alert), let caller): tell(.distrusted(alert: alert), caller)
        case .handshake(.noCommonProtocol, let caller): tell(.noHTTP1, caller)
        case .handshake(let failure, let caller): tell(.handshake(reason: failure?.words), caller)
        case .leftAfterHandshake(let caller): tell(.leftAfterHandshake, caller)
        case .tooMany: report(WatchNotice(.tooManyConnections))
        case .madeRoom: report(WatchNotice(.madeRoom))
        }
    }
}

extension WatchNotice.Cause {
    /// Why there is no connection to a server, which may have been reached all the same.
    static func noConnection(_ error: TransportError) -> WatchNotice.Cause {
        switch error {
        case .tls, .timedOut(.tls, _): .serverTLS(error)
        default: .unreachable(error)
        }
    }
}

extension TLSFailure {
    fileprivate var words: String {
        switch self {
        case .distrusted(let alert), .alert(let alert): "alert \(alert)"
        case .noCommonProtocol: "no common protocol"
        case .brokenOff: "the connection was broken off"
        case .malformed(let reason): reason
        }
    }
}
