/// Follows a body while it passes: how much of what came belongs to it, and whether that was all.
struct BodyCounter {
    private let framing: BodyFraming
    private var chunks = ChunkReader()
    private var received = 0

    init(_ framing: BodyFraming) {
        self.framing = framing
    }

    /// How many bytes of content came.
    var count: Int { framing == .chunked ? chunks.count : received }

    var isComplete: Bool {
        switch framing {
        case .length(let length): received == length
        case .chunked: chunks.isComplete
        case .close, .blind: false
        }
    }

    /// Whether the end of the connection is the end of the body.
    var endsWithConnection: Bool { framing == .close || framing == .blind }

    /// How many of the bytes belong to the body; what is content among them is shown.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ show: (UnsafeRawBufferPointer) -> Void
    ) throws(ChunkReader.Flaw) -> Int {
        if framing == .chunked { return try chunks.take(bytes, show) }
        var part = bytes.count
        if case .length(let length) = framing { part = min(part, length - received) }
        received += part
        show(UnsafeRawBufferPointer(rebasing: bytes.prefix(part)))
        return part
    }
}
