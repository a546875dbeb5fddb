import SessionCore

/// Finds the forced logouts among a session's events, in whichever process they happened.
struct ForcedEnds: Sendable {
    /// Whether the session's store has been read: an end that it knew before is not news.
    private var isConfigured = false

    /// Why the session has ended by force with this event; `nil` if it has not.
    mutating func end(by event: SessionEvent) -> SessionEnd? {
        switch event.kind {
        case .configured:
            isConfigured = true
            return nil
        case .forcedOut(let end): return end
        case .endedElsewhere(let ending): return isConfigured && ending.end.isForced ? ending.end : nil
        default: return nil
        }
    }
}
