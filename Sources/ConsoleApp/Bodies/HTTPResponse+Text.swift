import SessionCore

extension HTTPResponse {
    /// The body as text, by the charset of its content type.
    var bodyText: String {
        String(decoding: Charset(contentType: headers["Content-Type"]).utf8(body), as: UTF8.self)
    }
}
