package import TerminalUI

/// A key worth a place on the last row, and what it does.
package struct Hint: Sendable, Hashable {
    /// `nil` where the name stands for several keys.
    package let key: Key?
    /// The second of two keys that share the hint.
    var otherKey: Key?
    package let name: String
    package let label: String

    package init(_ key: Key, _ label: String, _ glyphs: Glyphs) {
        (self.key, name, self.label) = (key, key.name(glyphs), label)
    }

    /// One hint of two keys that do opposite things.
    package init(_ key: Key, _ other: Key, _ label: String, _ glyphs: Glyphs) {
        (self.key, otherKey, self.label) = (key, other, label)
        name = "\(key.name(glyphs)) \(other.name(glyphs))"
    }

    /// The hint of a binding, with the key of another one before its label where the two share one.
    package init(_ binding: Binding, _ label: String? = nil, sharedWith other: Binding? = nil, _ glyphs: Glyphs) {
        let (key, label) = (binding.keys.first ?? .escape, label ?? binding.hint)
        if let otherKey = other?.keys.first {
            self.init(key, otherKey, label, glyphs)
        } else {
            self.init(key, label, glyphs)
        }
    }

    package init(_ name: String, _ label: String) { (key, self.name, self.label) = (nil, name, label) }

    /// The columns of hints side by side.
    package static func columns(of hints: [Hint]) -> Int {
        hints.map { TextWidth.columns(of: $0.name) + TextWidth.columns(of: $0.label) + 1 }.reduce(0, +)
            + 2 * max(0, hints.count - 1)
    }
}
