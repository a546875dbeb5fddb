import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct BodyTests {
    private func lines(_ text: String) throws -> [String] {
        let layout = try JSONLayout(Array(text.utf8))
        return (0..<layout.lines.count).map(layout.lines.text)
    }

    @Test func `JSON has a member a line, short containers on one, and literals as they came`() throws {
        #expect(
            try lines(#"{"a":[1.50,-2e+3,true,null],"b":{"c":{"d":[]}},"long":"\u00e9\"x"}"#) == [
                "{", "  \"a\": [1.50, -2e+3, true, null],", "  \"b\": {", "    \"c\": {", "      \"d\": []", "    }",
                "  },", "  \"long\": \"\\u00e9\\\"x\"", "}",
            ])
        #expect(try lines(" [ ] ") == ["[]"])
        #expect(try lines("{}") == ["{}"])
        #expect(try lines("\"text\"") == ["\"text\""])
    }

    @Test(arguments: [
        ("{", 1), ("[1,]", 3), ("{\"a\" 1}", 5), ("nul", 0), ("[1] x", 4), ("", 0), ("\"a\nb\"", 2), ("01x", 0),
        ("[1 2]", 3),
    ])
    func `what is no JSON is refused at its byte`(_ text: String, _ offset: Int) {
        #expect(throws: JSONLayout.SyntaxError(offset: offset)) { try JSONLayout(Array(text.utf8)) }
    }

    @Test func `depth is bounded`() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONLayout.SyntaxError.self) { try JSONLayout(Array(text.utf8)) }
    }

    @Test func `JSON beyond a megabyte is shown as it came, and says so`() throws {
        let text = "[" + String(repeating: "1,", count: PreparedBody.largestLayout / 2 + 1) + "1]"
        let body = PreparedBody(Array(text.utf8), contentType: "application/json")
        #expect(body.form == .text)
        #expect(try #require(body.announcement).contains("shown as it came"))
        #expect(body.raw.count == (text.utf8.count + LineBuffer.longestLine - 1) / LineBuffer.longestLine)
    }

    @Test func `a huge body is cut, and says so`() throws {
        let body = PreparedBody([UInt8](repeating: 0x61, count: 9 << 20), contentType: "text/plain")
        #expect(body.raw.bytes.count == PreparedBody.largestShown)
        #expect(try #require(body.announcement).contains("the first 4 MiB of 9 MiB"))
    }

    @Test func `a body of line feeds alone stays small`() throws {
        let body = PreparedBody([UInt8](repeating: 0x0A, count: 3 << 20), contentType: "text/plain")
        #expect(body.raw.count <= LineBuffer.mostLines)
        #expect(body.announcement != nil)
    }

    @Test func `damaged JSON says where, and what is no text is dumped`() throws {
        let damaged = PreparedBody(Array("{\"a\":}".utf8), contentType: "application/problem+json; charset=utf-8")
        #expect(damaged.announcement == "not valid JSON (byte 5), shown as it came")
        let binary = PreparedBody([0x7F, 0x45, 0x4C, 0x46, 0, 1], contentType: nil)
        #expect(binary.form == .binary)
        let start = "00000000  7f 45 4c 46 00 01"
        #expect(HexDump.row(0, of: binary.raw.bytes) == start + String(repeating: " ", count: 32) + ".ELF..")
    }

    @Test func `lines are cut between characters only`() {
        let text = String(repeating: "é", count: LineBuffer.longestLine)
        let buffer = LineBuffer(splitting: Array(text.utf8))
        #expect(buffer.count > 1)
        #expect((0..<buffer.count).map(buffer.text).joined() == text)
    }

    @Test func `long parts begin folded, and open and close`() {
        let items = (0..<80).map { "{\"n\":\($0)}" }.joined(separator: ",")
        var console = Console.signedIn()
        console.exchange(Samples.answer("{\"items\":[\(items)],\"end\":true}"))
        while console.focus != .response { console.press(.tab) }
        #expect(console.text.contains("\"items\": [ … ],  80 lines"))
        #expect(console.text.contains("\"end\": true"))
        console.press(.down, .enter)
        #expect(console.text.contains("{ \"n\": 0 }"))
        console.press(.enter)
        #expect(!console.text.contains("{ \"n\": 0 }"))
    }

    @Test func `a search finds what is folded away, goes round, and esc forgets it`() {
        let items = (0..<80).map { "{\"n\":\($0)}" }.joined(separator: ",")
        var console = Console.signedIn()
        console.exchange(Samples.answer("{\"items\":[\(items)],\"end\":true}"))
        while console.focus != .response { console.press(.tab) }
        console.press(.character("/"))
        console.type("\"N\": 7")
        console.press(.enter)
        #expect(console.text.contains("1 of 11"))
        #expect(console.model.screen.response.text.selectedText?.contains("\"n\": 7 ") == true)
        console.press(.character("N"))
        #expect(console.model.screen.response.text.selectedText?.contains("\"n\": 79") == true)
        console.press(.character("n"))
        #expect(console.model.screen.response.text.selectedText?.contains("\"n\": 7 ") == true)
        console.press(.escape)
        #expect(console.model.screen.response.search.found == nil)
    }

    @Test func `tabs show headers and timing`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(Samples.orders))
        while console.focus != .response { console.press(.tab) }
        console.press(.character("]"), .character("]"))
        #expect(console.text.contains("Cache-Control"))
        console.press(.character("]"), .character("]"))
        #expect(console.text.contains("first byte"))
        #expect(console.text.contains("127.0.0.1:41874, reused"))
        try expectSnapshot("timing-120x36", console.picture())
    }
}
