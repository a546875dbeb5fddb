public import FoundationEssentials

/// One message to a server and its answer, as it may be shown: secrets are replaced by their fingerprints.
public struct HTTPExchange: Sendable, Hashable, Identifiable {
    /// Counts the exchanges of one ``Session``.
    public let id: Int
    public let purpose: SessionError.Purpose
    /// The caller's request it is an attempt of.
    public let request: Int?
    public let method: String
    public let url: String
    public let requestHeaders: HTTPHeaders
    /// The form parameters or the text that was sent; long bodies are cut.
    public let requestBody: String?
    public let sentAt: Date
    /// How long it took, by the monotonic clock.
    public let duration: Duration
    public let outcome: Outcome

    public enum Outcome: Sendable, Hashable {
        case answered(Answer)
        case failed(TransportError)
    }

    public struct Answer: Sendable, Hashable {
        public let status: Int
        public let headers: HTTPHeaders
        /// Text of the body; long bodies are cut, those of an API are left out: the caller has them.
        public let body: String?
        public let bodySize: Int
        public let version: String?
        public let timings: HTTPTimings?
        public let connection: HTTPConnectionFacts?
        public let redirects: [HTTPRedirect]

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

    public init(
        id: Int, purpose: SessionError.Purpose, request: Int?, method: String, url: String,
        requestHeaders: HTTPHeaders, requestBody: String?, sentAt: Date, duration: Duration, outcome: Outcome
    ) {
        self.id = id
        self.purpose = purpose
        self.request = request
        self.method = method
        self.url = url
        self.requestHeaders = requestHeaders
        self.requestBody = requestBody
        self.sentAt = sentAt
        self.duration = duration
        self.outcome = outcome
    }
}
