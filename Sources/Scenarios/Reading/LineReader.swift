/// A line of a scenario while it is read, word by word.
struct LineReader: Sendable {
    struct Word: Sendable, Hashable {
        var text: String
        /// Counted from 1.
        var column: Int
    }

    /// A part of a word that is compared alone.
    struct Piece: Sendable, Hashable {
        var text: String
        /// Which of the words that follow it belongs to, counted from 0.
        var word: Int
    }

    /// Counted from 1.
    let line: Int
    let vocabulary: Vocabulary
    private let characters: [Character]
    private var index: Int

    /// The characters from `start` on; the ones before count for the columns alone.
    init(_ characters: [Character], from start: Int = 0, line: Int, _ vocabulary: Vocabulary) {
        (self.characters, self.line, self.vocabulary) = (characters, line, vocabulary)
        index = start
        skipSpaces()
    }

    var column: Int { index + 1 }
    /// Where the first character after the line's end would stand.
    var endColumn: Int { characters.count + 1 }
    var isAtEnd: Bool { index == characters.count }
    /// Whether a part of a list ends here.
    var isAtPartEnd: Bool { isAtEnd || characters[index] == "," }

    var nextCharacter: Character? { index < characters.count ? characters[index] : nil }

    mutating func advance() { index += 1 }

    mutating func skipSpaces() {
        while index < characters.count, characters[index].isWhitespace { index += 1 }
    }

    /// The next word; it ends at a space or a comma.
    func peek() -> Word? {
        var copy = self
        return copy.next()
    }

    mutating func next() -> Word? { take { !$0.isWhitespace && $0 != "," } }

    /// The next run of characters up to a space, commas included.
    mutating func nextField() -> Word? { take { !$0.isWhitespace } }

    private mutating func take(while fits: (Character) -> Bool) -> Word? {
        let start = index
        while index < characters.count, fits(characters[index]) { index += 1 }
        guard index > start else { return nil }
        defer { skipSpaces() }
        return Word(text: String(characters[start..<index]), column: start + 1)
    }

    /// What is left of the line, without the spaces at its end.
    mutating func rest() -> Word? { text { _ in true } }

    /// What is left up to a comma.
    mutating func restOfPart() -> Word? { text { $0 != "," } }

    private mutating func text(while fits: (Character) -> Bool) -> Word? {
        guard var word = take(while: fits) else { return nil }
        while word.text.last?.isWhitespace == true { word.text.removeLast() }
        return word
    }

    /// What stands before a sign in the next word; takes the sign, too.
    mutating func name(before sign: Character) -> String? {
        let name = characters[index...].prefix { !$0.isWhitespace && $0 != "," && $0 != sign }
        guard !name.isEmpty, name.endIndex < characters.count, characters[name.endIndex] == sign else { return nil }
        index = name.endIndex + 1
        skipSpaces()
        return String(name)
    }

    mutating func takeComma() -> Bool {
        guard !isAtEnd, characters[index] == "," else { return false }
        index += 1
        skipSpaces()
        return true
    }

    /// Takes these words if they come next.
    mutating func take(_ phrase: String) -> Bool {
        let wanted = ComparedWords.pieces(of: phrase)
        let pieces = pieces(atMost: wanted.count + 1)
        guard pieces.count >= wanted.count, zip(wanted, pieces).allSatisfy({ $0 == $1.text }) else { return false }
        let end = pieces[wanted.count - 1].word
        guard pieces.count == wanted.count || pieces[wanted.count].word > end else { return false }
        skip(words: end + 1)
        return true
    }

    /// The pieces of the words that follow.
    func pieces(atMost count: Int) -> [Piece] {
        var copy = self
        var pieces: [Piece] = []
        var number = 0
        while pieces.count < count, let word = copy.next() {
            pieces += ComparedWords.pieces(ofWord: word.text).map { Piece(text: $0, word: number) }
            number += 1
        }
        return Array(pieces.prefix(count))
    }

    func word(at position: Int) -> Word? {
        var copy = self
        copy.skip(words: position)
        return copy.next()
    }

    mutating func skip(words count: Int) {
        for _ in 0..<count { _ = next() }
    }

    var beginsWithMethod: Bool {
        guard let word = peek()?.text, word.count > 1 else { return false }
        return word.allSatisfy { $0.isASCII && ($0.isUppercase || $0 == "-") }
    }

    /// Whether a method in small letters stands here, with a target behind it.
    var beginsLikeMethod: Bool {
        guard let word = peek()?.text, ["get", "post", "put", "patch", "delete", "head"].contains(word.lowercased()),
            let target = self.word(at: 1)?.text
        else { return false }
        return target.hasPrefix("/") || target.hasPrefix("http")
    }

    var beginsWithNumber: Bool { nextCharacter.map { $0.isASCII && $0.isNumber } ?? false }

    /// A number of at most six digits.
    static func number(_ text: String) -> Int? {
        guard (1...6).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(text)
    }

    /// A flaw at this place.
    func flaw(_ reason: String, advice: String? = nil) -> ScenarioFlaw {
        ScenarioFlaw(line: line, column: column, reason: reason, advice: advice)
    }

    func flaw(at word: Word, _ reason: String, advice: String? = nil) -> ScenarioFlaw {
        ScenarioFlaw(line: line, column: word.column, reason: reason, advice: advice)
    }

    /// What was read, in quotes and not too long.
    static func quoted(_ text: String) -> String {
        text.count > 40 ? "'\(text.prefix(39))…'" : "'\(text)'"
    }
}
