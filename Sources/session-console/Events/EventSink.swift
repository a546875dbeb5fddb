import SessionCore

/// Something that takes a session's events as they happen.
protocol EventSink: Sendable {
    /// Takes events in order, each once, on a thread that may be blocked; the last call may bring none.
    func take(_ events: [SessionEvent])
}
