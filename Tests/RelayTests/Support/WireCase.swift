import Testing

/// A request and an answer that pass a relay as they were sent.
struct WireCase: Sendable, CustomTestStringConvertible {
    let name: String
    let request: String
    /// What the server gets, where that is not the request as it was sent.
    var arrives: String?
    let answer: String
    /// What the caller gets, where that is not the answer as it was sent.
    var received: String?
    /// Whether the server closes the connection after its answer.
    var closes = false

    init(
        _ name: String, _ request: String, _ answer: String = ok, arrives: String? = nil, received: String? = nil,
        closes: Bool = false
    ) {
        (self.name, self.request, self.answer) = (name, request, answer)
        (self.arrives, self.received, self.closes) = (arrives, received, closes)
    }

    var testDescription: String { name }

    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    static let all: [WireCase] = requests + answers

    private static let requests = [
        WireCase(
            "the fields' order, case and copies", "GET /a HTTP/1.1\r\nX-b: 2\r\nhOST: h\r\nA: 1\r\nx-B: 3\r\n\r\n"),
        WireCase("blanks around values, and empty values", "GET / HTTP/1.1\r\nHost:h\r\nA:   1  \r\nB:\r\nC: \r\n\r\n"),
        WireCase("a value that goes on in another line", "GET / HTTP/1.1\r\nHost: h\r\nX-F: a\r\n  b\r\n\tc\r\n\r\n"),
        WireCase("bytes beyond ASCII in a value", "GET / HTTP/1.1\r\nHost: h\r\nX: é ß\r\n\r\n"),
        WireCase("a method in lower case", "get / HTTP/1.1\r\nHost: h\r\n\r\n"),
        WireCase("a method that nobody knows", "BREW /pot HTTP/1.1\r\nHost: h\r\n\r\n"),
        WireCase(
            "dots, slashes and half an escape in the target", "GET //a/./../b%zz?q=%20+ HTTP/1.1\r\nHost: h\r\n\r\n"),
        WireCase("a target that no URL has", "GET /ä#f|{} HTTP/1.1\r\nHost: h\r\n\r\n"),
        WireCase("the target of a whole server", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n"),
        WireCase("an absolute target", "GET http://h/x HTTP/1.1\r\nHost: h\r\n\r\n"),
        WireCase("an empty line before it", "\r\n" + get, arrives: get),
        WireCase("a body with its length", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"),
        WireCase(
            "bytes in both bodies that no head may have", "PUT / HTTP/1.1\r\nContent-Length: 6\r\n\r\n\0\n\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\n\0\r\n\r\n"),
        WireCase("a body of GET", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"),
        WireCase("POST without a length", "POST / HTTP/1.1\r\nHost: h\r\n\r\n"),
        WireCase("an empty body", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"),
        WireCase(
            "chunks with extensions and trailers",
            "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n"
                + "3;a=\"b\"\r\nabc\r\n00A\r\n0123456789\r\n0;z\r\nX: y\r\nX: z\r\n\r\n"),
        WireCase("an empty body in chunks", "PUT / HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n0\r\n\r\n"),
        WireCase(
            "two codings", "PUT / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nzz\r\n0\r\n\r\n"),
        WireCase(
            "two hundred fields",
            "GET / HTTP/1.1\r\nHost: h\r\n" + (0..<200).map { "F\($0): \($0)\r\n" }.joined() + "\r\n"),
        WireCase(
            "a field of 60,000 bytes",
            "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "k", count: 60_000) + "\r\n\r\n"),
        WireCase(
            "a client of HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\nuntil the end", closes: true),
    ]

    private static let answers = [
        WireCase(
            "another reason, and a date of its own", get,
            "HTTP/1.1 200 Fine & Dandy\r\nDate: now\r\nContent-Length: 0\r\n\r\n"),
        WireCase("no reason", get, "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n"),
        WireCase("no reason, nor a space before it", get, "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"),
        WireCase(
            "HEAD with a length", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: "
                + "77\r\n\r\n"),
        WireCase("204", get, "HTTP/1.1 204 No Content\r\n\r\n"),
        WireCase("304 with a length", get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n"),
        WireCase("103 before it", get, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok),
        WireCase("two interim answers", get, "HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\n\r\n" + ok),
        WireCase(
            "an interim answer that HTTP/1.0 does not know", "GET / HTTP/1.0\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\n\r\n" + ok,
            received: ok),
        WireCase("a body until the end of the connection", get, "HTTP/1.1 200 OK\r\n\r\nuntil the end", closes: true),
        WireCase(
            "chunks with extensions and trailers", get,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x\r\na\r\n000b\r\n01234567890\r\n0\r\nT: "
                + "1\r\n\r\n"),
        WireCase(
            "two cookies, a redirect and a folded value", get,
            "HTTP/1.1 302 Found\r\nSet-Cookie: a=1\r\nLocation: http://else/\r\nset-cookie: b\r\nX: a\r\n "
                + "b\r\nContent-Length: 0\r\n\r\n"
        ),
        WireCase("two equal lengths", get, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok"),
        WireCase(
            "Connection: close", get, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            closes: true),
    ]
}
