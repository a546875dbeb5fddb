/// What a request carries.
public enum HTTPBody: Sendable {
    /// No body, and no `Content-Length`.
    case none
    /// Bytes that can be sent as often as a retry or a redirect needs.
    case bytes([UInt8])
    /// Bytes that exist once. A request that carries one is never sent a second time.
    indirect case stream(HTTPBodyStream)

    /// Whether the body can be sent again exactly as it was.
    public var isReplayable: Bool {
        if case .stream = self { false } else { true }
    }

    /// Whether anything is sent as the body, be it empty.
    package var isPresent: Bool { if case .none = self { false } else { true } }

    /// A body of text in UTF-8.
    public static func text(_ text: String) -> HTTPBody {
        .bytes(Array(text.utf8))
    }
}

/// A body that is produced while it is sent.
public struct HTTPBodyStream: Sendable {
    /// The number of bytes to come; `nil` where it is not known, which sends the body chunked.
    public let length: Int?
    /// The pieces in order, iterated at most once.
    public let chunks: AsyncThrowingStream<[UInt8], any Error>

    /// Creates a body from a stream that is iterated nowhere else.
    public init(length: Int? = nil, chunks: AsyncThrowingStream<[UInt8], any Error>) {
        self.length = length
        self.chunks = chunks
    }
}
