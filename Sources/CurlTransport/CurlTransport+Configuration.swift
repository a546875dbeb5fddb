public import SessionHTTP

extension CurlTransport {
    /// How a transport connects, which certificates it trusts, and its time-outs.
    public struct Configuration: Sendable {
        /// The time-out for opening a connection, TLS included.
        public var connectTimeout: Duration
        /// How long a server may be silent if the request has no time of its own: until the first byte of the answer,
        /// and between two bytes.
        public var timeout: Duration
        /// The time for a whole exchange, redirects included, if the request has none of its own; `nil` means no limit.
        public var maximumTime: Duration?
        /// The largest body that is kept in memory, in bytes after content decoding.
        public var bodyLimit: Int
        /// The kinds of address that requests without a say of their own may go to; `nil` means all.
        public var addresses: Set<AddressKind>?
        /// How many requests to one host, which is a scheme, a name and a port, may be under way at once, each of them
        /// on a connection of its own where the server has no HTTP/2; 0 means no limit.
        ///
        /// Others wait, first come, first served, and no time limit counts that. The messages of the sessions
        /// themselves, such as a refresh, have as many places of their own. An event stream that a
        /// ``/SessionCore/HTTPRequest/bodyReceiver`` takes gives up its place when its header is there; a long poll
        /// keeps its place, so count those that are held open.
        ///
        /// The default, 64, is far more than the 6 of browsers and of URLSession, which serve one person, fits on one
        /// connection of HTTP/2, where servers commonly allow 100 or 128 streams, and leaves room for other clients at
        /// a server such as nginx, which has 512 or 768 connections a worker by default.
        public var maximumConnectionsPerHost: Int
        /// The value of `User-Agent` for requests without one; `nil` sends none.
        public var userAgent: String?
        /// A PEM file of the authorities to trust instead of the system's.
        public var certificateAuthorityFile: String?
        /// The certificate this client shows to servers that ask for one, except after a redirect to another origin and
        /// to requests that withhold it: see ``/SessionCore/HTTPRequest/offersClientCertificate``.
        public var clientCertificate: ClientCertificate?
        /// The server's public key as `sha256//BASE64`, several separated by `;` (RFC 7469 §2.4); any other is refused.
        public var pinnedPublicKey: String?
        /// The proxy, such as `http://proxy.example:3128` or `socks5h://127.0.0.1:1080`.
        ///
        /// Requests to a loopback address never use a proxy, which would carry them off this machine unencrypted. `nil`
        /// follows the environment as curl does (`https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`). An empty string
        /// means no proxy, even if the environment names one.
        public var proxy: String?

        /// Creates a configuration with the defaults that suit an interactive client.
        public init(
            connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(30),
            maximumTime: Duration? = nil, bodyLimit: Int = 64 << 20, maximumConnectionsPerHost: Int = 64,
            userAgent: String? = "session-console",
            certificateAuthorityFile: String? = nil, clientCertificate: ClientCertificate? = nil,
            pinnedPublicKey: String? = nil, proxy: String? = nil
        ) {
            self.connectTimeout = connectTimeout
            self.timeout = timeout
            self.maximumTime = maximumTime
            self.bodyLimit = bodyLimit
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.userAgent = userAgent
            self.certificateAuthorityFile = certificateAuthorityFile
            self.clientCertificate = clientCertificate
            self.pinnedPublicKey = pinnedPublicKey
            self.proxy = proxy
        }
    }

    /// A certificate and its private key, both PEM files (RFC 8705 uses it to authenticate a client).
    public struct ClientCertificate: Sendable, Hashable {
        /// The path of the certificate, with its chain if the server needs it.
        public var certificateFile: String
        /// The path of its private key, without a passphrase.
        public var keyFile: String

        /// Creates a certificate of two PEM files, read when a connection is opened.
        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }
}
