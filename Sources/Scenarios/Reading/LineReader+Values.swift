/// The values that several forms have.
extension LineReader {
    /// The next word, which must be there: "a user".
    mutating func word(_ noun: String) throws(ScenarioFlaw) -> Word {
        guard let word = next() else { throw missing(noun) }
        return word
    }

    func missing(_ noun: String) -> ScenarioFlaw {
        isAtEnd ? flaw("\(noun) is missing") : flaw("\(noun) is missing before the comma")
    }

    /// A whole number in these bounds.
    mutating func number(_ noun: String, in range: ClosedRange<Int>) throws(ScenarioFlaw) -> Int {
        let word = try word(noun)
        let bounds = "a number from \(range.lowerBound) to \(range.upperBound)"
        guard let number = Self.number(word.text) else {
            throw flaw(at: word, "\(Self.quoted(word.text)) is not \(bounds)")
        }
        guard range.contains(number) else { throw flaw(at: word, "\(number) is not \(bounds)") }
        return number
    }

    /// The words up to the end of this part of the line: "a scope".
    mutating func words(_ noun: String, until end: String? = nil) throws(ScenarioFlaw) -> [String] {
        var words = [try word(noun).text]
        while !isAtPartEnd, peek()?.text.lowercased() != end, let word = next() { words.append(word.text) }
        return words
    }

    /// One of the known names, a hyphen in it counting as a space: "a screen".
    mutating func choice(_ noun: String, among names: [String]) throws(ScenarioFlaw) -> String {
        guard let first = peek() else { throw missing(noun) }
        let pieces = pieces(atMost: 8)
        let fitting = names.filter { take(ComparedWords.pieces(of: $0), of: pieces) }
        if let name = fitting.max(by: { ComparedWords.pieces(of: $0).count < ComparedWords.pieces(of: $1).count }) {
            skip(words: pieces[ComparedWords.pieces(of: name).count - 1].word + 1)
            return name
        }
        let similar = similar(to: pieces.map(\.text), among: names)
        throw flaw(
            at: first, "\(Self.quoted(excerpt)) does not begin with the name of \(noun)",
            advice: Suggestion.question(similar) ?? "Known: \(names.joined(separator: ", ")).")
    }

    /// The next words, as far as they say what was meant.
    private var excerpt: String {
        var copy = self
        var words: [String] = []
        while words.count < 5, let word = copy.next() { words.append(word.text) }
        return words.joined(separator: " ")
    }

    private func take(_ wanted: [String], of pieces: [Piece]) -> Bool {
        guard !wanted.isEmpty, pieces.count >= wanted.count else { return false }
        let end = pieces[wanted.count - 1].word
        return zip(wanted, pieces).allSatisfy { $0 == $1.text }
            && (pieces.count == wanted.count || pieces[wanted.count].word > end)
    }

    private func similar(to pieces: [String], among names: [String]) -> [String] {
        for count in stride(from: pieces.count, to: 0, by: -1) {
            let known = names.filter { ComparedWords.pieces(of: $0).count == count }
            let spelt = known.map { ComparedWords.pieces(of: $0).joined(separator: " ") }
            let found = Suggestion.words(for: pieces.prefix(count).joined(separator: " "), among: spelt)
            if !found.isEmpty { return zip(known, spelt).filter { found.contains($0.1) }.map(\.0) }
        }
        return []
    }

    /// A case by its words.
    mutating func choice<Case: RawRepresentable & CaseIterable>(
        _ noun: String, of _: Case.Type
    ) throws(ScenarioFlaw) -> Case where Case.RawValue == String {
        let name = try choice(noun, among: Case.allCases.map(\.rawValue))
        guard let value = Case(rawValue: name) else { throw missing(noun) }
        return value
    }

    /// Text up to a comma, or in quotes: `"a, b"`, in which `\"` stands for a quote, `\\` for a backslash and `\n` for
    /// a line break.
    mutating func text(_ noun: String) throws(ScenarioFlaw) -> String {
        if let quoted = try quotedText() { return quoted }
        guard let word = restOfPart() else { throw missing(noun) }
        return word.text
    }

    /// The text in quotes that begins here, if one does.
    mutating func quotedText() throws(ScenarioFlaw) -> String? {
        guard nextCharacter == "\"" else { return nil }
        let start = flaw("the quoted text is not closed", advice: "A quote inside it is written \\\".")
        var text = ""
        advance()
        while let character = nextCharacter {
            advance()
            switch character {
            case "\"":
                guard nextCharacter == nil || nextCharacter == "," || nextCharacter?.isWhitespace == true else {
                    throw flaw("a space is missing after the quoted text")
                }
                skipSpaces()
                return text
            case "\\":
                switch nextCharacter {
                case "\"": text.append("\"")
                case "\\": text.append("\\")
                case "n": text.append("\n")
                default: throw flaw("only \\\", \\\\ and \\n may follow a backslash")
                }
                advance()
            default: text.append(character)
            }
        }
        throw start
    }
}
