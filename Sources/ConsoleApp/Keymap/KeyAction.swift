import TerminalUI

/// Something that keys do in one place: in a pane, on a screen, in a dialog, or everywhere.
///
/// The raw value is the action's name on the command line. The tables of keys are made of these enumerations: a new
/// case does not compile before it has its keys and its handler.
package protocol KeyAction: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    var binding: Binding { get }
    /// What it reaches, as far as that is known before it is carried out; its effects say the rest.
    var reaches: Outside { get }
}

extension KeyAction {
    package var reaches: Outside { [] }

    /// What a key does here; `nil` where it does nothing.
    static func action(for key: Key) -> Self? {
        allCases.first { $0.binding.keys.contains(key) }
    }

    /// The key that texts on the screen name for it.
    func key(_ glyphs: Glyphs) -> String { binding.keys.first?.name(glyphs) ?? "" }

    /// The hint, with the key of another action before its label where the two share one.
    func hint(_ glyphs: Glyphs, _ label: String? = nil, sharedWith other: Self? = nil) -> Hint {
        let (key, label) = (binding.keys.first ?? .escape, label ?? binding.hint)
        guard let otherKey = other?.binding.keys.first else { return Hint(key, label, glyphs) }
        return Hint(key, otherKey, label, glyphs)
    }
}

extension KeyAction {
    /// The same in notices, which are made without glyphs: for actions that hang on a letter.
    var letter: String { key(.ascii) }
}
