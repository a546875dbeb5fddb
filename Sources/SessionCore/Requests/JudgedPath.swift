/// The path of a request, judged by all the ways in which servers read one.
///
/// A proxy, a framework and a file system may each decode it once more, take `\` for a slash, cut the parameters off a
/// segment (RFC 3986 §3.3), and end a segment at a control character. Whatever one of them could find is found here.
package struct JudgedPath: Sendable, Equatable {
    /// As it is sent, percent-encoded.
    private let text: String
    /// Whether a server may find a dot segment in it (RFC 3986 §5.2.4), and so take it for another path.
    package let hasDotSegments: Bool
    /// Whether every server finds the same segments in it.
    package let isUnambiguous: Bool

    package init(_ text: String) {
        self.text = text.isEmpty ? "/" : text
        let decoded = Self.decoded(self.text.utf8)
        hasDotSegments = decoded.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator)
            .contains(where: Self.isDotSegment)
        isUnambiguous =
            !hasDotSegments && !decoded.contains(UInt8(ascii: "\\")) && !decoded.contains(where: Self.isControl)
            && !zip(decoded, decoded.dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == $0 }
            && decoded.count(where: Self.isSeparator) == self.text.utf8.count(where: Self.isSeparator)
            && String(validating: decoded, as: UTF8.self) != nil
    }

    /// Whether it is that path or one below it, to every server.
    package func lies(within place: JudgedPath) -> Bool {
        guard isUnambiguous, place.isUnambiguous else { return false }
        return text.utf8.elementsEqual(place.text.utf8)
            || text.utf8.starts(with: (place.text.hasSuffix("/") ? place.text : place.text + "/").utf8)
    }

    /// Decoded until nothing changes: triplets, and those that come about by it.
    private static func decoded(_ text: String.UTF8View) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text {
            bytes.append(byte)
            while let value = triplet(bytes.suffix(3)) {
                bytes.removeLast(3)
                bytes.append(value)
            }
        }
        return bytes
    }

    private static func triplet(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.count == 3, bytes.first == UInt8(ascii: "%"),
            let high = Character(Unicode.Scalar(bytes[bytes.startIndex + 1])).hexDigitValue,
            let low = Character(Unicode.Scalar(bytes[bytes.startIndex + 2])).hexDigitValue
        else { return nil }
        return UInt8(high << 4 | low)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// What follows a parameter's sign, a query's or a control is cut off; some file systems drop spaces at the end.
    private static func isDotSegment(_ segment: ArraySlice<UInt8>) -> Bool {
        let name = segment.prefix { !isControl($0) && !";?#".utf8.contains($0) }
        let end = name.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? name.startIndex
        return (1...2).contains(end - name.startIndex) && name[..<end].allSatisfy { $0 == UInt8(ascii: ".") }
    }
}

/// Fields by which servers and frameworks let a request be another one than its first line says.
package enum OverridingField {
    /// Whether a field of that name may change the path; CGI reads `_` and `-` alike.
    package static func changesPath(_ name: String) -> Bool { ofPath.contains(normalised(name)) }

    /// Whether a field of that name may change the method.
    package static func changesMethod(_ name: String) -> Bool { ofMethod.contains(normalised(name)) }

    private static let ofPath: Set<String> = [
        "x-original-url", "x-rewrite-url", "x-original-uri", "x-original-path", "x-forwarded-uri", "x-forwarded-path",
        "x-override-url",
    ]
    private static let ofMethod: Set<String> = [
        "x-http-method-override", "x-http-method", "x-method-override", "x-original-method", "x-forwarded-method",
    ]

    private static func normalised(_ name: String) -> String { name.lowercased().replacing("_", with: "-") }
}
