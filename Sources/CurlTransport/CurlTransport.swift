import CCurl
import FoundationEssentials
public import SessionCore
import Synchronization

/// HTTP/1.1 and HTTP/2 over libcurl's multi interface.
///
/// A thread of its own runs the transfers of one transport; it starts with the first request and ends with the
/// transport. With more than eight transfers at once a second thread helps, if there is a processor for it. Connections
/// are kept and reused. Answers are decoded from gzip and brotli. Cookies, `.netrc` and credentials in URLs are not
/// used, and the only schemes are http and https.
public final class CurlTransport: HTTPTransport {
    private let configuration: Configuration
    private let queues: TransferQueues
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

    /// The configuration's time-out for a whole exchange.
    public var timeLimit: Duration? { configuration.timeout }

    /// Sends a request and returns the last answer of its redirects, whole.
    ///
    /// The request's time-out covers every hop, and none begins after it. Cancelling the task aborts the transfer and closes its connection.
    ///
    /// A request is sent once. It is sent a second time only if its method is safe (RFC 9110 §9.2.1) and a kept
    /// connection was closed before any of the answer arrived.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let deadline = ContinuousClock.now + (request.timeout ?? configuration.timeout)
        var policy = RedirectPolicy()
        var request = request
        while true {
            let hop = Hop(request, form: try form(of: request), deadline: deadline)
            let response: HTTPResponse
            switch await queues.perform(hop) {
            case .success(let reception): response = reception.response(to: request)
            case .failure(let error): throw error.reached(by: policy.followed)
            }
            guard let next = try Self.request(following: request, response, policy: &policy) else {
                return policy.followed.isEmpty ? response : response.reached(by: policy.followed)
            }
            // A hop may end after the time, where the clock has jumped; each would have that respite.
            if ContinuousClock.now >= deadline { throw .timedOut(.waiting) }
            request = next
        }
    }

    private static func request(
        following request: HTTPRequest, _ response: HTTPResponse, policy: inout RedirectPolicy
    ) throws(TransportError) -> HTTPRequest? {
        do throws(TransportError) {
            return try policy.request(following: request, response, duration: response.timings?.total)
        } catch {
            throw error.reached(by: policy.followed)
        }
    }

    private func form(of request: HTTPRequest) throws(TransportError) -> RequestForm {
        let url = request.url.absoluteString
        if let last = lastForm.withLock({ $0 }), last.fits(request, url: url) { return last }
        try CurlLibrary.open()
        let form = try RequestForm(of: request, url: url, configuration: configuration)
        if !form.hasBody { lastForm.withLock { $0 = form } }
        return form
    }
}

extension HTTPResponse {
    fileprivate func reached(by redirects: [HTTPRedirect]) -> HTTPResponse {
        var response = self
        response.redirects = redirects
        return response
    }
}
