/// The program that a request is sent for, where that is another one than the session's own.
public struct RequestCaller: Sendable, Hashable, CustomStringConvertible {
    /// The program's name, as the system has it; `nil` where it is not known.
    ///
    /// It may contain text from outside.
    public let program: String?
    /// The number of its process; `nil` where it is not known, or where all processes of the program are meant.
    public let process: Int?

    /// Creates a caller.
    public init(program: String?, process: Int?) {
        self.program = program
        self.process = process
    }

    /// `git (4711)`.
    public var description: String {
        let name = program ?? "a program"
        return process.map { "\(name) (\($0))" } ?? name
    }
}
