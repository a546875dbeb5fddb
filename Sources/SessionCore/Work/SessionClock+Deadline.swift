extension SessionClock {
    /// How late a wake-up is when the clock has jumped over it: the program was stopped, or the machine suspended.
    private var jump: Duration { .milliseconds(500) }
    /// The time left to read what arrived while the process was stopped.
    private var respite: Duration { .seconds(5) }

    /// Returns when a time limit that begins now is over, and a moment later where the clock has jumped over its end.
    ///
    /// After a stop the answer that was waited for may lie in the socket, unread.
    func sleep(untilOver limit: Duration) async throws {
        let end = uptime + limit
        try await sleep(for: limit)
        if uptime - end >= jump { try await sleep(for: respite) }
    }
}
