import CurlTransport

/// What is to be sent; nothing is added before it is empty, but what must stand together.
struct Outbox {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }

    init() { bytes.reserveCapacity(Self.firstCapacity) }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Adds what is written.
    mutating func append(_ write: (inout [UInt8]) -> Void) { write(&bytes) }

    mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    /// Sends once, as much as the stream takes.
    mutating func flush(to stream: any ByteStream) -> ByteMovement {
        let passage = bytes.withUnsafeBytes { stream.send(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        if case .moved(let count) = passage {
            start += count
            if isEmpty { clear() }
        }
        return passage
    }

    /// Forgets what was not sent, and the memory of an exceptionally large head.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: bytes.count <= Self.keptCapacity)
        start = 0
    }

    /// What most heads fit into, and what malloc has at hand without a lock.
    private static let firstCapacity = 960
    private static let keptCapacity = 256 << 10
}
