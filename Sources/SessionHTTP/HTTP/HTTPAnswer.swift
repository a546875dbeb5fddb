/// The answer to an ``HTTPExchange``.
public struct HTTPAnswer: Sendable, Hashable {
    /// The HTTP status code: of the last hop, where the transport has followed redirects by itself.
    public package(set) var status: Int
    /// The reason phrase as it came, free of secrets; `nil` where there is none, as in HTTP/2.
    public var reason: String?
    /// The fields as received, in order; secret values are masked, and beyond a limit fields are left out.
    public let headers: HTTPHeaders
    /// Text of the body; long bodies are cut, those of an API are left out: the caller has them.
    public let body: String?
    /// How many bytes the body had after content decoding, whether it is shown or not.
    public let bodySize: Int
    /// The protocol version as users write it: `1.1`, `2`; `nil` where the transport does not know.
    public let version: String?
    /// The phases of the last hop; `nil` where the transport does not measure them.
    public let timings: HTTPTimings?
    /// The connection of the last hop; `nil` where the transport does not say.
    public let connection: HTTPConnectionFacts?
    /// The redirects that the transport has followed by itself, oldest first.
    public let redirects: [HTTPRedirect]

    /// Creates an answer of parts that are free of secrets: nothing is masked here.
    public init(
        status: Int, headers: HTTPHeaders, body: String?, bodySize: Int, version: String?, timings: HTTPTimings?,
        connection: HTTPConnectionFacts?, redirects: [HTTPRedirect]
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.bodySize = bodySize
        self.version = version
        self.timings = timings
        self.connection = connection
        self.redirects = redirects
    }
}

extension HTTPAnswer {
    /// All of a response but its body.
    package init(of response: HTTPResponse) {
        self.init(
            status: response.status, headers: response.headers, body: nil,
            bodySize: response.body.count + response.receivedSize, version: response.version,
            timings: response.timings, connection: response.connection, redirects: response.redirects)
        reason = response.reason
    }
}
