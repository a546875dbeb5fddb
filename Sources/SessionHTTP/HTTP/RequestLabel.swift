/// How a caller tells its requests apart: the facts of a request have it in every event of the call.
///
/// A span of a trace is joined to a call so. The label is neither sent nor masked.
public struct RequestLabel: Sendable, Hashable {
    /// The part of the caller's program that counts the requests: `session`.
    public let sender: String
    /// Tells the requests of that part apart.
    public let number: Int

    /// Creates a label.
    public init(_ number: Int, from sender: String) {
        self.number = number
        self.sender = sender
    }
}
