/// Isolates what works with the terminal, and what shall hear of its keys without a detour.
///
/// It has a thread of its own, which waits for the terminal itself: on the main actor every key would first wake a
/// thread that waits for descriptors, and that one another.
@globalActor package actor TerminalActor {
    package static let shared = TerminalActor()

    package nonisolated let thread = TerminalThread()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Runs a closure of the actor on its thread at once, as ``MainActor/assumeIsolated(_:file:line:)`` does: a task
    /// for every key would come later.
    static func assumeIsolated(_ body: @TerminalActor () -> Void) {
        shared.preconditionIsolated()
        // Isolation is all that tells the two types apart, and was just checked.
        withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Void).self)() }
    }
}
