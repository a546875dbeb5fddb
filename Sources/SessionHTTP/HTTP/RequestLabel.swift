/// Identifies a request for its caller: the request's facts have it in every event of the call.
///
/// With it a span of a trace is joined to a call. The label is neither sent nor masked.
public struct RequestLabel: Sendable, Hashable {
    /// The part of the caller's program that counts the requests: `session`.
    public let sender: String
    /// The number of the request in that part of the program.
    public let number: Int
    /// The program that it is sent for; `nil` for the caller's own.
    public let caller: RequestCaller?

    /// Creates a label.
    public init(_ number: Int, from sender: String, for caller: RequestCaller? = nil) {
        self.number = number
        self.sender = sender
        self.caller = caller
    }
}
