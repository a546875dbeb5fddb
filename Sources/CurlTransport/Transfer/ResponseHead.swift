import SessionHTTP

/// Collects status line and header from libcurl, line by line.
///
/// Used on the transfer thread only; each hop reuses its memory.
struct ResponseHead: ~Copyable {
    /// The size that all heads of one hop, interim ones included, may have together.
    static let sizeLimit = 256 << 10

    /// The lines of the last head as received, without the status line and the empty line.
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 1)
    private var count = 0
    /// The reason phrase of the last head, as received.
    private(set) var reason: [UInt8] = []
    private var size = 0
    /// Whether the last line was the empty one that ends a head.
    private(set) var isComplete = true

    deinit {
        memory.deallocate()
    }

    var hasBegun: Bool { size > 0 }

    var isTooLarge: Bool { size > Self.sizeLimit }

    var lines: HeaderLines { HeaderLines(bytes: Array(memory[..<count])) }

    mutating func clear() {
        count = 0
        reason = []
        size = 0
        isComplete = true
    }

    /// Adds one line, line break included; `false` once the heads are larger than ``sizeLimit``.
    ///
    /// A head replaces the interim one (1xx) before it. Trailer fields are dropped (RFC 9110 §6.5.1).
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
        size += line.count
        guard !isTooLarge else { return false }
        if line.count <= 2, line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            isComplete = true
        } else if isComplete {
            guard line.starts(with: "HTTP/".utf8) else { return true }
            isComplete = false
            count = 0
            reason = Self.reason(of: line)
        } else {
            append(line)
        }
        return true
    }

    /// RFC 9112 §4: what stands behind the status; empty in HTTP/2.
    private static func reason(of line: UnsafeRawBufferPointer) -> [UInt8] {
        let space = UInt8(ascii: " ")
        guard let version = line.firstIndex(of: space), let status = line[(version + 1)...].firstIndex(of: space)
        else { return [] }
        let isEdge = { (byte: UInt8) in byte == 0x0D || byte == 0x0A || byte == space || byte == 0x09 }
        var (start, end) = (status + 1, line.endIndex)
        while end > start, isEdge(line[end - 1]) { end -= 1 }
        while start < end, isEdge(line[start]) { start += 1 }
        return Array(line[start..<min(end, start + reasonLimit)])
    }

    /// The most of a reason phrase that is kept.
    private static let reasonLimit = 200

    private mutating func append(_ line: UnsafeRawBufferPointer) {
        if count + line.count > memory.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: 2 * (count + line.count), alignment: 1)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
            memory.deallocate()
            memory = larger
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: line)
        count += line.count
    }
}
