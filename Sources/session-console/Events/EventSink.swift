import SessionCore

/// A receiver of a session's events.
protocol EventSink: Sendable {
    /// Receives events in order, each once, on a thread that it may block; the last call may bring none.
    func take(_ events: [SessionEvent])
}
