import ConsoleApp
import DemoProvider
import FaultInjection
import FoundationEssentials
import SessionCore

/// The real things behind the console: the session, what can be made to go wrong, and the demo's provider.
struct ConsoleHost: Sendable {
    var context: ConsoleContext
    var session: Session
    var switches: FaultSwitches
    /// The injections as they happen.
    var injections: AsyncStream<FaultSwitches.Injection>
    var settings: ProviderSettings
    /// Whether the session outlives the console: what ends with it anyway needs no waiting for.
    var isKept: Bool
    /// The provider of `demo`; `nil` on a profile.
    var demo: DemoProvider?
}
