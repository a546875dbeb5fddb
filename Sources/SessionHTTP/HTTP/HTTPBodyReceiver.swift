/// Receives the body of a successful answer (2xx) while it arrives, whatever its size.
///
/// Both closures are called on the transport's own thread, in order, and hold its other transfers up for as long as
/// they run. The body of any other answer is kept in ``HTTPResponse/body``, as that of a request without a receiver.
public struct HTTPBodyReceiver: Sendable {
    /// Called once, before the first piece, with the answer so far; not called where the body is empty.
    public let begin: @Sendable (HTTPResponse) -> Void
    /// Called with each piece, decoded; `false` gives the transfer up, which fails as cancelled.
    public let receive: @Sendable ([UInt8]) -> Bool

    /// Creates a receiver; the closures must not block.
    public init(
        begin: @escaping @Sendable (HTTPResponse) -> Void, receive: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        self.begin = begin
        self.receive = receive
    }
}
