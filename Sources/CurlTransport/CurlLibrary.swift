import CCurl
import SessionHTTP

/// libcurl, which the first request opens.
enum CurlLibrary {
    static func open() throws(TransportError) {
        guard let problem = console_curl_open() else { return }
        let reason = String(cString: problem)
        throw OpenFiles.exhaustion.map { .outOfResources($0) } ?? .invalidRequest(reason)
    }
}
