import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleKit
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BodyTests {
    private func lines(_ text: String) throws -> [String] {
        let layout = try JSONLayout(Array(text.utf8))
        return (0..<layout.lines.count).map(layout.lines.text)
    }

    @Test func `JSON has a member a line, short containers on one, and literals as they came but for letters`() throws {
        #expect(
            try lines(#"{"a":[1.50,-2e+3,true,null],"b":{"c":{"d":[]}},"long":"\u00e9\"x"}"#) == [
                "{", "  \"a\": [1.50, -2e+3, true, null],", "  \"b\": {", "    \"c\": {", "      \"d\": []", "    }",
                "  },", "  \"long\": \"é\\\"x\"", "}",
            ])
        #expect(try lines(" [ ] ") == ["[]"])
        #expect(try lines("{}") == ["{}"])
        #expect(try lines("\"text\"") == ["\"text\""])
    }

    @Test(arguments: [
        ("{", 1), ("[1,]", 3), ("{\"a\" 1}", 5), ("nul", 0), ("[1] x", 4), ("", 0), ("\"a\nb\"", 2), ("01x", 0),
        ("[1 2]", 3),
    ])
    func `what is no JSON is refused at its byte`(_ text: String, _ offset: Int) throws {
        #expect(throws: JSONLayout.SyntaxError(offset: offset)) { try JSONLayout(Array(text.utf8)) }
    }

    @Test func `depth is bounded`() {
        let text = String(repeating: "[", count: 100_000)
        let body = PreparedBody(Array(text.utf8), contentType: "application/json")
        #expect(body.flaw == "JSON with more than 200 levels, shown as received")
    }

    @Test
    func `statement 22: JSON too large is laid out as far as it is shown, and says so with the keys that lead on`()
        throws
    {
        let element = "{\"filler\":\"" + String(repeating: "0", count: 100_000) + "\"},"
        let text = "[" + String(repeating: element, count: 50) + "{}]"
        var console = Console.signedIn()
        console.exchange(Samples.answer(text))
        guard case .call(.prepareBody(let call, let bytes, let type))? = console.effects.first else {
            Issue.record("the body was prepared at once")
            return
        }
        let body = PreparedBody(bytes, contentType: type)
        #expect(body.form == .json)
        #expect(try #require(body.pretty).text(1).hasPrefix("  {"))
        console.send(.bodyPrepared(call, body))
        let flaw = { (console: Console) in
            console.paneWords("Response").line(with: "! ")
        }
        try expectWords(flaw(console), "laid out")
        console.visit(.response)
        console.press(.character("]"))
        try expectWords(flaw(console), "as it came")
        console.send(.resized(Size(width: 44, height: 14)))
        try expectWords(flaw(console), "44 columns")
        console.send(.resized(Size(width: 160, height: 50)))
        try expectWords(flaw(console), "160 columns")
    }

    @Test func `JSON may be cut anywhere, and what is wrong before the cut is still refused`() throws {
        let text = #"{"a":[1.50,-2e+3,true,null],"b":{"c":{"d\\":[]}},"long":"\u00e9\"x é","e":[{"f":1},{"g":false}]}"#
        let whole = try lines(text).joined(separator: "\n").filter { !$0.isWhitespace }
        let bytes = Array(text.utf8)
        for count in 1..<bytes.count {
            let layout = try JSONLayout(Array(bytes.prefix(count)), isCut: true)
            let shown = (0..<layout.lines.count).map(layout.lines.text).joined(separator: "\n").filter {
                !$0.isWhitespace && $0 != "\u{FFFD}"
            }
            #expect(whole.hasPrefix(shown), "\(count)")
        }
        #expect(throws: JSONLayout.SyntaxError.self) { try JSONLayout(Array("{\"a\":} and more".utf8), isCut: true) }
        #expect(throws: JSONLayout.SyntaxError.self) { try JSONLayout(Array("[tru, 1".utf8), isCut: true) }
    }

    @Test(arguments: [
        (#""\u5c71\u7530""#, "\"山田\""), (#""\ud83d\ude00""#, "\"\u{1F600}\""), (#""\ud83d""#, #""\ud83d""#),
        (#""\\u5c71""#, #""\\u5c71""#), (#""\u0022\u005c\n""#, #""\u0022\u005c\n""#),
        (#""\u202e\u0007\u00a0""#, #""\u202e\u0007\u00a0""#), (#""\u12""#, #""\u12""#), (#""\u003cb""#, #""<b""#),
    ])
    func `JSON has letters in place of their escapes, and keeps those of what can't be seen`(
        sent: String, shown: String
    ) throws { #expect(try lines(sent) == [shown]) }

    @Test func `a string that was cut is shown as far as it goes`() throws {
        let layout = try JSONLayout(Array(#"{"file":"iVBORw0KGgo"#.utf8), isCut: true)
        #expect((0..<layout.lines.count).map(layout.lines.text) == ["{", "  \"file\": \"iVBORw0KGgo"])
    }

    @Test func `JSON of very many lines is laid out in part`() throws {
        let text = "[" + String(repeating: "1,", count: 2000) + "1]"
        let layout = try JSONLayout(Array(text.utf8), mostLines: 100)
        #expect(layout.lines.count <= 102)
        #expect(layout.consumed < text.utf8.count)
        #expect(try JSONLayout(Array(text.utf8)).consumed == text.utf8.count)
    }

    @Test func `statement 22: a huge body is cut, and says so`() throws {
        let body = PreparedBody([UInt8](repeating: 0x61, count: 9 << 20), contentType: "text/plain")
        #expect(body.raw.bytes.count == PreparedBody.largestShown)
        #expect(try #require(body.prettyPart).words == "the first 4 MiB of 9 MiB")
    }

    @Test func `a body of line feeds alone stays small`() throws {
        let body = PreparedBody([UInt8](repeating: 0x0A, count: 3 << 20), contentType: "text/plain")
        #expect(body.raw.count <= LineBuffer.mostLines)
        #expect(body.rawPart != nil)
    }

    @Test func `damaged JSON says where, and what is no text is dumped`() throws {
        let damaged = PreparedBody(Array("{\"a\":}".utf8), contentType: "application/problem+json; charset=utf-8")
        #expect(damaged.flaw == "not valid JSON (byte 5), shown as received")
        let binary = PreparedBody([0x7F, 0x45, 0x4C, 0x46, 0, 1], contentType: nil)
        #expect(binary.form == .binary)
        let start = "00000000  7f 45 4c 46 00 01"
        #expect(HexDump(width: 75).row(0, of: binary.raw.bytes) == start + String(repeating: " ", count: 32) + ".ELF..")
    }

    @Test(arguments: [(44, 14), (80, 24), (120, 36), (200, 60)])
    func `a row of a hex dump has as many bytes as it has room for`(size: (Int, Int)) throws {
        var console = Console.signedIn(size: Size(width: size.0, height: size.1))
        let body = [UInt8](repeating: 0x80, count: 256)
        let answer = Samples.answer("", type: "application/octet-stream")
        var response = answer.response
        response.body = body
        console.exchange(AuthorizedResponse(response: response, facts: answer.facts, verdict: .accepted))
        console.visit(.response)
        let rows = console.text.matches(of: /([0-9a-f]{8})  ((?:80 )*80)  (\.+)/)
        let counts = rows.map { $0.output.2.split(separator: " ").count }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.output.3.count == counts[0] }, "\(console.text)")
        #expect(Set(counts).count == 1 && (size.0 < 80 || counts[0] >= 8), "\(counts)")
        #expect(rows.enumerated().allSatisfy { Int($1.output.1, radix: 16) == $0 * counts[0] })
    }

    @Test func `lines are cut between characters only`() {
        let text = String(repeating: "é", count: LineBuffer.longestLine)
        let buffer = LineBuffer(splitting: Array(text.utf8))
        #expect(buffer.count > 1)
        #expect((0..<buffer.count).map(buffer.text).joined() == text)
    }

    @Test func `long parts begin folded, and open and close`() throws {
        let items = (0..<80).map { "{\"n\":\($0)}" }.joined(separator: ",")
        var console = Console.signedIn()
        console.exchange(Samples.answer("{\"items\":[\(items)],\"end\":true}"))
        console.visit(.response)
        let folded = console.paneWords()
        try expectWords(folded, "folded")
        console.press(.down, .enter)
        try expectWords(console.paneWords(), "open")
        console.press(.enter)
        #expect(console.paneWords().split(separator: "\n").count == folded.split(separator: "\n").count)
    }

    @Test func `a search finds what is folded away, goes round, and esc forgets it`() throws {
        let items = (0..<80).map { "{\"n\":\($0)}" }.joined(separator: ",")
        var console = Console.signedIn()
        console.exchange(Samples.answer("{\"items\":[\(items)],\"end\":true}"))
        console.visit(.response)
        console.press(.character("/"))
        console.type("\"N\": 7")
        console.press(.enter)
        try expectWords(console.paneWords().line(with: " of "))
        #expect(console.model.screens.session.response.text.selectedText?.contains("\"n\": 7 ") == true)
        console.press(.character("N"))
        #expect(console.model.screens.session.response.text.selectedText?.contains("\"n\": 79") == true)
        console.press(.character("n"))
        #expect(console.model.screens.session.response.text.selectedText?.contains("\"n\": 7 ") == true)
        console.press(.escape)
        #expect(console.model.screens.session.response.search.hasSearched == false)
    }

    @Test func `tabs show headers and timing`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(Samples.orders))
        console.visit(.response)
        console.press(.character("]"), .character("]"))
        try expectWords(console.paneWords(), "headers")
        console.press(.character("]"), .character("]"))
        try expectSnapshot("timing-120x36", console.picture())
    }
}
