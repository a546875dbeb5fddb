/// One way to write something in a scenario: it reads it, explains it in the manual, and is suggested for errors.
struct Notation<Value: Sendable>: Sendable {
    /// How a form is told from the others.
    enum Opening: Sendable, Hashable {
        /// By these words. The articles may be left out, and a hyphen counts as a space.
        case words(String)
        /// By a method of HTTP in capitals.
        case method
        /// By a number of at most six digits.
        case number
    }

    var opening: Opening
    /// The whole form for the manual: literal words in lower case, what the writer chooses in capitals, and what may be
    /// left out in brackets.
    var syntax: String
    /// A line or more that this form reads.
    var example: String
    var meaning: String
    /// Reads what follows the opening; what opens by a number or a method is still to be read.
    var read: @Sendable (inout LineReader) throws(ScenarioFlaw) -> Value

    init(
        _ opening: Opening, _ syntax: String, example: String, _ meaning: String,
        read: @escaping @Sendable (inout LineReader) throws(ScenarioFlaw) -> Value
    ) {
        (self.opening, self.syntax, self.example, self.meaning) = (opening, syntax, example, meaning)
        self.read = read
    }

    /// A form that begins with the literal words of its syntax.
    init(
        _ words: String, _ rest: String = "", example: String, _ meaning: String,
        read: @escaping @Sendable (inout LineReader) throws(ScenarioFlaw) -> Value
    ) {
        self.init(
            .words(words), rest.isEmpty ? words : words + " " + rest, example: example, meaning, read: read)
    }

    /// The words that open it; for a method or a number, what stands for one in the manual.
    var openingWords: String {
        switch opening {
        case .words(let words): words
        case .method: "GET"
        case .number: "a number"
        }
    }
}
