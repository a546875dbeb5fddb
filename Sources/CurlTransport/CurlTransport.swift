import CCurl
import FoundationEssentials
public import SessionHTTP
import Synchronization

/// HTTP/1.1 and HTTP/2 over libcurl's multi interface.
///
/// A thread of its own runs the transfers of one transport; it starts with the first request and ends with the
/// transport. With more than eight transfers at once a second thread helps, if there is a processor for it. Connections
/// are kept and reused. Answers are decoded from gzip and brotli. Cookies, `.netrc` and credentials in URLs are not
/// used, and the only schemes are http and https.
///
/// A host has at most 64 requests under way; others wait, first come, first served. Requests to other hosts and the
/// sessions' own messages do not wait for them. ``Configuration/maximumConnectionsPerHost`` is another limit.
///
/// Share one among all sessions of a program. Each that has sent a request takes a thread and six descriptors, one of
/// them that of a connection, and its connections are used by no other: 300 transports are 300 threads, 1,800
/// descriptors and 300 handshakes with the same server.
public final class CurlTransport: HTTPTransport {
    private let configuration: Configuration
    /// The threads of the transfers, each with the hops that wait for it.
    let queues: TransferQueues
    /// Kept because a caller that polls an API sends the same request again and again.
    private let lastForm = Mutex<RequestForm?>(nil)

    /// Creates a transport; nothing is opened before the first request, which also reports a wrong file name.
    public convenience init(_ configuration: Configuration = Configuration()) {
        self.init(configuration, processors: Int(console_count_processors()))
    }

    /// Creates a transport for a machine with that many processors.
    init(_ configuration: Configuration, processors: Int) {
        self.configuration = configuration
        queues = TransferQueues(configuration: configuration, processors: processors)
    }

    deinit {
        queues.stop()
    }

    /// How long the configuration lets a server be silent.
    public var timeLimit: Duration? { configuration.timeout }

    /// The configuration's time for a whole exchange.
    public var maximumTime: Duration? { configuration.maximumTime }

    /// Sends a request and returns the last answer of its redirects, whole.
    ///
    /// The request's time-out begins anew with every byte that is received or sent. Its maximum time covers every hop,
    /// and none begins after it. Waiting for a place, as ``Configuration/maximumConnectionsPerHost`` says, counts for
    /// neither. Cancelling the task aborts the transfer and closes its connection; a waiting request returns at once.
    ///
    /// A request is sent once. It is sent a second time only if its method is safe (RFC 9110 §9.2.1) and a kept
    /// connection was closed before any of the answer arrived.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let follower = try RedirectFollower(
            request, timeLeft: request.maximumTime ?? configuration.maximumTime, makeHop: hop)
        while true {
            if let response = try follower.take(await queues.perform(follower.hop)) { return response }
        }
    }

    /// The next message of a request, ready for a thread: checked, in libcurl's notation, with its time limits.
    private func hop(of request: HTTPRequest, timeLeft: Duration?) throws(TransportError) -> Hop {
        let addresses = request.addresses ?? configuration.addresses
        // Whatever looks the name up: an address needs none.
        if let addresses, let host = Origin(request.url)?.host, let kind = AddressKind(host: host),
            !addresses.contains(kind)
        {
            throw .addressNotAllowed(host: host, kind)
        }
        return Hop(
            request, form: try form(of: request), addresses: addresses,
            patience: request.timeout ?? configuration.timeout, timeLeft: timeLeft)
    }

    /// The request in libcurl's notation.
    private func form(of request: HTTPRequest) throws(TransportError) -> RequestForm {
        let url = request.url.absoluteString
        if let last = lastForm.withLock({ $0 }), last.fits(request, url: url) { return last }
        let form = try RequestForm(of: request, url: url, configuration: configuration)
        if !form.hasBody { lastForm.withLock { $0 = form } }
        return form
    }
}
