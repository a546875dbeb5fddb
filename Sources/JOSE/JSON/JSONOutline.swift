/// Where the values of a JSON text stand, with none of them read, whatever there are of them: a text of 8 MiB in values
/// of two bytes would take some hundred.
package struct JSONOutline {
    private static let maximumDepth = 512

    private var parser: JSONParser

    /// The outline of the value that begins at an offset of a text, or after white space there.
    package init(_ bytes: [UInt8], from offset: Int = 0) {
        parser = JSONParser(bytes, repeatedNames: .kept, maximumDepth: Self.maximumDepth)
        parser.offset = offset
    }

    /// Throws unless the text is one value, in UTF-8.
    ///
    /// More lenient than ``JSONValue/init(parsing:repeatedNames:maximumDepth:maximumCount:)`` in one thing: an escape
    /// may be half of a surrogate pair.
    package static func check(_ bytes: [UInt8]) throws(JSONError) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw JSONError(offset: error.byteOffsets.lowerBound, reason: .notUTF8)
        }
        var outline = JSONOutline(bytes)
        try outline.parser.skipSpace()
        try outline.parser.skipValue(depth: 0)
        try outline.parser.skipSpace()
        guard outline.parser.offset == bytes.count else {
            throw JSONError(offset: outline.parser.offset, reason: .trailing)
        }
    }

    /// The members of an object, the last of a name.
    package mutating func members() throws(JSONError) -> [String: Range<Int>] {
        var members: [String: Range<Int>] = [:]
        try parser.skipSpace()
        try parser.skipObject(depth: 1) { parser, name throws(JSONError) in
            let start = parser.offset
            try parser.skipValue(depth: 1)
            let text = try? JSONValue(parsing: parser.bytes[name], maximumDepth: 0, maximumCount: 1)
            members[text?.string ?? ""] = start..<parser.offset
        }
        return members
    }

    package mutating func elements() throws(JSONError) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        try parser.skipSpace()
        try parser.skipArray(depth: 1) { parser throws(JSONError) in
            let start = parser.offset
            try parser.skipValue(depth: 1)
            elements.append(start..<parser.offset)
        }
        return elements
    }
}

extension JSONParser {
    fileprivate mutating func skipValue(depth: Int) throws(JSONError) {
        switch current {
        case UInt8(ascii: "{"):
            try skipObject(depth: depth + 1) { parser, _ throws(JSONError) in try parser.skipValue(depth: depth + 1) }
        case UInt8(ascii: "["):
            try skipArray(depth: depth + 1) { parser throws(JSONError) in try parser.skipValue(depth: depth + 1) }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): try skipNumber()
        default: throw unexpected("a value")
        }
    }

    fileprivate mutating func skipObject(
        depth: Int, eachMember: (inout JSONParser, Range<Int>) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard current == UInt8(ascii: "{") else { throw unexpected("an object") }
        try open(depth: depth)
        var goesOn = current != UInt8(ascii: "}")
        while goesOn {
            let start = offset
            try skipString()
            let name = start..<offset
            try skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected("':'") }
            try skipSpace()
            try eachMember(&self, name)
            goesOn = try separate(before: UInt8(ascii: "}"))
        }
        guard take(UInt8(ascii: "}")) else { throw unexpected("',' or '}'") }
    }

    fileprivate mutating func skipArray(
        depth: Int, eachElement: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard current == UInt8(ascii: "[") else { throw unexpected("an array") }
        try open(depth: depth)
        var goesOn = current != UInt8(ascii: "]")
        while goesOn {
            try eachElement(&self)
            goesOn = try separate(before: UInt8(ascii: "]"))
        }
        guard take(UInt8(ascii: "]")) else { throw unexpected("',' or ']'") }
    }
}
