import CurlTransport

/// What came of a stream and was not taken yet, in one piece of memory: while that is full, nothing more is read.
struct Inbox: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    /// What the latest attempt met that found no bytes, and has not been told.
    private var noted: ByteMovement?

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit { memory.deallocate() }

    var isEmpty: Bool { start == end }
    var isFull: Bool { end - start == memory.count }
    var count: Int { end - start }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    /// Reads once, as much as there is room for.
    mutating func fill(from stream: any ByteStream) -> ByteMovement {
        noted.take() ?? fill { stream.receive(into: $0) }
    }

    /// Waits a moment for bytes; returns whether there is anything to do, which ``fill(from:)`` tells if it is not
    /// bytes.
    mutating func fillSoon(from stream: any ByteStream) -> Bool {
        let passage = fill { stream.receive(intoSoon: $0) }
        switch passage {
        case .waits: return false
        case .moved: return true
        case .ended, .failed:
            noted = passage
            return true
        }
    }

    private mutating func fill(_ receive: (UnsafeMutableRawBufferPointer) -> ByteMovement) -> ByteMovement {
        if start > 0 {
            memory.copyMemory(from: bytes)
            (start, end) = (0, end - start)
        }
        let passage = receive(UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
        if case .moved(let count) = passage { end += count }
        return passage
    }

    mutating func drop(_ count: Int) {
        start += count
        if start == end { (start, end) = (0, 0) }
    }

    /// Removes and returns the first bytes.
    mutating func take(_ count: Int) -> [UInt8] {
        defer { drop(count) }
        return Array(bytes.prefix(count))
    }
}
