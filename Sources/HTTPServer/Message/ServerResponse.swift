/// A handler's answer.
///
/// The server writes `Content-Length`, `Connection` and, unless the response sets it, `Date`.
package struct ServerResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// A body in chunks: the closure returns the chunk at an index, or `nil` at the end of the body; an error
        /// closes the connection. With a `length` that length is announced, otherwise the body is chunked. The next
        /// chunk is requested once the client has received the one before.
        case chunks(length: Int? = nil, @Sendable (_ index: Int) async throws -> [UInt8]?)
        /// Never answers; the connection stays open until the server stops.
        case hang
        /// Closes the connection without an answer.
        case drop
    }

    package var status: Int
    package var headers: ServerHeaders
    package var body: Body

    package init(status: Int = 200, headers: ServerHeaders = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package init(status: Int = 200, contentType: String, text: String) {
        self.init(status: status, headers: ["Content-Type": contentType], body: .bytes(Array(text.utf8)))
    }

    package static let hang = ServerResponse(body: .hang)
    package static let drop = ServerResponse(body: .drop)
}
