import FaultInjection
import SessionCore
import Synchronization

/// Reports injected faults to the session in the moment they strike, so that the event stands before what it causes.
final class InjectionReporter: Sendable {
    private let session = Mutex<Session?>(nil)
    /// The injections as they happen.
    let injections: AsyncStream<FaultSwitches.Injection>
    private let continuation: AsyncStream<FaultSwitches.Injection>.Continuation

    init() { (injections, continuation) = AsyncStream.makeStream() }

    /// Switches that report here.
    func switches() -> FaultSwitches {
        FaultSwitches { injection in
            let end = injection.isDisarmed ? "; the fault has switched itself off" : ""
            self.session.withLock { $0 }?.report(injected: injection.description + end)
            self.continuation.yield(injection)
        }
    }

    /// The session that learns of the injections.
    func report(to session: Session) { self.session.withLock { $0 = session } }
}
