/// A key, a paste or a mouse event.
package enum Key: Hashable, Sendable {
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
    /// A letter typed with ctrl, in lower case: ctrl-c is `.control("c")`.
    case control(Character)
    /// A key with a modifier that makes another key of it: alt-b, ctrl-left.
    indirect case modified(Key, KeyModifiers)
    /// A whole bracketed paste, line breaks as LF.
    case paste(String)
    case mouse(MouseEvent)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// The key of a character, as `"q"`.
    package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

package struct KeyModifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let shift = KeyModifiers(rawValue: 1)
    package static let alt = KeyModifiers(rawValue: 2)
    package static let control = KeyModifiers(rawValue: 4)
}
