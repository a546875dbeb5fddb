import FaultInjection

extension FaultSwitches {
    /// Switches, and the injections as they happen.
    static func reporting() -> (FaultSwitches, AsyncStream<Injection>) {
        let (injections, continuation) = AsyncStream.makeStream(of: Injection.self)
        return (FaultSwitches { continuation.yield($0) }, injections)
    }
}
