package import TerminalUI

/// Something that keys do in one place: in a pane, on a screen, in a dialog, or everywhere.
///
/// The raw value is the action's name on the command line. The tables of keys are made of these enumerations: a new
/// case does not compile before it has its keys and its handler.
package protocol KeyAction: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    var binding: Binding { get }
}

extension KeyAction {
    package var reaches: Outside { binding.reaches }
    /// The key that texts on the screen name for it.
    package func key(_ glyphs: Glyphs) -> String { binding.key(glyphs) }
    /// The key in notices: for actions that hang on a letter.
    package var letter: String { binding.letter }

    /// What a key does here; `nil` where it does nothing.
    package static func action(for key: Key) -> Self? {
        allCases.first { $0.binding.keys.contains(key) }
    }

    package func hint(_ glyphs: Glyphs, _ label: String? = nil) -> Hint { Hint(binding, label, glyphs) }
}
