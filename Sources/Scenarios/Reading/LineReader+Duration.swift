/// Times: `500ms`, `5s`, `2m`, `1h30m`, or in words: `10 minutes`.
extension LineReader {
    /// The longest time that a scenario knows: a year.
    static let longestDuration = Duration.seconds(366 * 86_400)

    mutating func duration(_ noun: String) throws(ScenarioFlaw) -> Duration {
        let word = try word(noun)
        if let number = Self.number(word.text), let unit = peek().flatMap({ Self.unit(inWords: $0.text) }) {
            _ = next()
            return try bounded(unit * number, word)
        }
        return try duration(word)
    }

    /// A time in one word.
    func duration(_ word: Word) throws(ScenarioFlaw) -> Duration {
        guard let duration = Self.duration(word.text) else {
            throw flaw(
                at: word, "\(Self.quoted(word.text)) is not a time",
                advice: "Write 500ms, 5s, 2m, 1h or 1h30m, or in words: 10 minutes.")
        }
        return try bounded(duration, word)
    }

    private func bounded(_ duration: Duration, _ word: Word) throws(ScenarioFlaw) -> Duration {
        guard duration <= Self.longestDuration else {
            throw flaw(at: word, "\(Self.quoted(word.text)) is too long", advice: "The maximum is one year.")
        }
        return duration
    }

    private static func duration(_ text: String) -> Duration? {
        var sum = Duration.zero
        var rest = Substring(text)
        guard !rest.isEmpty, text.count <= 40 else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            guard let unit = unit(letters: name) else { return nil }
            rest = rest.dropFirst(name.count)
            sum += unit * number
        }
        return sum
    }

    private static func unit(letters: Substring) -> Duration? {
        switch letters {
        case "ms": .milliseconds(1)
        case "s": .seconds(1)
        case "m": .seconds(60)
        case "h": .seconds(3600)
        case "d": .seconds(86_400)
        default: nil
        }
    }

    private static func unit(inWords word: String) -> Duration? {
        switch word.lowercased() {
        case "millisecond", "milliseconds": .milliseconds(1)
        case "second", "seconds": .seconds(1)
        case "minute", "minutes": .seconds(60)
        case "hour", "hours": .seconds(3600)
        case "day", "days": .seconds(86_400)
        default: unit(letters: Substring(word))
        }
    }
}
