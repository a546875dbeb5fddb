// A release build finds the raw value of a constant of the C library in this module.
import CProcess
import Glibc

/// How many files the program may have open at once.
enum DescriptorLimit {
    /// What any command needs: its streams, signals, the session's file and lock, connections, and a spare.
    static let need: rlim_t = 32

    /// Throws where there are too few: then the run-time library ends programs without a word, and tokens that a refresh
    /// has brought can't be stored.
    static func require() throws(CommandFailure) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < need else { return }
        throw CommandFailure(
            .failed, "This program may have only \(limit.rlim_cur) files open at once, and needs \(need).",
            advice: "Raise the limit of open files: ulimit -n 1024")
    }
}
