import SessionHTTP

/// An answer that the relay gives by itself: a status, a line of text, and fields.
package struct LocalAnswer: Sendable {
    package let status: Int
    package let line: String
    package let fields: [(name: String, value: String)]

    /// The fields' values must have no line break.
    package init(_ status: Int, _ line: String, fields: [(name: String, value: String)] = []) {
        (self.status, self.line, self.fields) = (status, line, fields)
    }

    /// Says that no answer came from a server.
    init(_ error: TransportError) {
        if case .timedOut = error { self.init(504, error.description) } else { self.init(502, error.description) }
    }

    /// The connection ends with it.
    func bytes(withBody: Bool = true) -> [UInt8] {
        let body = line + "\n"
        var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Refused")\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
        head += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        return Array((withBody ? head + body : head).utf8)
    }

    private static let reasons = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 408: "Request Timeout",
        421: "Misdirected Request", 431: "Request Header Fields Too Large", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
