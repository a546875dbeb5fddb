/// A JSON number, kept as it was written.
///
/// Two numbers are equal if they are spelled alike: `1.0` is not `1`.
package struct JSONNumber: Sendable, Hashable {
    /// The number as RFC 8259 §6 spells it, such as `-1.50e3`.
    package let literal: String

    /// Trusts the literal to follow RFC 8259 §6.
    package init(literal: String) { self.literal = literal }

    package init(_ value: Int) { literal = String(value) }

    /// Fails for infinities and NaN, which JSON cannot spell.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        literal = Int(exactly: value).map(String.init) ?? String(value)
    }

    /// The number if it is whole and exact; `3600.0` and `36e2` are 3600.
    package var int: Int? {
        if let int = Int(literal) { return int }
        // From 2^53 on a binary fraction no longer tells neighbouring integers apart.
        guard let double, double.magnitude < 0x1p53 else { return nil }
        // A number too small for a binary fraction becomes zero, which it is not.
        if double == 0, !isZero { return nil }
        return Int(exactly: double)
    }

    private var isZero: Bool {
        literal.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
            .allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }

    /// The nearest binary fraction; `nil` where the number is beyond its range.
    package var double: Double? {
        guard let double = Double(literal), double.isFinite else { return nil }
        return double
    }
}

extension JSONNumber: CustomStringConvertible {
    package var description: String { literal }
}
