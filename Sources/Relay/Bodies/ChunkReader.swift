/// Finds the end of a chunked body (RFC 9112 §7.1) and counts what is in it; changes nothing.
struct ChunkReader {
    /// Thrown when the bytes are no chunks.
    struct Flaw: Error {}

    private enum Place {
        case size, afterSize, sizeFeed
        case data, dataReturn, dataFeed
        case trailerStart, trailer, trailerFeed, lastFeed
        case end
    }

    /// The most bytes of one line, and of all trailers.
    private static let lineLimit = 64 << 10

    private var place = Place.size
    private var size = 0
    private var digits = 0
    private var lineLength = 0
    /// How many bytes of the body came, without the lines around them.
    private(set) var count = 0

    var isComplete: Bool { place == .end }

    /// How many of the bytes belong to the body; what is in the chunks is shown.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ show: (UnsafeRawBufferPointer) -> Void
    ) throws(Flaw) -> Int {
        var index = 0
        while index < bytes.count, place != .end {
            if place == .data {
                let part = min(size, bytes.count - index)
                show(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + part)]))
                (size, count, index) = (size - part, count + part, index + part)
                if size == 0 { place = .dataReturn }
            } else {
                place = try next(bytes[index])
                index += 1
            }
        }
        return index
    }

    private mutating func next(_ byte: UInt8) throws(Flaw) -> Place {
        lineLength += 1
        guard lineLength <= Self.lineLimit else { throw Flaw() }
        switch (place, byte) {
        case (.size, _):
            if let digit = byte.hexadecimalDigit {
                let (larger, overflow) = size.multipliedReportingOverflow(by: 16)
                guard !overflow, larger <= Int.max - digit else { throw Flaw() }
                (size, digits) = (larger + digit, digits + 1)
                return .size
            }
            guard digits > 0 else { throw Flaw() }
            switch byte {
            case 0x0D: return .sizeFeed
            case UInt8(ascii: ";"), 0x20, 0x09: return .afterSize
            default: throw Flaw()
            }
        case (.afterSize, 0x0D): return .sizeFeed
        case (.afterSize, 0x0A), (.trailer, 0x0A): throw Flaw()
        case (.afterSize, _): return .afterSize
        case (.sizeFeed, 0x0A):
            (digits, lineLength) = (0, 0)
            return size > 0 ? .data : .trailerStart
        case (.dataReturn, 0x0D): return .dataFeed
        case (.dataFeed, 0x0A):
            lineLength = 0
            return .size
        case (.trailerStart, 0x0D): return .lastFeed
        case (.trailerStart, 0x0A): throw Flaw()
        case (.trailerStart, _): return .trailer
        case (.trailer, 0x0D): return .trailerFeed
        case (.trailer, _): return .trailer
        case (.trailerFeed, 0x0A): return .trailerStart
        case (.lastFeed, 0x0A): return .end
        default: throw Flaw()
        }
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x41 + 10
        case 0x61...0x66: Int(self) - 0x61 + 10
        default: nil
        }
    }
}
