import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What is drawn of a long claim is bounded; what is searched and paged is not.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LongClaimTests {
    private static let words = (0..<2_500).map { "word\($0)" }.joined(separator: " ")

    /// The pane's title and the selected row.
    private func found(_ console: Console) -> String {
        "\(console.paneWords().prefix { $0 != "\n" })\n\(console.rowWords)"
    }

    private func console(size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console(size: size)
        let token = MadeTokens.jwt(["sub": "a", "long": .string(Self.words), "exp": 1_900_000_000])
        console.press(.character("3"), .character("p"), .paste(token.reveal()), .enter, .enter)
        return console
    }

    @Test func `the pager shows a long claim whole`() throws {
        var console = console()
        console.press(.character("v"))
        let page = try #require(console.viewed)
        #expect(page.contains(Self.words))
    }

    @Test func `what is drawn of a long claim is bounded, and says how the rest is seen`() throws {
        let rows = console().tokens.claims.list.rows
        #expect(rows.count < 80)
        try expectWords(try #require(rows.last { $0.line.name == "long" }?.part))
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 60, height: 20)], ["word2000", "word2000 word2001"])
    func `the search finds what is not drawn, and shows it`(size: Size, text: String) throws {
        var console = console(size: size)
        console.press(.character("/"))
        console.type(text)
        console.press(.enter)
        try expectWords(found(console), "\(text), \(size.width) columns")
        #expect(
            console.tokens.claims.list.rows[console.tokens.claims.list.selection].part?.contains("word2000") == true)
    }

    @Test func `the search finds what is broken between two rows`() throws {
        var console = console()
        let rows = console.tokens.claims.list.rows.filter { $0.line.name == "long" }.compactMap(\.part)
        guard rows.count > 6, let last = rows[3].split(separator: " ").last,
            let first = rows[4].split(separator: " ").first
        else {
            Issue.record("the claim has no rows")
            return
        }
        console.press(.character("/"))
        console.type("\(last) \(first)")
        console.press(.enter)
        try expectWords(found(console))
    }

    @Test func `a copied value is whole`() throws {
        var console = console()
        console.press(.character("/"))
        console.type("word1999")
        console.press(.enter, .character("y"), .character("y"))
        let text = try #require(console.copied)
        #expect(text == Self.words)
    }
}
