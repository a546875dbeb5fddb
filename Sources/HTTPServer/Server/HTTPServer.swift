import Synchronization

/// A small HTTP/1.1 server on a loopback address: a request in, a response out.
///
/// One thread of libmicrohttpd serves all connections. A handler runs in a task of its own, so a slow one doesn't block
/// that thread. Handlers are cancelled when the server stops or notices that the client has left; while a handler
/// runs, it doesn't notice.
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (ServerRequest) async -> ServerResponse
    /// Answers at once on the server's thread, which it must not block, or returns `nil` to pass on to the handler.
    package typealias ImmediateHandler = @Sendable (ServerRequest) -> ServerResponse?

    package enum Address: Sendable, Hashable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6
    }

    package struct Limits: Sendable {
        /// The largest request body, in bytes; a larger one is answered with 413.
        ///
        /// 1 MiB by default.
        package var bodySize = 1 << 20
        /// How many connections may be open; for the last of them one that waits for a request is closed, the longest
        /// silent first.
        ///
        /// 512 by default.
        package var connections = 512
        /// How long a connection may be idle, rounded down to seconds; zero means without limit.
        ///
        /// 60 s by default.
        package var idleTime = Duration.seconds(60)

        package init() {}
    }

    /// A server's certificate and key for TLS, both PEM text.
    package struct TLSIdentity: Sendable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    package let address: Address
    private let scheme: String
    /// The bound port: the requested one, or the free one that the system chose for 0.
    package let port: UInt16
    private let dispatcher: Dispatcher
    private let daemon: Daemon

    /// Binds the port and serves at once.
    ///
    /// Port 0 means any free one. With a TLS identity the server speaks https only.
    package static func start(
        address: Address = .ipv4, port: UInt16 = 0, limits: Limits = Limits(), tls: TLSIdentity? = nil,
        immediately: ImmediateHandler? = nil, handler: @escaping Handler
    ) throws(HTTPServerError) -> HTTPServer {
        let (socket, port) = try ListeningSocket.open(address, port: port)
        let dispatcher = Dispatcher(limits: limits, immediately: immediately, handler: handler)
        let daemon = try Daemon(listeningSocket: socket, limits: limits, tls: tls, dispatcher: dispatcher)
        return HTTPServer(
            address: address, scheme: tls == nil ? "http" : "https", port: port, dispatcher: dispatcher, daemon: daemon)
    }

    private init(address: Address, scheme: String, port: UInt16, dispatcher: Dispatcher, daemon: Daemon) {
        self.address = address
        self.scheme = scheme
        self.port = port
        self.dispatcher = dispatcher
        self.daemon = daemon
    }

    /// `http://127.0.0.1:49152`, without a trailing slash.
    package var origin: String {
        switch address {
        case .ipv4: "\(scheme)://127.0.0.1:\(port)"
        case .ipv6: "\(scheme)://[::1]:\(port)"
        }
    }

    /// Frees the port and closes every connection, hung ones too.
    ///
    /// Running handlers are cancelled, not waited for.
    ///
    /// Calling it again does nothing. A server that is released without `stop()` stops by itself.
    package func stop() async {
        daemon.stop()
    }
}
