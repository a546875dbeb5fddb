import SessionCore

/// Something that takes a session's events as they happen.
protocol EventSink: Sendable {
    /// Takes events in order; each is given once.
    func take(_ events: [SessionEvent])
}
