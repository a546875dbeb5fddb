import FoundationEssentials
import SessionCore
import Synchronization

/// One hop of a request, shared by the task that waits for it and the transfer thread.
///
/// All that can be made ready without libcurl is made ready by the task: the thread serves every request there is.
final class Exchange: Sendable {
    typealias Answer = Result<Reception, TransportError>
    /// Resumed once, by the transfer thread.
    typealias Continuation = CheckedContinuation<Answer, Never>

    let request: HTTPRequest
    let deadline: ContinuousClock.Instant
    let url: String
    let header: HeaderList
    /// Whether a proxy that the environment names is not meant for it.
    let goesDirectly: Bool
    private let cancelled = Atomic(false)

    /// Throws ``TransportError/invalidRequest(_:)`` where the request must not be sent as it is.
    init(
        _ request: HTTPRequest, deadline: ContinuousClock.Instant, configuration: CurlTransport.Configuration
    ) throws(TransportError) {
        try RequestRules.check(request)
        self.request = request
        self.deadline = deadline
        url = request.url.absoluteString
        header = HeaderList(of: request, userAgent: configuration.userAgent)
        goesDirectly =
            configuration.proxy == nil && ProxyEnvironment.isSet && Origin(request.url)?.isLoopback == true
    }

    var isSecure: Bool {
        url.utf8.dropFirst(4).first.map { $0 == UInt8(ascii: "s") || $0 == UInt8(ascii: "S") } ?? false
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }
}
