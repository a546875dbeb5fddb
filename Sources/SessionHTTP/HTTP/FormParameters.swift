import Addresses

/// Names and values of a form or a query, in order; printed, it shows names only, because values can be secrets.
public struct FormParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One parameter, before percent-encoding.
    public struct Item: Sendable, Hashable {
        /// The name; OAuth's parameters are case-sensitive.
        public let name: String
        /// The value in clear: it may be a secret.
        public let value: String

        /// Creates a parameter from its decoded name and value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All parameters in order, repeated names included.
    public private(set) var items: [Item]

    /// Creates a form from parameters, kept in order, repeated names included.
    public init(_ items: [Item] = []) {
        self.items = items
    }

    /// Creates parameters in the order of the literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        items = elements.map { Item(name: $0.0, value: $0.1) }
    }

    /// The first value of that name; setting replaces every item of the name, and `nil` removes them.
    public subscript(name: String) -> String? {
        get { items.first { $0.name == name }?.value }
        set {
            let index = items.firstIndex { $0.name == name }
            items.removeAll { $0.name == name }
            guard let newValue else { return }
            items.insert(Item(name: name, value: newValue), at: index ?? items.count)
        }
    }

    /// Adds an item without touching those of the same name: `resource` may stand more than once (RFC 8707 §2).
    public mutating func add(_ name: String, _ value: String) {
        items.append(Item(name: name, value: value))
    }

    /// The first name that stands more than once, which OAuth forbids in its own messages (RFC 6749 §3.1).
    public var repeatedName: String? {
        var seen: Set<String> = []
        return items.first { !seen.insert($0.name).inserted }?.name
    }
}

extension FormParameters {
    /// As `application/x-www-form-urlencoded` (RFC 6749 Appendix B): UTF-8, a space as `+`.
    public var encoded: String { encoded(space: "+") }

    /// As the query of a URL: a space as `%20`, which form decoders and plain percent-decoders read alike.
    public var query: String { encoded(space: "%20") }

    private func encoded(space: String) -> String {
        items.map { "\(Self.encode($0.name, space: space))=\(Self.encode($0.value, space: space))" }
            .joined(separator: "&")
    }

    /// One name or value, form-encoded: letters, digits and `*-._` stand for themselves.
    public static func encode(_ text: String, space: String = "+") -> String {
        PercentEncoding.encoded(text.utf8, space: space, standsForItself)
    }

    private static func standsForItself(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Reads `a=1&b=two+words`; a `%` outside a triplet stands for itself, and a name without `=` has no value.
    public init(decoding encoded: some StringProtocol) { self.init(decoding: Array(encoded.utf8)) }

    /// Decodes UTF-8.
    package init(decoding encoded: [UInt8]) {
        items = []
        var rest = encoded[...]
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[piece.endIndex...].dropFirst()
            guard !piece.isEmpty else { continue }
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            items.append(Item(name: Self.decode(name), value: Self.decode(piece[name.endIndex...].dropFirst())))
        }
    }

    /// Reads a body that looks like a form, whatever its type says: letters stand before the first equals sign.
    package init?(lookingLikeOne body: [UInt8]) {
        let name = body.prefix { $0 != UInt8(ascii: "=") }
        guard !name.isEmpty, name.count < min(body.count, 64), name.allSatisfy(Self.isOfName) else { return nil }
        self.init(decoding: body)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// One name or value: `+` is a space, and a `%` outside a triplet stands for itself.
    package static func decode(_ text: some StringProtocol) -> String { decode(Array(text.utf8)[...]) }

    package static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = hexadecimal(bytes[index + 1]),
                let low = hexadecimal(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension FormParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names of the parameters; their values are masked.
    public var description: String { items.map { "\($0.name)=••••" }.joined(separator: "&") }
    /// The names of the parameters; their values are masked.
    public var debugDescription: String { description }
    /// Shows no value to a debugger or to `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
