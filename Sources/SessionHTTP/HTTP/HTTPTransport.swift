/// Sends one request and returns its answer: the seam to the network.
///
/// An implementation sends exactly what it is given: it adds no authorisation and keeps no cookies. It never sends a
/// request twice unless its method is safe (RFC 9110 §9.2.1): a refresh token that is sent again may end the session.
/// Cancelling the task aborts the transfer. It throws ``TransportError``; whatever else an implementation throws
/// counts as ``TransportError/brokenOff(_:after:)``, and so do a cancellation of a task that was not cancelled and an
/// answer whose status is not between 100 and 599.
///
/// A transport owns what is expensive, such as threads, descriptors and connections, and knows nothing of sessions: all
/// sessions of a program share one.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the final answer, whatever its status.
    ///
    /// Follows redirects as ``HTTPRequest/redirects`` says, and lists those it followed in ``HTTPResponse/redirects``.
    /// The `Authorization` field never goes along to another origin. Runs in the caller's isolation.
    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse

    /// How long a server may be silent where the request has no ``HTTPRequest/timeout``, for display; `nil`, the
    /// default, where that is not known.
    var timeLimit: Duration? { get }

    /// The time for a whole exchange whose request has no ``HTTPRequest/maximumTime``; `nil`, the default, where there
    /// is no limit or it is not known.
    var maximumTime: Duration? { get }
}

extension HTTPTransport {
    /// `nil`: the limit is not known.
    public var timeLimit: Duration? { nil }

    /// `nil`: an exchange has no limit.
    public var maximumTime: Duration? { nil }
}
