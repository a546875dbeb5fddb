import ConsoleKit
import TerminalUI

/// How well typed letters match a name and the words that explain it; the smaller the better.
enum LetterMatch: Int, Comparable {
    case nameWhole
    case nameBeginning
    /// A word of the name begins with the text.
    case nameWord
    case namePart
    /// `so` for `sign-out`.
    case nameInitials
    /// `sio` for `sign-out`.
    case nameBeginnings
    case word
    case part
    /// The letters in their order, with others between them.
    case nameLetters
    /// `vrse` for `verifies the session`.
    case initials

    static func < (one: LetterMatch, other: LetterMatch) -> Bool { one.rawValue < other.rawValue }

    /// The values that match what was typed, the best first, equal ones in their order; all of them for no text.
    static func best<Value>(
        of values: [Value], for typed: String, by texts: (Value) -> (name: String, words: String)
    ) -> [Value] {
        let typed = plain(typed)
        guard !typed.isEmpty else { return values }
        let found = values.enumerated().compactMap { index, value in
            let (name, words) = texts(value)
            return LetterMatch(plain(name), words.lowercased(), typed).map { (match: $0, index: index, value: value) }
        }
        return found.sorted { ($0.match, $0.index) < ($1.match, $1.index) }.map(\.value)
    }

    /// Whether what was typed is a name, its beginning, or one of its words whole.
    static func isName(_ name: String, for typed: String) -> Bool {
        let (name, typed) = (plain(name), plain(typed))
        return !typed.isEmpty && (name.hasPrefix(typed) || " \(name) ".contains(" \(typed) "))
    }

    private init?(_ name: String, _ words: String, _ typed: String) {
        let letters = typed.filter { $0 != " " }
        if name == typed {
            self = .nameWhole
        } else if name.hasPrefix(typed) {
            self = .nameBeginning
        } else if " \(name)".contains(" \(typed)") {
            self = .nameWord
        } else if name.contains(typed) {
            self = .namePart
        } else if String(name.split(separator: " ").compactMap(\.first)).hasPrefix(letters) {
            self = .nameInitials
        } else if Self.isInitials(letters[...], of: name.split(separator: " ")[...]) {
            self = .nameBeginnings
        } else if " \(words)".contains(" \(typed)") {
            self = .word
        } else if typed.split(separator: " ").allSatisfy({ "\(name) \(words)".contains($0) }) {
            self = .part
        } else if Self.holds(name, letters[...]) {
            self = .nameLetters
        } else if Self.isInitials(letters[...], of: words.split { !$0.isLetter && !$0.isNumber }[...]) {
            self = .initials
        } else {
            return nil
        }
    }

    /// In lower case, its words apart.
    private static func plain(_ text: String) -> String {
        text.trimmed.lowercased().replacing("-", with: " ")
    }

    /// Whether a text holds letters in their order.
    private static func holds(_ text: some StringProtocol, _ letters: Substring) -> Bool {
        var rest = letters
        for character in text where character == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    /// Whether letters are those of words in their order, of each used word the first one and some that follow.
    private static func isInitials(_ letters: Substring, of words: ArraySlice<Substring>) -> Bool {
        guard let first = letters.first else { return true }
        guard let word = words.first, letters.count <= 40 else { return false }
        if word.first == first {
            for count in stride(from: min(letters.count, word.count), through: 1, by: -1)
            where holds(word, letters.prefix(count)) && isInitials(letters.dropFirst(count), of: words.dropFirst()) {
                return true
            }
        }
        return isInitials(letters, of: words.dropFirst())
    }
}
