import FoundationEssentials
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct LinkScannerTests {
    /// What is found of a text, printed at once and byte by byte.
    private func links(_ text: String, width: Int = 80) -> [String] {
        var whole = LinkScanner(width: width)
        let found = (whole.take(text.utf8) + whole.finish()).map(\.absoluteString)
        var pieces = LinkScanner(width: width)
        let inPieces = text.utf8.flatMap { pieces.take([$0]) } + pieces.finish()
        #expect(inPieces.map(\.absoluteString) == found)
        return found
    }

    @Test(arguments: [
        ("Open http://a.test/x?y=1&z=%20 now", ["http://a.test/x?y=1&z=%20"]),
        ("(see https://a.test/b_(c)).", ["https://a.test/b_(c)"]), ("<https://a.test/>;", ["https://a.test/"]),
        ("url:https://a.test/!\"", ["https://a.test/"]),
        ("http://a.test/?state=ab_ b", ["http://a.test/?state=ab_"]), ("http://a.test/~\n", ["http://a.test/~"]),
        ("_http://a.test/_ **http://b.test/**.", ["http://a.test/", "http://b.test/"]),
        ("\u{1B}[1;34mhttps://a.test/\u{1B}[4mb\u{1B}[0m c", ["https://a.test/b"]),
        ("https://a.test/\u{1B}[2Kb", ["https://a.test/"]),
        ("http://a.test/\nb http://b.test/", ["http://a.test/", "http://b.test/"]),
        ("│http://a.test/│", ["http://a.test/"]), ("ftp://a.test/ file:///b https:// http", []),
        ("10%\rhttp://a.test/\rb", ["http://a.test/"]),
    ])
    func `a URL is found in what is printed`(text: String, expected: [String]) {
        #expect(links(text) == expected)
    }

    @Test(arguments: ["\u{7}", "\u{1B}\\"])
    func `a hyperlink leads where it says, whatever its text`(end: String) {
        let text = "\u{1B}]8;id=1;https://a.test/x;y\(end)click\u{1B}]8;;\(end) \u{1B}]0;http://title.test\(end)"
        #expect(links(text) == ["https://a.test/x;y"])
    }

    @Test func `a line that is full goes on in the next one`() {
        #expect(links("http://a.test/1234\r\n5678 9", width: 18) == ["http://a.test/12345678"])
        #expect(links("http://a.test/1234\n5678\n", width: 18) == ["http://a.test/12345678"])
        #expect(links("http://a.test/1234\r\n5678 9", width: 19) == ["http://a.test/1234"])
        // A longer line was not broken by the program.
        #expect(links("http://a.test/12345678\r\n200", width: 18) == ["http://a.test/12345678"])
        #expect(links("http://a.test/1234\r\n 5678", width: 18) == ["http://a.test/1234"])
    }

    @Test func `what has no end is found once nothing more comes, and nothing is kept without limit`() {
        var scanner = LinkScanner(width: 80)
        #expect(scanner.take("Link: http://a.test/".utf8).isEmpty && scanner.isInWord)
        #expect(scanner.finish().map(\.absoluteString) == ["http://a.test/"])
        #expect(!scanner.isInWord && scanner.finish().isEmpty)
        let long = "http://a.test/" + String(repeating: "a", count: 1 << 20)
        #expect(scanner.take(long.utf8).allSatisfy { $0.absoluteString.utf8.count <= 16 << 10 })
        _ = scanner.take("\u{1B}]8;;\(long)".utf8)
        #expect(scanner.take("\u{7}".utf8).allSatisfy { $0.absoluteString.utf8.count <= 16 << 10 })
    }
}
