import HostSystem

/// Writes to a child process and reads from it at the same time, so that neither side blocks on a full pipe.
struct Conversation {
    private var rest: ArraySlice<UInt8>
    private let writeEnd: Int32
    private let outputEnd: Int32
    private let errorEnd: Int32
    private var open: Set<Int32>
    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    /// The most that the child may say, in bytes.
    private let limit: Int

    enum End {
        /// The child has ended.
        case ended
        /// The deadline has passed.
        case late
        /// The child has said more than the limit.
        case tooLong
    }

    init(input: [UInt8], writeEnd: Int32, outputEnd: Int32, errorEnd: Int32, limit: Int) {
        self.limit = limit
        rest = input[...]
        (self.writeEnd, self.outputEnd, self.errorEnd) = (writeEnd, outputEnd, errorEnd)
        open = [writeEnd, outputEnd, errorEnd]
        for descriptor in open { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    /// Runs until the child has ended, has said too much, or the deadline has passed.
    ///
    /// It doesn't reap the child. It waits for the child's end, not for the pipes', which a daemon of the child's may
    /// keep open.
    mutating func carryOn(with pid: pid_t, until deadline: ContinuousClock.Instant) -> End {
        var pause: Int32 = 1
        while true {
            if hasEnded(pid) {
                exchange(waiting: 0)
                return isTooLong ? .tooLong : .ended
            }
            if isTooLong { return .tooLong }
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return .late }
            exchange(waiting: min(pause, Int32(clamping: left.components.seconds * 1000 + 1)))
            // Output wakes us; the child's end doesn't if its pipes stay open.
            pause = min(pause * 2, 20)
        }
    }

    private var isTooLong: Bool { output.count + errors.count > limit }

    private func hasEnded(_ pid: pid_t) -> Bool {
        var end = siginfo_t()
        // If the child has not ended, the structure is unchanged; an error means that there is nothing to wait for.
        return waitid(P_PID, id_t(pid), &end, WEXITED | WNOHANG | WNOWAIT) != 0 || end.si_signo == SIGCHLD
    }

    /// Closes the pipe to the child; the caller closes the other ends.
    mutating func close() {
        if open.remove(writeEnd) != nil { HostSystem.close(writeEnd) }
    }

    private mutating func exchange(waiting milliseconds: Int32) {
        var waiting = open.map { pollfd(fd: $0, events: Int16($0 == writeEnd ? POLLOUT : POLLIN), revents: 0) }
        guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
        for ready in waiting where ready.revents != 0 {
            if ready.fd == writeEnd { write() } else { read(ready.fd) }
        }
    }

    private mutating func write() {
        let count = rest.withUnsafeBytes { HostSystem.write(writeEnd, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        if rest.isEmpty || (count < 0 && errno != EAGAIN && errno != EINTR) { close() }
    }

    private mutating func read(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isTooLong {
            let count = HostSystem.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                if descriptor == outputEnd { output += buffer.prefix(count) } else { errors += buffer.prefix(count) }
            } else {
                if count == 0 { open.remove(descriptor) }
                if count == 0 || errno != EINTR { return }
            }
        }
    }
}
