/// Header fields, in the order received or to be sent.
///
/// Names compare without regard to case.
package struct ServerHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package private(set) var fields: [Field] = []

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The value of the first field with this name; setting replaces all of them, or removes them with `nil`.
    package subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    package func values(named name: String) -> [String] {
        fields.compactMap { Self.isSame($0.name, name) ? $0.value : nil }
    }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8, other.utf8)
        return one.count == other.count && zip(one, other).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
