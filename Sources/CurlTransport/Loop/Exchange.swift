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
        header = HeaderList(Self.fields(of: request, userAgent: configuration.userAgent))
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

    /// A field each, in libcurl's notation.
    private static func fields(of request: HTTPRequest, userAgent: String?) -> [String] {
        // An empty value has a notation of its own: a bare "Name:" keeps libcurl from adding a field.
        var fields = request.headers.fields.compactMap { field in
            RequestRules.isFraming(field.name)
                ? nil : field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value
        }
        if request.headers["Accept-Encoding"] == nil { fields.append("Accept-Encoding: " + ContentCoding.accepted) }
        if let userAgent, request.headers["User-Agent"] == nil { fields.append("User-Agent: " + userAgent) }
        if request.body.isPresent {
            fields.append("Expect:")
            if request.headers["Content-Type"] == nil { fields.append("Content-Type:") }
        }
        return fields
    }
}
