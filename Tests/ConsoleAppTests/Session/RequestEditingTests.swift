import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// Putting a request together in its pane.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RequestEditingTests {
    private func select(_ field: RequestField, in console: inout Console) {
        console.visit(.request)
        console.press(.character("g"))
        for _ in 0..<20 where console.model.screens.session.request.selected != field { console.press(.down) }
        #expect(console.model.screens.session.request.selected == field)
    }

    private func draft(_ console: Console) -> RequestDraft { console.model.screens.session.request.draft }

    /// With the headers A, B and C, the given one selected.
    private func withHeaders(selecting index: Int, size: Size = Size(width: 120, height: 36)) -> Console {
        var console = Console.signedIn(size: size)
        console.visit(.request)
        console.press(.character("+"), .paste("A: 1\nB: 2\nC: 3"))
        select(.header(index), in: &console)
        return console
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `method, path and body are in sight, the selected row too, and what is not is named`(size: Size) {
        var console = withHeaders(selecting: 0, size: size)
        select(.body, in: &console)
        console.press(.character("a"), .paste("{\"n\":1}"), .tab)
        let shows = { (console: Console, words: String) in console.text.contains(words) }
        #expect(shows(console, "/orders?limit=3") && shows(console, "{\"n\":1}"))
        console.visit(.events)
        #expect(shows(console, "/orders?limit=3") && shows(console, "{\"n\":1}"))
        #expect(console.text.contains(/[1-3] header/) != shows(console, "C: 3"))
        for (field, words) in [
            (RequestField.header(2), "C: 3"), (.newHeader, "+ add a header"), (.authorization, "Token "),
        ] {
            select(field, in: &console)
            #expect(shows(console, words), "\(field)")
            #expect(shows(console, "/orders?limit=3"))
            #expect(shows(console, "{\"n\":1}") || shows(console, "body"))
        }
    }

    // MARK: - The body

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)])
    func `a body of several lines is typed and seen in place`(size: Size) throws {
        var console = Console.signedIn(size: size)
        select(.body, in: &console)
        console.press(.character("a"))
        console.type("{")
        console.press(.enter)
        console.type("  \"a\": 1,")
        console.press(.enter)
        console.type("  \"b\": 2")
        console.press(.enter)
        console.type("}")
        try expectWords(console.paneWords() + "\n" + console.lastRow, "\(size.width) columns")
        console.press(.tab)
        #expect(draft(console).body == "{\n  \"a\": 1,\n  \"b\": 2\n}")
        #expect(console.focus == .request)
        console.press(.enter)
        #expect(console.sentCalls.count == 1)
    }

    @Test func `JSON is checked as it is typed, and a fault does not keep it from being sent`() throws {
        var console = Console.signedIn()
        select(.body, in: &console)
        console.press(.character("a"), .paste("{\n  \"ä\": 1,\n}"))
        try expectWords(console.paneWords(), "a comma too many")
        console.press(.backspace)
        try expectWords(console.paneWords(), "unfinished")
        console.type("\"b\" 2}")
        try expectWords(console.paneWords(), "no colon")
        console.press(.tab)
        try expectWords(console.paneWords(), "no colon, the field is left")
        console.press(.character("r"))
        #expect(console.sentCalls.count == 1)
    }

    @Test(
        arguments: [
            ("a=1", nil, nil), ("{]", nil, "expected a member's name"), ("{]", "text/plain", nil),
            ("a=1", "application/json", "expected a value"),
            ("[1] x", "application/merge-patch+json", "more text after the value"),
        ] as [(String, String?, String?)])
    func `a body is checked where its content type or its first character says JSON`(
        body: String, type: String?, reason: String?
    ) {
        let check = BodyCheck(body, contentType: type)
        if let reason {
            guard case .flawed(_, _, reason)? = check else {
                Issue.record("\(String(describing: check))")
                return
            }
        } else {
            #expect(check == nil)
        }
    }

    @Test func `a body that is too long for it is not checked at every key`() {
        let body = "[" + String(repeating: "1,", count: BodyCheck.longest / 2) + "1]"
        #expect(BodyCheck(body, contentType: nil) == .skipped("JSON longer than 256 KiB is not checked"))
    }

    @Test func `a changed body is dropped only after a yes`() throws {
        var console = Console.signedIn()
        select(.body, in: &console)
        console.press(.character("a"))
        console.type("[1]")
        console.press(.escape)
        try expectWords(console.dialogWords)
        console.press(.character("n"))
        #expect(console.model.screens.session.request.editor?.text == "[1]")
        console.press(.escape, .character("y"))
        #expect(console.model.screens.session.request.editor == nil)
        #expect(draft(console).body.isEmpty)
        console.press(.character("a"), .escape)
        #expect(console.dialog == nil)
    }

    // MARK: - The method

    @Test func `the method is chosen from a list, or typed`() throws {
        var console = Console.signedIn()
        console.press(.character("m"))
        try expectWords(console.dialogWords, "the list")
        console.press(.down, .enter)
        #expect(draft(console).method == "POST")
        console.press(.character("m"))
        console.type("pa")
        console.press(.enter)
        #expect(draft(console).method == "PATCH")
        console.press(.character("m"))
        console.type("propfind")
        console.press(.enter)
        #expect(draft(console).method == "PROPFIND")
        console.press(.character("m"))
        console.type("a b")
        console.press(.enter)
        try expectWords(console.lastRow, "two words")
        console.press(.escape)
        #expect(draft(console).method == "PROPFIND")
        #expect(console.effects.isEmpty)
    }

    // MARK: - Headers

    @Test func `a header is removed, and comes back where it was`() throws {
        var console = withHeaders(selecting: 1)
        console.press(.character("-"))
        #expect(draft(console).headers.map(\.name) == ["A", "C"])
        try expectWords(console.noticeWords, "removed")
        console.press(.character("U"))
        #expect(draft(console).headers.map(\.name) == ["A", "B", "C"])
        console.press(.delete, .character("-"), .character("-"))
        #expect(draft(console).headers.map(\.name) == ["A"])
        try expectWords(console.noticeWords, "none is selected")
    }

    @Test func `the keys for a header stand beside it and among the hints`() throws {
        let console = withHeaders(selecting: 1)
        try expectWords(console.rowWords, "beside it")
        try expectWords(console.lastRow, "among the hints")
        let narrow = withHeaders(selecting: 1, size: Size(width: 44, height: 14))
        try expectWords(narrow.lastRow, "among the hints, 44 columns")
    }

    // MARK: - Pastes of several lines

    @Test func `a block of fields that is pasted as a header becomes headers`() {
        let console = withHeaders(selecting: 0)
        #expect(
            draft(console).headers == [
                .init(name: "A", value: "1"), .init(name: "B", value: "2"), .init(name: "C", value: "3"),
            ])
        #expect(console.model.screens.session.request.editor == nil)
    }

    @Test func `several lines in a field of one line are asked about, and a no changes nothing`() throws {
        var console = Console.signedIn()
        console.press(.character("a"), .paste("&x=1\nsecond\n"))
        try expectWords(console.dialogWords)
        console.press(.escape)
        #expect(console.model.screens.session.request.editor?.text == "/orders?limit=3")
        console.press(.paste("&x=1\nsecond\n"), .character("f"))
        #expect(console.model.screens.session.request.editor?.text == "/orders?limit=3&x=1")
        console.press(.paste("&y=2\n"))
        #expect(console.model.screens.session.request.editor?.text == "/orders?limit=3&x=1&y=2")
    }

    @Test func `pasted lines can become the body, and the body before is not lost yet`() throws {
        var console = Console.signedIn()
        console.send(.edited(.success("POST /a\n\nbefore\n")))
        select(.target, in: &console)
        console.press(.character("a"), .paste("{\n\"a\": 1\n}"), .character("b"))
        #expect(console.model.screens.session.request.isEditingBody)
        try expectWords(console.paneWords())
        #expect(draft(console).body == "before")
        console.press(.tab)
        #expect(draft(console).body == "{\n\"a\": 1\n}")
    }

    @Test func `a pasted request becomes the request`() {
        var console = Console.signedIn()
        console.press(.character("a"), .paste("PUT /orders/7 HTTP/1.1\nX-A: 1\n\n{\"n\":1}"), .character("r"))
        #expect(draft(console).name == "PUT /orders/7")
        #expect(draft(console).headers == [.init(name: "X-A", value: "1")])
        #expect(draft(console).body == "{\"n\":1}")
        #expect(console.effects.isEmpty)
    }

    @Test func `several lines pasted into the value of a header are asked about`() {
        var console = withHeaders(selecting: 1)
        console.press(.character("a"), .paste("x\ny"))
        #expect(draft(console).headers.count == 3)
        console.press(.escape)
        #expect(console.model.screens.session.request.editor?.text == "B: 2")
    }
}
