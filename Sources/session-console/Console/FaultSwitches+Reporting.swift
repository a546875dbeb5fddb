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
            let end = injection.isDisarmed ? "; the fault is now disarmed" : ""
            self.session.withLock { $0 }?.report(injected: injection.description + end)
            self.continuation.yield(injection)
        }
    }

    /// Sets the session that records the injections.
    func report(to session: Session) { self.session.withLock { $0 = session } }
}
