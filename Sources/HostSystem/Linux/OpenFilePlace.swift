import FoundationEssentials

/// Where open files are, by `/proc`.
package enum OpenFilePlace {
    /// The path of an open file, without links; `nil` where the system doesn't say.
    package static func path(of descriptor: Int32) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
    }

    /// The program that a process runs; `nil` where it has ended, or is another user's.
    package static func executable(of process: pid_t) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    }

    /// The path by which this program can start itself once more.
    package static let ownExecutable = "/proc/self/exe"
}
