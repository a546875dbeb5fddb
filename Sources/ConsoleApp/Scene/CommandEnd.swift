/// How a program ended.
package struct CommandEnd: Sendable, Hashable {
    /// As a shell has it.
    package let status: Int32
    /// The name of the signal that ended it; `nil` where it exited.
    package let signal: String?

    package init(status: Int32, signal: String?) { (self.status, self.signal) = (status, signal) }

    var isFailure: Bool { status != 0 }

    /// `exited 2`, or `ended by SIGTERM`.
    var words: String { signal.map { "ended by \($0)" } ?? "exited \(status)" }
}
