/// What a handler answers.
///
/// `Content-Length`, `Connection` and, unless the response sets one, `Date` are the server's to write.
package struct ServerResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// A body made piece by piece: the closure is asked for the chunk at an index, `nil` ends the body, and an
        /// error breaks the connection off. With a `length` that length is announced, otherwise the body is chunked.
        /// The next chunk is asked for once the client has taken the one before.
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
