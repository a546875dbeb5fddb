public import FoundationEssentials

/// The answer to a request, whole, with what is known of how it came.
public struct HTTPResponse: Sendable {
    /// The HTTP status code of the final answer, after redirects.
    public var status: Int
    /// The reason phrase of the final answer as it came; `nil` where there is none, as in HTTP/2.
    public var reason: String?
    /// The header fields of the final answer, in order.
    public var headers: HTTPHeaders
    /// The body after content decoding (gzip, brotli).
    public var body: [UInt8]
    /// How many bytes of the body went to the request's ``HTTPRequest/bodyReceiver``, or were not kept; `body` is empty
    /// then.
    public var receivedSize: Int
    /// Where the answer came from: differs from the request's URL after a redirect.
    public var url: URL
    /// The redirects that were followed, oldest first.
    public var redirects: [HTTPRedirect]
    /// The protocol version as users write it: `1.1`, `2`; `nil` where the transport does not know.
    public var version: String?
    /// The phases of the last hop; `nil` where the transport does not measure them.
    public var timings: HTTPTimings?
    /// The connection of the last hop; `nil` where the transport does not say.
    public var connection: HTTPConnectionFacts?

    /// Creates a response; transports fill in what they know.
    public init(
        status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: URL, redirects: [HTTPRedirect] = [],
        version: String? = nil, timings: HTTPTimings? = nil, connection: HTTPConnectionFacts? = nil
    ) {
        self.init(
            status: status, reason: nil, headers: headers, body: body, receivedSize: 0, url: url, redirects: redirects,
            version: version, timings: timings, connection: connection)
    }

    /// Creates a whole response at once: to change one takes a copy of it, 400 instructions.
    package init(
        status: Int, reason: String?, headers: HTTPHeaders, body: [UInt8], receivedSize: Int, url: URL,
        redirects: [HTTPRedirect] = [], version: String?, timings: HTTPTimings?, connection: HTTPConnectionFacts?
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.receivedSize = receivedSize
        self.url = url
        self.redirects = redirects
        self.version = version
        self.timings = timings
        self.connection = connection
    }

    /// Whether the status is 2xx.
    public var isSuccess: Bool { (200..<300).contains(status) }
}

/// One redirect that was followed.
public struct HTTPRedirect: Sendable, Hashable {
    /// The status that asked for the redirect (RFC 9110 §15.4).
    public let status: Int
    /// The URL that answered with the redirect.
    public let from: URL
    /// The absolute URL that was asked next.
    public let to: URL
    /// Whether the `Authorization` field went along; never to another origin.
    public let keptAuthorization: Bool
    /// How long the hop took, from its start to the end of its answer; `nil` where that is not known.
    public let duration: Duration?

    /// Creates a redirect, as a transport has followed it.
    public init(status: Int, from: URL, to: URL, keptAuthorization: Bool, duration: Duration? = nil) {
        self.status = status
        self.from = from
        self.to = to
        self.keptAuthorization = keptAuthorization
        self.duration = duration
    }

    /// The redirect between other URLs: as they may be shown.
    package func shown(from: URL, to: URL) -> HTTPRedirect {
        HTTPRedirect(status: status, from: from, to: to, keptAuthorization: keptAuthorization, duration: duration)
    }
}

/// When each phase of the last hop ended, counted from the start of that hop.
public struct HTTPTimings: Sendable, Hashable {
    /// The name was resolved.
    public var nameLookup: Duration
    /// The connection was open; zero on a reused connection.
    public var connect: Duration
    /// The TLS handshake was done; zero without TLS or on a reused connection.
    public var tls: Duration
    /// The first byte of the answer arrived.
    public var firstByte: Duration
    /// The last byte of the answer arrived.
    public var total: Duration

    /// Creates timings, each counted from the start of the hop.
    public init(nameLookup: Duration, connect: Duration, tls: Duration, firstByte: Duration, total: Duration) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.total = total
    }
}

/// What is known of the connection that carried the answer.
public struct HTTPConnectionFacts: Sendable, Hashable {
    /// Address and port, as `127.0.0.1:8080` or `[::1]:8080`.
    public var remoteAddress: String?
    /// Whether the connection was open before the request.
    public var isReused: Bool
    /// `nil` on a connection without TLS, or where the transport does not say.
    public var tls: TLSFacts?

    /// Whether the address may be that of a proxy.
    package var mayBeProxied = false

    /// Creates the facts that a transport knows.
    public init(remoteAddress: String?, isReused: Bool, tls: TLSFacts?) {
        self.remoteAddress = remoteAddress
        self.isReused = isReused
        self.tls = tls
    }
}

/// The result of the TLS handshake, and the server's certificate.
public struct TLSFacts: Sendable, Hashable {
    /// The version as users write it: `TLSv1.3`.
    public var version: String
    /// The cipher suite, as OpenSSL names it: `TLS_AES_256_GCM_SHA384`.
    public var cipher: String
    /// The subject of the server's certificate, as OpenSSL writes it; `nil` where it is not known.
    public var certificateSubject: String?
    /// The issuer of the server's certificate, as OpenSSL writes it; `nil` where it is not known.
    public var certificateIssuer: String?
    /// The last moment that the server's certificate is valid; `nil` where it is not known.
    public var certificateExpiry: Date?

    /// Creates the facts that a transport knows.
    public init(
        version: String, cipher: String, certificateSubject: String?, certificateIssuer: String?,
        certificateExpiry: Date?
    ) {
        self.version = version
        self.cipher = cipher
        self.certificateSubject = certificateSubject
        self.certificateIssuer = certificateIssuer
        self.certificateExpiry = certificateExpiry
    }
}
