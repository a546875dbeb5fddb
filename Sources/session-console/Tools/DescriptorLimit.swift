import HostSystem

/// How many files the program may have open at once.
enum DescriptorLimit {
    /// The descriptors that any command needs: streams, signals, the session's file and lock, connections, and a
    /// reserve.
    static let need: rlim_t = 32

    /// Throws if the limit is too low: the run-time library would end the program without a message, and refreshed
    /// tokens could not be stored.
    static func require() throws(CommandFailure) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < need else { return }
        throw CommandFailure(
            .failed, "This program may have only \(limit.rlim_cur) files open at once, and needs \(need).",
            advice: "Raise the open-file limit: ulimit -n 1024")
    }
}
