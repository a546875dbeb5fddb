import CCurl
import SessionHTTP

/// libcurl, which the first request opens.
enum CurlLibrary {
    /// Set up once per process, before its first handle, and never torn down.
    static let isReady = console_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    static func open() throws(TransportError) {
        guard let problem = console_curl_open() else { return }
        let reason = String(cString: problem)
        throw OpenFiles.exhaustion.map { .outOfResources($0) } ?? .invalidRequest(reason)
    }
}
