/// A line of the file without its comment.
struct SourceLine: Sendable {
    /// Counted from 1.
    var number: Int
    var characters: [Character]
    /// How many characters stand before the first one that is not a space; `nil` where there is none.
    var indentation: Int?

    static let mostBytes = 65_536

    /// Fails for a line that is too long or has characters that a terminal would obey.
    init(_ text: Substring.UTF8View, number: Int) throws(ScenarioFlaw) {
        self.number = number
        guard text.count <= Self.mostBytes else {
            throw ScenarioFlaw(
                line: number, column: 1, reason: "the line is longer than \(Self.mostBytes / 1024) KiB")
        }
        characters = Array(Substring(text))
        if characters.last == "\r" { characters.removeLast() }
        if number == 1, characters.first == "\u{FEFF}" { characters.removeFirst() }
        for (index, character) in characters.enumerated() where character != "\t" {
            guard let scalar = character.unicodeScalars.first(where: \.isForbiddenInScenarios) else { continue }
            let code = String(scalar.value, radix: 16, uppercase: true)
            throw ScenarioFlaw(
                line: number, column: index + 1,
                reason: "the character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code) can't be used",
                advice: "A scenario can't contain control characters or direction marks.")
        }
        cutComment()
        while characters.last?.isWhitespace == true { characters.removeLast() }
        indentation = characters.firstIndex { !$0.isWhitespace }
    }

    /// Its text without the spaces around it.
    ///
    /// A tab that separates words is shown as a space.
    var text: String { String(characters.dropFirst(indentation ?? 0).map { $0 == "\t" ? " " : $0 }) }

    /// A comment begins with `#` at the beginning or after a space, and not inside quotes.
    private mutating func cutComment() {
        var (isQuoted, isEscaped, isAfterSpace) = (false, false, true)
        for (index, character) in characters.enumerated() {
            if character == "#", isAfterSpace, !isQuoted {
                characters.removeSubrange(index...)
                return
            }
            if isEscaped {
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            isAfterSpace = character.isWhitespace
        }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal or a reader could be deceived by it: controls but the tab, and marks of direction.
    var isForbiddenInScenarios: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: self != "\t"
        case .format: properties.isBidiControl
        default: false
        }
    }
}
