import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CharsetTests {
    /// `Crème brûlée – 5 €` in windows-1252.
    private let latin: [UInt8] = [
        0x43, 0x72, 0xE8, 0x6D, 0x65, 0x20, 0x62, 0x72, 0xFB, 0x6C, 0xE9, 0x65, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80,
    ]

    private func answer(_ body: [UInt8], type: String, url: String = "http://127.0.0.1:41874/") -> AuthorizedResponse {
        let response = HTTPResponse(
            status: 200, headers: ["Content-Type": type], body: body, url: URL(string: url) ?? URL(filePath: "/"),
            version: "1.1", timings: nil, connection: nil)
        return AuthorizedResponse(response: response, facts: Samples.facts(1), verdict: .accepted)
    }

    @Test(arguments: [
        "text/plain; charset=ISO-8859-1", "text/plain;charset=\"windows-1252\"", "text/plain; format=x; Charset=latin1",
    ])
    func `text in a charset of one byte is text, wherever it goes`(type: String) throws {
        var console = Console.signedIn()
        console.exchange(answer(latin, type: type))
        try expectWords(console.paneWords("Response"), "shown")
        console.visit(.response)
        console.press(.character("v"))
        #expect(console.viewed == "Crème brûlée – 5 €")
        console.press(.character("y"), .character("r"))
        #expect(console.copied == "Crème brûlée – 5 €")
        console.press(.character("/"))
        console.type("brûlée")
        console.press(.enter)
        try expectWords(console.paneWords(), "searched")
    }

    @Test func `text without a charset that is not UTF-8 is taken for windows-1252, and says so`() {
        let body = PreparedBody(latin, contentType: "text/plain")
        #expect(body.form == .text && body.raw.text(0) == "Crème brûlée – 5 €")
        #expect(body.flaw == "no charset named, and not UTF-8: shown as windows-1252")
        // A character that the sample cuts in two is none of another encoding.
        let long = PreparedBody(Array(String(repeating: "é", count: 40_000).utf8) + [0x21], contentType: "text/plain")
        #expect(long.flaw == nil)
        let shifted = PreparedBody(Array(("a" + String(repeating: "é", count: 40_000)).utf8), contentType: "text/plain")
        #expect(shifted.flaw == nil)
        #expect(PreparedBody(latin + [0], contentType: "text/plain").form == .binary)
        #expect(PreparedBody(latin, contentType: "image/png").flaw == nil)
    }

    @Test func `JSON in such a charset is laid out`() throws {
        let body = PreparedBody(
            Array("{\"a\":\"".utf8) + [0xE9] + Array("\"}".utf8), contentType: "application/json; charset=iso-8859-1")
        #expect(body.form == .json)
        #expect(try #require(body.pretty).text(0) == "{ \"a\": \"é\" }")
    }

    @Test func `sizes and places are those of the body as it came`() throws {
        let type = "application/json; charset=iso-8859-1"
        let long = [UInt8](repeating: 0xE9, count: PreparedBody.largestShown)
        let cut = PreparedBody(Array("[\"".utf8) + long + Array("\"]".utf8), contentType: type)
        #expect(try #require(cut.prettyPart).shown == PreparedBody.largestShown)
        #expect(try #require(cut.rawPart).shown == PreparedBody.largestShown)
        let damaged = PreparedBody(Array("{\"".utf8) + [0xE9, 0xE9] + Array("\":}".utf8), contentType: type)
        #expect(damaged.flaw == "not valid JSON (byte 6), shown as received")
    }

    @Test func `a charset that is not known says so where it matters`() {
        let damaged = PreparedBody(
            latin + Array("and enough letters that it is text for all that".utf8),
            contentType: "text/plain; charset=koi8-r")
        #expect(damaged.flaw == "unknown charset koi8-r: shown as UTF-8")
        #expect(PreparedBody(Array("plain".utf8), contentType: "text/plain; charset=koi8-r").flaw == nil)
    }

    @Test func `every byte has one character`() {
        let text = Charset.windows1252.utf8((0...255).map { UInt8($0) })
        #expect(String(validating: text, as: UTF8.self)?.unicodeScalars.count == 256)
    }

    // MARK: - Searching and saving

    /// What a search has found, as it is drawn.
    private func found(_ console: Console) -> String {
        console.paneWords().line(with: "\"")
    }

    @Test func `a search says when it saw a part only`() throws {
        let text = String(repeating: "needle\n", count: 700_000)
        var console = Console.signedIn()
        console.exchange(Samples.answer(text, type: "text/plain"))
        console.visit(.response)
        console.press(.character("/"))
        console.type("absent")
        console.press(.enter)
        try expectWords(found(console), "before it is prepared")
        console.press(.character("/"))
        console.type("needle")
        console.press(.enter)
        console.send(
            .bodyPrepared(CallID(1), PreparedBody(Array(text.utf8), contentType: "text/plain")))
        try expectWords(found(console), "in a part")
        console.exchange(Samples.answer("needle", type: "text/plain"))
        console.press(.character("/"))
        console.type("needle")
        console.press(.enter)
        try expectWords(found(console), "in all")
    }

    @Test func `a hex dump is not searched, and says so`() throws {
        var console = Console.signedIn()
        console.exchange(answer([0, 1, 2, 0x61], type: "application/octet-stream"))
        console.visit(.response)
        console.press(.character("/"))
        console.type("a")
        console.press(.enter)
        try expectWords(console.paneWords())
    }

    @Test func `the body is saved under a name that can be changed`() throws {
        var console = Console.signedIn()
        console.exchange(answer(latin, type: "text/plain", url: "http://127.0.0.1:41874/a/menu.txt?x=1"))
        console.visit(.response)
        console.press(.character("w"))
        #expect(console.model.screens.session.prompt?.field?.text == "menu.txt")
        console.press(.control("u"))
        console.type("/tmp/q")
        console.press(.enter)
        guard case .tool(.save(let bytes, path: "/tmp/q"))? = console.effects.first else {
            Issue.record("\(console.effects)")
            return
        }
        #expect(bytes == latin)
        console.send(.saved(path: "/tmp/q", .success(18)))
        try expectWords(console.noticeWords, "saved")
        console.send(.saved(path: "/tmp/q", .failure(ToolFailure("a file with that name exists"))))
        try expectWords(console.noticeWords, "not saved")
        console.press(.character("w"), .escape)
        #expect(console.model.screens.session.prompt == nil)
    }

    @Test(arguments: [
        ("http://h/a/b.json?x=1", "b.json"), ("http://h/", "h"), ("http://h/.ssh", "response"),
        ("http://h/%2e", "response"),
    ])
    func `the name that is offered is a plain one`(url: String, name: String) {
        #expect(SaveField(url: url).path == name)
    }
}
