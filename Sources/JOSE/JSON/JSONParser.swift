/// A recursive descent over the bytes of one JSON text.
struct JSONParser {
    let bytes: [UInt8]
    var offset = 0
    /// Whether the text may be written as people like to write it; see ``JSON5Document``.
    let allowsJSON5: Bool
    /// The names that lead to the value being read; kept for JSON5 only, and as it was when the reading failed.
    private(set) var path: [String] = []
    /// The offset of each member's name, for JSON5 only.
    private(set) var memberOffsets: [[String]: Int] = [:]
    private let repeatedNames: JSONValue.RepeatedNames
    private let maximumDepth: Int
    private let maximumCount: Int
    /// How many values may still come.
    private var remainingCount: Int

    init(
        _ bytes: [UInt8], repeatedNames: JSONValue.RepeatedNames, maximumDepth: Int = 128,
        maximumCount: Int = JSONValue.maximumCount, allowsJSON5: Bool = false
    ) {
        self.bytes = bytes
        self.repeatedNames = repeatedNames
        self.maximumDepth = maximumDepth
        self.maximumCount = maximumCount
        remainingCount = maximumCount
        self.allowsJSON5 = allowsJSON5
    }

    mutating func parseText() throws(JSONError) -> JSONValue {
        try skipSpace()
        let value = try parseValue(depth: 0)
        try skipSpace()
        guard offset == bytes.count else { throw JSONError(offset: offset, reason: .trailing) }
        return value
    }

    private mutating func parseValue(depth: Int) throws(JSONError) -> JSONValue {
        guard let byte = current else { throw unexpected("a value") }
        guard remainingCount > 0 else {
            throw JSONError(offset: offset, reason: .tooMany(limit: maximumCount))
        }
        remainingCount -= 1
        switch byte {
        case UInt8(ascii: "{"): return .object(try parseObject(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try parseArray(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "'") where allowsJSON5: return .string(try parseString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try parseNumber())
        case UInt8(ascii: "t"): return try parse("true", as: .bool(true))
        case UInt8(ascii: "f"): return try parse("false", as: .bool(false))
        case UInt8(ascii: "n"): return try parse("null", as: .null)
        default: throw unexpected("a value")
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONError) -> JSONObject {
        try open(depth: depth)
        var members: [JSONObject.Member] = []
        var names: Set<[UInt8]> = []
        var goesOn = current != UInt8(ascii: "}")
        while goesOn {
            let start = offset
            let name = try parseName()
            if repeatedNames == .refused, !names.insert(Array(name.utf8)).inserted {
                throw JSONError(offset: start, reason: .repeatedName(name))
            }
            enter(name, at: start)
            try skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected("':'") }
            try skipSpace()
            members.append(JSONObject.Member(name: name, value: try parseValue(depth: depth)))
            leave()
            goesOn = try separate(before: UInt8(ascii: "}"))
        }
        guard take(UInt8(ascii: "}")) else { throw unexpected("',' or '}'") }
        return JSONObject(members: members)
    }

    private mutating func parseArray(depth: Int) throws(JSONError) -> [JSONValue] {
        try open(depth: depth)
        var elements: [JSONValue] = []
        var goesOn = current != UInt8(ascii: "]")
        while goesOn {
            elements.append(try parseValue(depth: depth))
            goesOn = try separate(before: UInt8(ascii: "]"))
        }
        guard take(UInt8(ascii: "]")) else { throw unexpected("',' or ']'") }
        return elements
    }

    /// Steps over a comma; returns whether another member or element follows.
    mutating func separate(before end: UInt8) throws(JSONError) -> Bool {
        try skipSpace()
        guard take(UInt8(ascii: ",")) else { return false }
        try skipSpace()
        return !(allowsJSON5 && current == end)
    }

    private mutating func parseName() throws(JSONError) -> String {
        switch current {
        case UInt8(ascii: "\""): return try parseString()
        case UInt8(ascii: "'") where allowsJSON5: return try parseString()
        case .some where allowsJSON5: return try parseIdentifier()
        default: throw unexpected("a member's name")
        }
    }

    private mutating func enter(_ name: String, at start: Int) {
        guard allowsJSON5 else { return }
        path.append(name)
        memberOffsets[path] = start
    }

    private mutating func leave() {
        if allowsJSON5 { path.removeLast() }
    }

    /// RFC 8259 §6: `-`, an integer without leading zeros, a fraction, an exponent.
    mutating func skipNumber() throws(JSONError) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try skipDigits() }
        if take(UInt8(ascii: ".")) { try skipDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits()
        }
    }

    private mutating func parseNumber() throws(JSONError) -> JSONNumber {
        let start = offset
        try skipNumber()
        return JSONNumber(literal: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = offset
        while let byte = current, byte &- UInt8(ascii: "0") <= 9 { offset += 1 }
        if offset == start { throw unexpected("a digit") }
    }

    private mutating func parse(_ word: StaticString, as value: JSONValue) throws(JSONError) -> JSONValue {
        try skip(word)
        return value
    }

    mutating func skip(_ word: StaticString) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[index]) else { throw unexpected("'\(word)'") }
        }
    }

    /// Steps over the opening bracket.
    mutating func open(depth: Int) throws(JSONError) {
        guard depth <= maximumDepth else { throw JSONError(offset: offset, reason: .tooDeep(limit: maximumDepth)) }
        offset += 1
        try skipSpace()
    }
}

extension JSONParser {
    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        offset += 1
        return true
    }

    mutating func skipSpace() throws(JSONError) {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
        if allowsJSON5 { try skipJSON5Space() }
    }

    func unexpected(_ expected: String) -> JSONError {
        JSONError(offset: offset, reason: offset < bytes.count ? .expected(expected) : .ended(expected: expected))
    }
}
