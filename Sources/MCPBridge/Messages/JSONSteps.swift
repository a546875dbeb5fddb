import JOSE

/// Steps over JSON values (RFC 8259) without making anything of them: read as values, a message of 8 MiB would take a
/// hundred.
struct JSONSteps {
    /// Where the text is not JSON.
    struct Fault: Error { let offset: Int }

    private static let maximumDepth = 512

    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

    /// Throws unless the text is one value, in UTF-8.
    static func check(_ bytes: [UInt8]) throws(Fault) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw Fault(offset: 0)
        }
        var steps = JSONSteps(bytes)
        steps.skipSpace()
        try steps.skipValue()
        steps.skipSpace()
        if steps.offset < bytes.count { throw steps.fault }
    }

    /// The members of the object that begins here; the last of a name counts.
    mutating func members() throws(Fault) -> [String: Range<Int>] {
        var members: [String: Range<Int>] = [:]
        try skipSpace(and: UInt8(ascii: "{"))
        skipSpace()
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            let start = offset
            try skipString()
            let name = (try? JSONValue(parsing: bytes[start..<offset]))?.string ?? ""
            try skipSpace(and: UInt8(ascii: ":"))
            members[name] = try valueRange()
            skipSpace()
        } while take(UInt8(ascii: ","))
        return members
    }

    /// The elements of the array that begins here.
    mutating func elements() throws(Fault) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        try skipSpace(and: UInt8(ascii: "["))
        skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try valueRange())
            skipSpace()
        } while take(UInt8(ascii: ","))
        return elements
    }

    private mutating func valueRange() throws(Fault) -> Range<Int> {
        skipSpace()
        let start = offset
        try skipValue()
        return start..<offset
    }

    private mutating func skipValue(depth: Int = 0) throws(Fault) {
        guard depth < Self.maximumDepth else { throw fault }
        switch current {
        case UInt8(ascii: "{"):
            try skipList(until: UInt8(ascii: "}")) { steps throws(Fault) in
                try steps.skipString()
                try steps.skipSpace(and: UInt8(ascii: ":"))
                steps.skipSpace()
                try steps.skipValue(depth: depth + 1)
            }
        case UInt8(ascii: "["):
            try skipList(until: UInt8(ascii: "]")) { steps throws(Fault) in try steps.skipValue(depth: depth + 1) }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    private mutating func skipList(
        until end: UInt8, _ skipItem: (inout JSONSteps) throws(Fault) -> Void
    ) throws(Fault) {
        offset += 1
        skipSpace()
        if take(end) { return }
        repeat {
            skipSpace()
            try skipItem(&self)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(end) else { throw fault }
    }

    private mutating func skipString() throws(Fault) {
        guard take(UInt8(ascii: "\"")) else { throw fault }
        while let byte = current, byte >= 0x20 {
            offset += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") { try skipEscape() }
        }
        throw fault
    }

    private mutating func skipEscape() throws(Fault) {
        guard let byte = current, #""\/bfnrtu"#.utf8.contains(byte) else { throw fault }
        offset += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = current, Character(Unicode.Scalar(digit)).isHexDigit else { throw fault }
            offset += 1
        }
    }

    private mutating func skipNumber() throws(Fault) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try skipDigits() }
        if take(UInt8(ascii: ".")) { try skipDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(Fault) {
        let start = offset
        while let byte = current, byte &- UInt8(ascii: "0") <= 9 { offset += 1 }
        if offset == start { throw fault }
    }

    private mutating func skip(_ word: String) throws(Fault) {
        for byte in word.utf8 where !take(byte) { throw fault }
    }

    private mutating func skipSpace(and byte: UInt8) throws(Fault) {
        skipSpace()
        guard take(byte) else { throw fault }
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private var fault: Fault { Fault(offset: offset) }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        offset += 1
        return true
    }
}
