/// The program that sent a request.
package struct Caller: Sendable, Hashable {
    package var name: String
    /// The number of its process; `nil` where it is not known.
    package var process: Int32?
    /// The number of the process that started it, where that is of another program, such as a shell.
    ///
    /// It says nothing of who the caller is: a process may outlive the one that started it.
    package var starter: Int32?
    /// Where it comes from, if it is no process of this machine.
    package var address: Address?

    /// The name of one that names itself nothing.
    package static let unnamed = "unnamed"

    package struct Address: Sendable, Hashable {
        /// In digits, or in words where a proxy hides it.
        package var text: String
        /// Whether a field of the request says so, which the caller may have written.
        package var isClaimed: Bool

        package init(_ text: String, isClaimed: Bool) { (self.text, self.isClaimed) = (text, isClaimed) }
    }

    package init(name: String, process: Int32? = nil) {
        self.name = name
        self.process = process
    }

    package init(name: String, at address: Address?) {
        self.init(name: name)
        self.address = address
    }

    package init(name: String, process: Int32, starter: Int32?) {
        self.init(name: name, process: process)
        self.starter = starter
    }

    package static func == (one: Caller, other: Caller) -> Bool {
        one.name == other.name && one.process == other.process && one.address == other.address
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(process)
        hasher.combine(address)
    }
}

extension Caller: CustomStringConvertible {
    /// `git (4711)`, or `assistant/1.4 (203.0.113.7)`.
    package var description: String {
        (process.map(String.init) ?? address?.description).map { "\(name) (\($0))" } ?? name
    }
}

extension Caller.Address: CustomStringConvertible {
    package var description: String { isClaimed ? "\(text), as it says" : text }
}
