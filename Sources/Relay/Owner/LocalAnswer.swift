import SessionHTTP

/// An answer that the relay gives in a server's place.
package struct LocalAnswer: Sendable {
    package let status: Int
    /// The text that it consists of; empty for any other answer.
    package private(set) var line = ""
    private let fields: [(name: String, value: String)]
    private let body: [UInt8]

    /// A line of text, with further fields; their values must have no line break.
    package init(_ status: Int, _ line: String, fields: [(name: String, value: String)] = []) {
        let own = [
            (name: "Content-Type", value: "text/plain; charset=utf-8"), (name: "Cache-Control", value: "no-store"),
            (name: "X-Content-Type-Options", value: "nosniff"),
        ]
        self.init(status, fields: fields + own, body: Array("\(line)\n".utf8))
        self.line = line
    }

    /// Any other answer; no field may say how long its body or the connection is.
    package init(_ status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// Says that no answer came from a server.
    init(_ error: TransportError) {
        if case .timedOut = error { self.init(504, error.description) } else { self.init(502, error.description) }
    }

    /// The connection ends with it.
    func bytes(withBody: Bool = true) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Refused")\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + (withBody ? body : [])
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 408: "Request Timeout",
        421: "Misdirected Request", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

extension TransportError {
    var isBrokenOff: Bool { if case .brokenOff = self { true } else { false } }
}
