/// Identifies a request for its caller: the request's facts have it in every event of the call.
///
/// With it a span of a trace is joined to a call. The label is neither sent nor masked.
public struct RequestLabel: Sendable, Hashable {
    /// The part of the caller's program that counts the requests: `session`.
    public let sender: String
    /// The number of the request in that part of the program.
    public let number: Int
    /// The program that it is sent for; `nil` for the caller's own.
    package let caller: Caller?

    /// Creates a label.
    public init(_ number: Int, from sender: String) {
        self.init(number, from: sender, for: nil)
    }

    package init(_ number: Int, from sender: String, for caller: Caller?) {
        (self.number, self.sender, self.caller) = (number, sender, caller)
    }
}
