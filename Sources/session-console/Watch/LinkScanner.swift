import Addresses
import FoundationEssentials
import SessionCore

/// Finds the URLs of http and https in what a program prints to its terminal, and in its hyperlinks (OSC 8).
///
/// One that fills the terminal's width goes on in the next line. Punctuation at its end is none of it.
struct LinkScanner: Sendable {
    private enum State { case text, escape, function, string, stringEnd }

    /// No URL that opens a page is longer.
    private static let limit = 16 << 10

    /// The columns of the terminal.
    var width: Int
    private var state = State.text
    private var word: [UInt8] = []
    private var string: [UInt8] = []
    private var column = 0
    /// Whether the cursor has gone back to the start of a line that was full.
    private var mayGoOn = false
    private var hasReturned = false
    private var links: [URL] = []

    init(width: Int) { self.width = width }

    /// Whether a URL may have begun that more is printed of.
    var isInWord: Bool { !word.isEmpty }

    /// The URLs that have ended in these bytes.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [URL] {
        for byte in bytes { take(byte) }
        defer { links = [] }
        return links
    }

    /// The URL that nothing more was printed of for a while.
    mutating func finish() -> [URL] {
        endWord()
        defer { links = [] }
        return links
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .text: takeText(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .function
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
                string = [byte]
                state = .string
            default: state = .text
            }
        case .function:
            guard (0x40...0x7E).contains(byte) else { return }
            // What moves the cursor ends a word, and a colour doesn't.
            if byte != UInt8(ascii: "m") { endWord() }
            state = .text
        case .string:
            if byte == 0x07 {
                endString()
            } else if byte == 0x1B {
                state = .stringEnd
            } else if string.count < Self.limit {
                string.append(byte)
            }
        case .stringEnd: endString()
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        if byte == 0x1B {
            state = .escape
            return
        }
        if byte == UInt8(ascii: "\r") {
            (hasReturned, mayGoOn, column) = (true, mayGoOn || column == width, 0)
            return
        }
        if byte == UInt8(ascii: "\n") {
            if !mayGoOn, column != width { endWord() }
            (hasReturned, mayGoOn, column) = (false, false, 0)
            return
        }
        if hasReturned { endWord() }
        (hasReturned, mayGoOn) = (false, false)
        // Of a character of several bytes one counts.
        if byte & 0xC0 != 0x80 { column += 1 }
        let isPart = byte > 0x20 && byte < 0x7F && !"\"<>`".utf8.contains(byte)
        if isPart, word.count < Self.limit { word.append(byte) } else { endWord() }
    }

    private mutating func endString() {
        defer { (string, state) = ([], .text) }
        // OSC 8 ; parameters ; URI
        let parts = string.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("]8".utf8) else { return }
        add(String(decoding: parts[2], as: UTF8.self))
    }

    private mutating func endWord() {
        defer { word = [] }
        guard word.count > 8 else { return }
        let text = String(decoding: word, as: UTF8.self)
        guard let start = ["https://", "http://"].compactMap({ text.firstRange(of: $0)?.lowerBound }).min() else {
            return
        }
        add(Self.withoutPunctuation(text[start...], after: text[..<start]))
    }

    private mutating func add(_ text: String) {
        if let url = URL(given: text), Origin(url) != nil { links.append(url) }
    }

    private static let brackets: [Character: Character] = [")": "(", "]": "[", "}": "{"]

    /// Without what closes a sentence, or an emphasis or brackets that were opened before it.
    ///
    /// A value in base64url may end with `_`.
    private static func withoutPunctuation(_ text: Substring, after start: Substring) -> String {
        var (text, start) = (text, start)
        while let last = text.last {
            if ".,;:!?'|".contains(last) {
                text.removeLast()
            } else if "*_~".contains(last), start.last == last {
                text.removeLast()
                start.removeLast()
            } else if let open = Self.brackets[last],
                text.count(where: { $0 == last }) > text.count(where: { $0 == open })
            {
                text.removeLast()
            } else {
                break
            }
        }
        return String(text)
    }
}
