public import FoundationEssentials

/// A request as a transport sends it.
public struct HTTPRequest: Sendable {
    /// How redirects are handled.
    public enum RedirectRule: Sendable, Hashable {
        /// Followed at most ten times, never from https to http.
        ///
        /// To another origin goes no body, and of the fields only those that are never credentials, such as `Accept`.
        case follow
        /// The 3xx answer itself is the response.
        case doNotFollow
    }

    /// The method, in upper case by convention; it is sent as it stands (RFC 9110 §9.1).
    public var method: String
    /// An absolute http or https URL with a host; any other is refused, and nothing is sent.
    public var url: URL
    /// The fields to send; ``Session/send(_:authorization:)`` adds the `Authorization` field.
    public var headers: HTTPHeaders
    /// The body; ``HTTPBody/none`` sends no `Content-Length` either.
    public var body: HTTPBody
    /// Whether redirects are followed; they are by default.
    public var redirects: RedirectRule
    /// How long the server may be silent: until the first byte of the answer, and between two bytes; `nil` means the
    /// transport's default.
    public var timeout: Duration?
    /// The time for the whole exchange, redirects included; `nil` means the transport's default, which may be none.
    public var maximumTime: Duration?
    /// Receives the body of a successful answer while it arrives; `nil`, the default, keeps it in memory.
    public var bodyReceiver: HTTPBodyReceiver?
    /// Written by the transport while the answer arrives; `nil`, the default, costs nothing.
    public var progress: HTTPProgress?
    /// The most of the answer's body that is kept in memory, in bytes after content decoding, if that is less than the
    /// transport's own limit; `nil`, the default, leaves it at that.
    public var bodyLimit: Int?
    /// The kinds of address that the request and its redirects may go to; `nil`, the default, means all.
    ///
    /// A name is judged by the addresses that it has when the connection is opened. Through a proxy, which looks names
    /// up itself, only an address in the URL is judged.
    public var addresses: Set<AddressKind>?
    /// Whether a server that asks for the transport's client certificate gets it; never after a redirect to another
    /// origin.
    public var offersClientCertificate = true
    /// Whether an event stream, which has no end, counts as the whole answer once its header is there.
    package var endsAtEventStream = false
    /// Fields that the transport would add by itself and does not send.
    package var omittedFields: [String] = []
    /// Whether it is a message of the protocol, such as a refresh, for which many callers may wait: it never waits for
    /// callers' requests.
    package var isOfProtocol = false
    /// The ``HTTPExchange/id`` that the session gives the message, for a transport that reports about it.
    package var exchange: Int?
    /// Identifies the request for the caller: it is not sent, and every event of the call has it.
    public var label: RequestLabel?

    /// Creates a request; redirects are followed by default.
    public init(
        method: String = "GET", url: URL, headers: HTTPHeaders = [:], body: HTTPBody = .none,
        redirects: RedirectRule = .follow, timeout: Duration? = nil, maximumTime: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.redirects = redirects
        self.timeout = timeout
        self.maximumTime = maximumTime
    }
}
