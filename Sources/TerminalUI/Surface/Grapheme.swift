/// The text of one cell: at most sixteen bytes of UTF-8, without a reference count.
///
/// Frames of such cells are plain memory, fast to copy and to compare. Longer text, such as an emoji of several faces,
/// is cut after a whole scalar; a terminal is sent only the first scalar of an emoji anyway.
struct Grapheme: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { low = UInt64(scalar.value) } else { _ = append(scalar, at: 0) }
    }

    init(_ text: String) {
        var kept = Grapheme.nothing
        var count = 0
        for scalar in text.unicodeScalars {
            guard let added = append(scalar, at: count) else {
                self = kept
                return
            }
            count += added
            // A joiner at the end would join nothing.
            if scalar != "\u{200D}" { kept = self }
        }
    }

    private init() {}

    static let nothing = Grapheme()
    static let blank = Grapheme(" ")

    var text: String {
        var bytes = [UInt8]()
        for part in [low, high] {
            for shift in stride(from: 0, to: 64, by: 8) {
                let byte = UInt8(truncatingIfNeeded: part >> UInt64(shift))
                if byte > 0 { bytes.append(byte) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The scalar, if there is exactly one, of at most three bytes.
    var scalar: Unicode.Scalar? {
        guard high == 0, low > 0 else { return nil }
        switch low {
        case ..<0x80: return Unicode.Scalar(UInt8(low))
        case ..<0x1_0000 where low & 0xE0 == 0xC0:
            return Unicode.Scalar(UInt32(low & 0x1F) << 6 | UInt32(low >> 8 & 0x3F))
        case ..<0x100_0000 where low & 0xF0 == 0xE0:
            return Unicode.Scalar(UInt32(low & 0x0F) << 12 | UInt32(low >> 8 & 0x3F) << 6 | UInt32(low >> 16 & 0x3F))
        default: return nil
        }
    }

    /// Returns the number of bytes added; `nil` if there is no room for them.
    private mutating func append(_ scalar: Unicode.Scalar, at start: Int) -> Int? {
        let bytes = UTF8.encode(scalar)
        guard let bytes, start + bytes.count <= 16 else { return nil }
        for (offset, byte) in bytes.enumerated() {
            let place = start + offset
            if place < 8 {
                low |= UInt64(byte) << UInt64(8 * place)
            } else {
                high |= UInt64(byte) << UInt64(8 * (place - 8))
            }
        }
        return bytes.count
    }
}
