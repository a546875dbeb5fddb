/// The program that sent a request.
package struct Caller: Sendable, Hashable {
    package var name: String
    /// The number of its process; `nil` where it is not known.
    package var process: Int32?
    /// The number of the process that started it, where that is of another program, such as a shell.
    ///
    /// It says nothing of who the caller is: a process may outlive the one that started it.
    package var starter: Int32?

    package init(name: String, process: Int32? = nil) {
        self.name = name
        self.process = process
    }

    package init(name: String, process: Int32, starter: Int32?) {
        self.init(name: name, process: process)
        self.starter = starter
    }

    package static func == (one: Caller, other: Caller) -> Bool {
        one.name == other.name && one.process == other.process
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(process)
    }
}

extension Caller: CustomStringConvertible {
    /// `git (4711)`.
    package var description: String { process.map { "\(name) (\($0))" } ?? name }
}
