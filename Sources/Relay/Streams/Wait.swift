import HostSystem

/// What a side of the relay waits for.
struct Interest: OptionSet {
    let rawValue: Int16

    static let reading = Interest(rawValue: Int16(POLLIN))
    static let writing = Interest(rawValue: Int16(POLLOUT))
    /// That the other side sends nothing more, whether it is read or not; the constant is for GNU programs only.
    static let end = Interest(rawValue: 0x2000)
    /// That the connection is gone; always waited for.
    static let gone = Interest(rawValue: Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL))
}

enum Wait {
    /// Waits until one of the sockets is ready, and returns for what; `nil` once the time is over.
    ///
    /// A descriptor below zero is none.
    static func on(
        _ first: (CInt, Interest), _ second: (CInt, Interest) = (-1, []), atMost limit: Duration?
    ) -> (Interest, Interest)? {
        var sockets = (
            pollfd(fd: first.0, events: first.1.rawValue, revents: 0),
            pollfd(fd: second.0, events: second.1.rawValue, revents: 0)
        )
        let deadline = limit.map { ContinuousClock.now + $0 }
        var left = limit
        while true {
            let milliseconds = left.map { Int32(clamping: $0.roundedUpMilliseconds) } ?? -1
            let count = withUnsafeMutablePointer(to: &sockets) { pair in
                pair.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, milliseconds) }
            }
            if count > 0 { return (Interest(rawValue: sockets.0.revents), Interest(rawValue: sockets.1.revents)) }
            if count == 0 || errno != EINTR { return nil }
            left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
        }
    }
}

extension Duration {
    fileprivate var roundedUpMilliseconds: Int64 {
        components.seconds * 1000 + (components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
