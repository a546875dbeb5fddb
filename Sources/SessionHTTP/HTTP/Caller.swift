/// The program that sent a request.
package struct Caller: Sendable, Hashable {
    package var name: String
    /// The number of its process; `nil` where it is not known.
    package var process: Int32?

    package init(name: String, process: Int32? = nil) {
        self.name = name
        self.process = process
    }
}

extension Caller: CustomStringConvertible {
    /// `git (4711)`.
    package var description: String { process.map { "\(name) (\($0))" } ?? name }
}
