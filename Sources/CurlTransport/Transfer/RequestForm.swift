import FoundationEssentials
import SessionHTTP

/// A request in libcurl's notation, without its body.
///
/// The sending task checks and makes it, to spare the transfer thread, which serves all requests.
final class RequestForm: Sendable {
    let method: String
    let url: String
    let headers: HTTPHeaders
    let hasBody: Bool
    let list: HeaderList
    /// Its scheme, name and port.
    let host: String
    let isSecure: Bool
    /// RFC 9110 §9.2.1.
    let hasSafeMethod: Bool
    /// Whether it stays on this machine, so that no proxy may see it.
    let goesDirectly: Bool
    /// Whether a proxy may carry it, which looks the host's name up by itself.
    let mayBeProxied: Bool
    let offersClientCertificate: Bool

    /// Throws ``TransportError/invalidRequest(_:)`` if the request must not be sent as it is, or if there is no
    /// libcurl.
    init(
        of request: HTTPRequest, url: String, configuration: CurlTransport.Configuration,
        environmentNamesProxy: Bool = ProxyEnvironment.isSet
    ) throws(TransportError) {
        try RequestRules.check(request, url: url)
        try CurlLibrary.open()
        self.url = url
        method = request.method
        headers = request.headers
        hasBody = request.body.isPresent
        list = HeaderList(of: request, userAgent: configuration.userAgent)
        isSecure = url.utf8.dropFirst(4).first.map { $0 == UInt8(ascii: "s") || $0 == UInt8(ascii: "S") } ?? false
        hasSafeMethod = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
        let hasProxy = configuration.hasProxy(environmentNamesProxy: environmentNamesProxy)
        let origin = Origin(request.url)
        host = origin?.description ?? ""
        let isOnThisMachine = origin?.isLoopback == true
        goesDirectly = hasProxy && isOnThisMachine
        mayBeProxied = hasProxy && !isOnThisMachine
        offersClientCertificate = request.offersClientCertificate
    }

    /// Whether it can be reused for this request; one for a request with a body can't, because its length is checked.
    func fits(_ request: HTTPRequest, url: String) -> Bool {
        !hasBody && !request.body.isPresent && url == self.url && request.method == method
            && request.offersClientCertificate == offersClientCertificate && request.headers == headers
    }
}
