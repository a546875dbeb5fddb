import ConsoleFaults
import ConsoleApp
import FaultInjection
import SessionCore
import Synchronization

/// Reports faults to the session at the moment of their injection, so that the event precedes its effects.
final class InjectionReporter: Sendable {
    private let session = Mutex<Session?>(nil)
    /// The injections, as they happen.
    let injections: AsyncStream<FaultSwitches.Injection>
    private let continuation: AsyncStream<FaultSwitches.Injection>.Continuation

    init() { (injections, continuation) = AsyncStream.makeStream() }

    /// Creates switches that report here.
    func switches() -> FaultSwitches {
        FaultSwitches { injection in
            self.session.withLock { $0 }?.report(injected: injection.fault, sending: injection.refreshToken)
            self.continuation.yield(injection)
        }
    }

    /// Sets the session that records the injections.
    func report(to session: Session) { self.session.withLock { $0 = session } }
}

extension FaultSwitches.Injection {
    var fault: InjectedFault {
        let end =
            switch left {
            case nil: "; the fault is now disarmed"
            case .times(1): "; it strikes one more time"
            case .times(let count): "; it strikes \(count) more times"
            case .untilDisarmed: ""
            }
        let text = "\(LabFault.words(for: name)): \(description)\(end)"
        return InjectedFault(name: name, step: .struck, exchange: exchange, text: text)
    }
}
