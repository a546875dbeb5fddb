import FoundationEssentials
import SessionCore

/// A request in libcurl's notation, without its body: checked, and made by the task that sends it, as the transfer
/// thread serves every request there is.
final class RequestForm: Sendable {
    let method: String
    let url: String
    let headers: HTTPHeaders
    let hasBody: Bool
    let list: HeaderList
    let isSecure: Bool
    /// RFC 9110 §9.2.1.
    let hasSafeMethod: Bool
    /// Whether it stays within this machine, so that no proxy may see it.
    let goesDirectly: Bool
    let offersClientCertificate: Bool

    /// Throws ``TransportError/invalidRequest(_:)`` where the request must not be sent as it is.
    init(
        of request: HTTPRequest, url: String, configuration: CurlTransport.Configuration,
        environmentNamesProxy: Bool = ProxyEnvironment.isSet
    ) throws(TransportError) {
        try RequestRules.check(request, url: url)
        self.url = url
        method = request.method
        headers = request.headers
        hasBody = request.body.isPresent
        list = HeaderList(of: request, userAgent: configuration.userAgent)
        isSecure = url.utf8.dropFirst(4).first.map { $0 == UInt8(ascii: "s") || $0 == UInt8(ascii: "S") } ?? false
        hasSafeMethod = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
        let hasProxy = configuration.proxy.map { !$0.isEmpty } ?? environmentNamesProxy
        goesDirectly = hasProxy && Origin(request.url)?.isLoopback == true
        offersClientCertificate = request.offersClientCertificate
    }

    /// Whether it will do for this request too; one for a body never does, as its length is checked.
    func fits(_ request: HTTPRequest, url: String) -> Bool {
        !hasBody && !request.body.isPresent && url == self.url && request.method == method
            && request.offersClientCertificate == offersClientCertificate && request.headers == headers
    }
}
