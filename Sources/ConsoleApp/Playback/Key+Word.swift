import ConsoleKit
import TerminalUI

extension Key {
    /// The key of a word, or of the character that it types; `nil` for an unknown word.
    init?(word: String) {
        if word.count == 1, let character = word.first {
            self = .character(character)
        } else if let key = Self.words.first(where: { $0.word == word.lowercased() })?.key {
            self = key
        } else {
            return nil
        }
    }

    /// The keys that no character stands for, by the words that a scenario has for them.
    static let words: [(word: String, key: Key)] =
        [
            ("enter", .enter), ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
            ("end", .end), ("pgup", .pageUp), ("pgdn", .pageDown),
        ]
        + ([.character(" "), .tab, .backTab, .escape, .backspace, .delete, .insert] + (1...12).map { .function($0) }
        + "abcdefghijklmnopqrstuvwxyz".map { .control($0) }).map { ($0.name(.ascii).lowercased(), $0) }
}
