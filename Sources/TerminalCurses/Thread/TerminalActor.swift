/// Isolates what works with the terminal, and what shall hear of its keys without a detour.
///
/// It has a thread of its own, which waits for the terminal itself: on the main actor every key would first wake a thread
/// that waits for descriptors, and that one another.
@globalActor package actor TerminalActor {
    package static let shared = TerminalActor()

    nonisolated let thread = TerminalThread()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
}
