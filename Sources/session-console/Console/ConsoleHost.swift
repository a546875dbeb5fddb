import ConsoleApp
import DemoProvider
import FaultInjection
import FoundationEssentials
import SessionCore

/// What the console works on: the session, the faults that can be injected, and the demo's provider.
struct ConsoleHost: Sendable {
    var context: ConsoleContext
    var session: Session
    var switches: FaultSwitches
    /// The injections as they happen.
    var injections: AsyncStream<FaultSwitches.Injection>
    var settings: ProviderSettings
    /// Whether the session outlives the console.
    ///
    /// If not, the console need not wait for its work.
    var isKept: Bool
    /// Where the address of its proxy is kept; `nil` for a session that ends with the console.
    var proxyFile: KeptProxy.File?
    /// What was sent.
    var history = CallHistory()
    /// What other processes and sessions do with the session's store.
    var others = AsyncStream<[OtherProcessEvent]> { $0.finish() }
    /// The provider of `demo`; `nil` for a profile.
    var demo: DemoProvider?
    /// What the clients of `provider --watch` do wrong.
    var watch: ProviderWatch?
}
