import CProcess

/// A pipe by which one thread wakes another, or a signal handler does: nobody waits on it, and no other program has it.
package enum WakingPipe {
    /// `nil` where the system has no descriptors left, which `errno` says.
    package static func open() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        return console_open_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }
}
