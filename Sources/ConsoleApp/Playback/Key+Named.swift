import TerminalUI

extension Key {
    /// The key that ``name(_:)`` writes so, with ASCII signs; `nil` for an unknown name.
    init?(named name: String) {
        if let key = Self.special.first(where: { $0.name(.ascii).lowercased() == name.lowercased() }) {
            self = key
        } else if name.count == 1, let character = name.first {
            self = .character(character)
        } else {
            return nil
        }
    }

    /// The keys whose names are words.
    static let special: [Key] =
        [
            .character(" "), .enter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right,
            .home, .end, .pageUp, .pageDown,
        ] + (1...12).map { .function($0) } + "abcdefghijklmnopqrstuvwxyz".map { .control($0) }
}
