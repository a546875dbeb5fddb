package import SessionHTTP

extension HTTPResponse {
    /// The body as text, by the charset of its content type or, without one, by its bytes.
    package var bodyText: String {
        String(decoding: Charset(contentType: headers["Content-Type"], body: body).utf8(body), as: UTF8.self)
    }
}
