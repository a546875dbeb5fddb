import CCurl
import FoundationEssentials
import SessionHTTP

/// An answer as the transfer thread received it; the waiting task makes a response of it.
struct Reception: Sendable {
    /// Microseconds from the start of the transfer, as libcurl counts them.
    struct Times: Sendable {
        var nameLookup: curl_off_t
        var connect: curl_off_t
        var tls: curl_off_t
        var firstByte: curl_off_t
        var total: curl_off_t
    }

    var status: Int
    var reason: [UInt8]
    var header: HeaderLines
    var body: [UInt8]
    var receivedSize: Int
    /// One of libcurl's `CURL_HTTP_VERSION_…`.
    var version: Int
    /// When the hop was handed to libcurl.
    var began: ContinuousClock.Instant
    var times: Times
    /// Address and port.
    var peer: String?
    var isReused: Bool
    var tls: TLSFacts?
    var mayBeProxied: Bool

    func response(from url: URL) -> HTTPResponse {
        var connection = HTTPConnectionFacts(remoteAddress: peer, isReused: isReused, tls: tls)
        connection.mayBeProxied = mayBeProxied
        return HTTPResponse(
            status: status, reason: reason.isEmpty ? nil : String(decoding: reason, as: UTF8.self),
            headers: HTTPHeaders(header.fields), body: body, receivedSize: receivedSize, url: url,
            version: versionName,
            timings: HTTPTimings(
                nameLookup: .microseconds(times.nameLookup), connect: .microseconds(times.connect),
                tls: .microseconds(times.tls), firstByte: .microseconds(times.firstByte),
                total: .microseconds(times.total)),
            connection: connection)
    }

    private var versionName: String? {
        switch version {
        case Int(CURL_HTTP_VERSION_1_0): "1.0"
        case Int(CURL_HTTP_VERSION_1_1): "1.1"
        case Int(CURL_HTTP_VERSION_2_0): "2"
        case Int(CURL_HTTP_VERSION_3): "3"
        default: nil
        }
    }
}
