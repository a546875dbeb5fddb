/// The commands of a text: between line breaks, `;`, `&` and `&&` that are in no quotation marks.
///
/// A text with `^"` is one of Windows, and so is one with JSON whose quotation marks are twice in quotation marks;
/// there `;` is nothing special.
struct CommandList {
    private(set) var commands: [ShellCommand] = []

    /// What JSON begins with there; bash would take all its quotation marks away.
    private static let doubled = ["\"{\"\"", "\"[\"\"", "\"[{\"\""]
    /// How many quotation marks that are not closed are passed; for each the text is read once more.
    private static let openQuoteLimit = 20

    /// Reads at most that many commands.
    init(_ text: String, limit: Int) {
        let hasDoubled = !text.contains(" '") && Self.doubled.contains(where: text.contains)
        if !hasDoubled {
            var reader = ShellReader(text)
            read(&reader, limit: limit)
            guard reader.isOfWindows else { return }
            commands = []
        }
        var reader = WindowsReader(text)
        read(&reader, limit: limit)
    }

    private mutating func read(_ reader: inout some CommandReader, limit: Int) {
        var openQuotes = 0
        while commands.count < limit, let command = reader.next() {
            commands.append(command)
            // A quotation mark that is not closed takes in all that follows: the next line with curl is another
            // command.
            guard command.fault != nil, command.separator == nil, openQuotes < Self.openQuoteLimit,
                let line = Self.lineOfCurl(after: reader.start)
            else { continue }
            openQuotes += 1
            reader.rest = line
        }
    }

    /// The text from the next line that begins with curl.
    private static func lineOfCurl(
        after start: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView? {
        var rest = start
        while let lineBreak = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
            rest = rest[rest.index(after: lineBreak)...]
            let words = rest.prefix { $0 != "\n" && $0 != "\r" }.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
            let word = words.first.map { String($0) == "$" } == true ? words.dropFirst().first : words.first
            if let word, CurlCommand.names.contains(String(word)) { return rest }
        }
        return nil
    }
}
