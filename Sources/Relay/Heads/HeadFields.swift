/// The header fields of a message, each with the bytes that it came in.
package struct HeadFields: Sendable {
    package struct Field: Sendable {
        /// Name, value and line breaks, as they came.
        fileprivate let line: ArraySlice<UInt8>
        private let nameEnd: Int
        /// Whether its value goes on in another line (RFC 9112 §5.2).
        package let isFolded: Bool

        /// `nil` where the line has no name before its colon.
        init?(_ line: ArraySlice<UInt8>, isFolded: Bool) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy(\.isTokenByte)
            else { return nil }
            (self.line, nameEnd, self.isFolded) = (line, colon, isFolded)
        }

        package init(_ name: String, _ value: String) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(name.utf8.count + value.utf8.count + 4)
            bytes += name.utf8
            nameEnd = bytes.count
            bytes += ": ".utf8
            bytes += value.utf8
            bytes += "\r\n".utf8
            (line, isFolded) = (bytes[...], false)
        }

        package var name: String { String(decoding: line[..<nameEnd], as: UTF8.self) }

        /// Without the blanks around it; line breaks within it are spaces.
        package var value: String { String(decoding: content, as: UTF8.self) }

        /// The value's bytes.
        var content: ArraySlice<UInt8> {
            let bytes = line[(nameEnd + 1)...].withoutBlanksAround
            return isFolded ? bytes.filter { $0 != 0x0D && $0 != 0x0A }[...] : bytes
        }

        fileprivate var members: [String] {
            content.split(separator: UInt8(ascii: ",")).compactMap { part in
                let member = part.withoutBlanksAround
                return member.isEmpty ? nil : String(decoding: member.map(\.lowercased), as: UTF8.self)
            }
        }

        fileprivate func lists(_ member: String) -> Bool {
            var rest = content
            while !rest.isEmpty {
                let part = rest.prefix { $0 != UInt8(ascii: ",") }
                if part.withoutBlanksAround.equals(member) { return true }
                rest = rest.dropFirst(part.count + 1)
            }
            return false
        }

        /// Field names are compared without regard to case (RFC 9110 §5.1).
        package func isNamed(_ other: String) -> Bool { line[..<nameEnd].equals(other) }

        fileprivate func isNamed(withPrefix prefix: String) -> Bool {
            line[..<nameEnd].prefix(prefix.utf8.count).equals(prefix)
        }
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package subscript(name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

    package func values(of name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

    package func contains(_ name: String) -> Bool { fields.contains { $0.isNamed(name) } }

    /// The members of a field that is a list, in lower case (RFC 9110 §5.6.1).
    package func members(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.flatMap(\.members)
    }

    /// Whether a field that is a list has that member, in any case.
    func lists(_ member: String, in name: String) -> Bool {
        fields.contains { $0.isNamed(name) && $0.lists(member) }
    }

    /// Adds a field after all others; its value must have no line break.
    package mutating func add(_ name: String, _ value: String) { fields.append(Field(name, value)) }

    package mutating func remove(_ name: String) { fields.removeAll { $0.isNamed(name) } }

    /// Removes all fields of these names in one pass.
    package mutating func remove(_ names: [String]) {
        fields.removeAll { field in names.contains { field.isNamed($0) } }
    }

    /// Removes the fields whose names are such.
    package mutating func remove(where isRemoved: (String) -> Bool) { fields.removeAll { isRemoved($0.name) } }

    /// Removes the fields whose names begin so, in any case.
    package mutating func removeAll(withPrefix prefix: String) {
        fields.removeAll { $0.isNamed(withPrefix: prefix) }
    }

    /// Writes that field in the place of the first of its name, and of all others of it; before all where there is
    /// none.
    package mutating func set(_ name: String, _ value: String) {
        let place = fields.firstIndex { $0.isNamed(name) } ?? 0
        remove(name)
        fields.insert(Field(name, value), at: place)
    }

    /// Writes each value that goes on in another line in one (RFC 9112 §5.2).
    package mutating func unfold() {
        for index in fields.indices where fields[index].isFolded {
            fields[index] = Field(fields[index].name, fields[index].value)
        }
    }

    mutating func append(_ field: Field) { fields.append(field) }

    mutating func reserve(_ count: Int) { fields.reserveCapacity(count) }

    func append(to bytes: inout [UInt8]) {
        for field in fields { bytes += field.line }
        bytes += "\r\n".utf8
    }
}

extension ArraySlice<UInt8> {
    /// Without regard to case.
    fileprivate func equals(_ text: String) -> Bool {
        count == text.utf8.count && zip(self, text.utf8).allSatisfy { $0.lowercased == $1.lowercased }
    }

    fileprivate var withoutBlanksAround: ArraySlice<UInt8> {
        // To remove elements of a slice would copy it.
        guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
            return []
        }
        return self[first...last]
    }
}

extension UInt8 {
    /// RFC 9110 §5.6.2.
    var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }

    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
