extension Unicode.Scalar {
    /// Whether the scalar takes one column and forms no cluster with another scalar of this kind: ASCII, Latin letters,
    /// punctuation, arrows, the return key's symbol, borders, bars and geometric shapes.
    ///
    /// Its UTF-8 has one or two bytes, or three that begin with E2.
    var isPlain: Bool {
        switch value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2010..<0x2028, 0x2190..<0x2194, 0x23CE, 0x2500..<0x25FB: true
        default: false
        }
    }
}

extension StringProtocol {
    /// Whether the text consists of plain scalars: each is a unit of its own.
    var isPlain: Bool {
        let bytes = Substring(self).utf8.span
        var place = 0
        while let scalar = bytes.plainScalar(at: place) { place += UTF8.width(scalar) }
        return place == bytes.count
    }
}

extension Span<UInt8> {
    /// The plain scalar whose UTF-8 begins there, in valid UTF-8; `nil` for any other, and at the end.
    func plainScalar(at place: Int) -> Unicode.Scalar? {
        guard place < count else { return nil }
        let first = self[place]
        let value: UInt32
        switch first {
        case 0x20..<0x7F: return Unicode.Scalar(first)
        case 0xC2...0xDF: value = UInt32(first & 0x1F) << 6 | trailing(place + 1)
        case 0xE2: value = 0x2000 | trailing(place + 1) << 6 | trailing(place + 2)
        default: return nil
        }
        return Unicode.Scalar(value).flatMap { $0.isPlain ? $0 : nil }
    }

    private func trailing(_ place: Int) -> UInt32 { UInt32(self[place] & 0x3F) }
}
