import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What becomes of a selection and of an edited part when another program changes the file.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChangedFileTests {
    private static let file = """
        GET /orders
        Accept: text/plain
        X-Trace: 1

        ###
        DELETE /orders/1
        Accept: text/plain
        X-Trace: 1

        """

    private func console(_ text: String = file) throws -> Console {
        try Console.requests([("a.http", text)])
    }

    private func change(to text: String, in console: inout Console) throws {
        console.send(.libraryRead(try RequestSamples.library([("a.http", text)])))
    }

    /// With `Accept` of the first request edited, and not written because the file has become another.
    private func edited(_ row: Int = 2, then text: String) throws -> Console {
        var console = try console()
        console.press(.tab)
        for _ in 0..<row { console.press(.down) }
        console.press(.character("a"))
        console.type("x")
        console.press(.enter)
        try change(to: text, in: &console)
        console.send(.written(path: "a.http", .failure(.changed)))
        return console
    }

    private func written(_ console: Console) -> String? {
        guard case .write(_, _, let new)? = console.requestEffects.first else { return nil }
        return String(decoding: new, as: UTF8.self)
    }

    @Test func `a request without a name stays selected when one is put before it`() throws {
        var console = try console()
        console.press(.down)
        #expect(console.requests.list.selected?.summary == "DELETE /orders/1")
        try change(to: "GET /first\n\n###\n" + Self.file, in: &console)
        #expect(console.requests.list.selected?.summary == "DELETE /orders/1")
        #expect(console.requests.request.preview?.id.number == 3)
    }

    @Test func `a request whose line is edited stays selected`() throws {
        var console = try console()
        console.press(.tab, .character("a"))
        console.type("?limit=3")
        console.press(.enter)
        let new = try #require(written(console))
        try change(to: new, in: &console)
        console.send(.written(path: "a.http", .success(())))
        #expect(console.requests.list.selected?.summary == "GET /orders?limit=3")
        #expect(console.requests.request.editor == nil)
        #expect(console.notice?.text == "Wrote a.http")
    }

    @Test func `what was typed is written to its own request, where that has moved`() throws {
        let text = "DELETE /all\nAccept: text/plain\nX-Trace: 1\n\n###\n" + Self.file
        var console = try edited(then: text)
        try expectWords(console.lastRow)
        console.press(.enter)
        let wanted = text.replacing("GET /orders\nAccept: text/plain", with: "GET /orders\nAccept: text/plainx")
        #expect(written(console) == wanted)
    }

    @Test func `what was typed is dropped, and that is said, where its request is gone`() throws {
        let console = try edited(then: "DELETE /all\nAccept: text/plain\n")
        #expect(console.requests.request.editor == nil)
        #expect(console.notice?.text == "a.http was not written: it has changed, and was read again")
    }

    @Test func `a header that another program has moved is found again`() throws {
        let text = Self.file.replacing("GET /orders\n", with: "GET /orders\nX-New: 1\n")
        var console = try edited(then: text)
        console.press(.enter)
        #expect(
            written(console)
                == text.replacing(
                    "1\nAccept: text/plain\nX-Trace: 1\n\n###", with: "1\nAccept: text/plainx\nX-Trace: 1\n\n###"))
    }

    @Test func `a header that another program has changed, too, is replaced only after that is said`() throws {
        let text = Self.file.replacing("GET /orders\nAccept: text/plain", with: "GET /orders\nAccept: b/c")
        var console = try edited(then: text)
        try expectWords(console.lastRow)
        console.press(.enter)
        #expect(written(console) == text.replacing("Accept: b/c", with: "Accept: text/plainx"))
    }

    @Test func `a header that another program has removed is added again, after that is said`() throws {
        let text = Self.file.replacing("GET /orders\nAccept: text/plain\n", with: "GET /orders\n")
        var console = try edited(then: text)
        try expectWords(console.lastRow)
        console.press(.enter)
        #expect(
            written(console)
                == text.replacing("X-Trace: 1\n\n###", with: "X-Trace: 1\nAccept: text/plainx\n\n###"))
    }
}
