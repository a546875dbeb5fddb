import HostSystem

/// A piece of a line of the file, in which placeholders may be yet to be filled in.
package struct Fragment: Sendable, Hashable {
    package let bytes: ArraySlice<UInt8>
    /// Where its first byte stands in the file.
    let offset: Int

    /// A slice of the file's own bytes.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    /// A text that was made of what stands at that place.
    init(_ text: String, from offset: Int) {
        bytes = Array(text.utf8)[...]
        self.offset = offset
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package static func == (one: Self, other: Self) -> Bool {
        one.offset == other.offset && one.bytes.elementsEqual(other.bytes)
    }
}

extension ArraySlice<UInt8> {
    /// Without the white space at both ends.
    var trimmed: ArraySlice<UInt8> { trimmedAtStart.trimmedAtEnd }

    var trimmedAtStart: ArraySlice<UInt8> { drop { $0.isBlank } }

    var trimmedAtEnd: ArraySlice<UInt8> {
        var rest = self
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return rest
    }

    var text: String { String(decoding: self, as: UTF8.self) }

    func begins(with prefix: String) -> Bool { starts(with: prefix.utf8) }

    /// Compares ASCII letters without regard to case.
    func begins(withAnyCase prefix: String) -> Bool {
        count >= prefix.utf8.count && zip(self, prefix.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// What stands before and behind the first blank.
    var firstWord: (word: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        let word = prefix { !$0.isBlank }
        return (word, self[word.endIndex...].trimmedAtStart)
    }

    /// The first place of a sequence of bytes, searched from `start`.
    func firstPlace(of pattern: StaticString, from start: Int? = nil) -> Int? {
        let length = pattern.utf8CodeUnitCount
        return withUnsafeBytes { bytes in
            var index = (start ?? startIndex) - startIndex
            while let base = bytes.baseAddress, index + length <= bytes.count,
                let found = memchr(base + index, Int32(pattern.utf8Start.pointee), bytes.count - index)
            {
                index = UnsafeRawPointer(found) - base
                guard index + length <= bytes.count else { return nil }
                if memcmp(found, pattern.utf8Start, length) == 0 { return startIndex + index }
                index += 1
            }
            return nil
        }
    }
}

extension UInt8 {
    /// A space, a tab or a form feed.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0C }

    /// Whether it may steer a terminal or a parser; a tab may not.
    var isControl: Bool { (self < 0x20 && self != 0x09) || self == 0x7F }

    var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    var isLetter: Bool { (0x61...0x7A).contains(lowercasedASCII) }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// RFC 9110 §5.6.2.
    var isTokenByte: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
