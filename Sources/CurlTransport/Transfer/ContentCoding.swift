import CCurl

/// The codings of a body (RFC 9110 §8.4.1) that libcurl decodes.
enum ContentCoding {
    /// The value of `Accept-Encoding`.
    ///
    /// libcurl would build it again for each request.
    static let accepted = hasBrotli ? "gzip, br" : "gzip"

    private static var hasBrotli: Bool {
        guard let version = console_curl_version_info(CURLVERSION_FIRST) else { return false }
        return version.pointee.features & CURL_VERSION_BROTLI != 0
    }
}
