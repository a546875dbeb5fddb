import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RequestsScreenTests {
    static let screens =
        Screen.all + [Screen(size: Size(width: 60, height: 20), glyphs: .unicode)]
        + [Screen(size: Size(width: 200, height: 60), glyphs: .unicode)]

    @Test(arguments: screens) func `the files, a request and its response`(_ screen: Screen) throws {
        var console = try Console.requests(size: screen.size)
        console.press(.enter)
        for call in console.sentCalls { console.send(.answered(call, .success(Samples.answer(Samples.orders)))) }
        try expectSnapshot("requests-\(screen.name)", console.picture(screen.glyphs), styles: screen.size.width == 80)
    }

    @Test(arguments: screens) func `what can't be sent says so at its line`(_ screen: Screen) throws {
        var console = try Console.requests(size: screen.size)
        console.choose("create an order")
        console.press(.tab)
        try expectSnapshot("requests-fault-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test(arguments: Screen.all) func `a folder without files says how to write one`(_ screen: Screen) throws {
        let console = try Console.requests([], size: screen.size)
        try expectSnapshot("requests-none-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test func `the folder is read whenever the screen is shown, and on a key`() throws {
        var console = Console.signedIn()
        console.press(.character("4"))
        guard case .read? = console.requestEffects.first else {
            Issue.record("not read")
            return
        }
        console.press(.character("1"), .character("4"))
        guard case .read? = console.requestEffects.first else {
            Issue.record("not read again")
            return
        }
        console.press(.character("L"))
        guard case .read? = console.requestEffects.first else {
            Issue.record("not read on the key")
            return
        }
    }

    // MARK: - The list

    @Test func `a slash finds requests by parts of method, name, path and file`() throws {
        var console = try Console.requests([("orders.http", RequestSamples.orders), ("b.http", "GET /ping\n")])
        for (words, names) in [
            ("ord cre", ["create an order"]), ("post", ["create an order"]), ("limit=3", ["list"]),
            ("b.http", ["#1"]), ("zzz", []),
        ] {
            console.press(.character("/"))
            console.type(words)
            console.press(.enter)
            #expect(console.requests.list.list.rows.compactMap { $0.request?.id.name } == names, "\(words)")
            console.press(.escape)
        }
        #expect(console.requests.list.list.rows.count == 8)
        console.press(.character("/"))
        console.type("post")
        #expect(console.requests.list.list.rows.count == 2)
        console.press(.escape)
        #expect(console.requests.list.list.rows.count == 8)
    }

    @Test func `what is typed after a slash takes the place of the filter before`() throws {
        var console = try Console.requests([("orders.http", RequestSamples.orders), ("b.http", "GET /ping\n")])
        console.press(.character("/"))
        console.type("post")
        console.press(.enter, .character("/"))
        #expect(console.requests.list.list.rows.count == 2)
        console.type("ping")
        #expect(console.requests.list.list.rows.compactMap { $0.request?.id.name } == ["#1"])
        console.press(.enter, .character("/"), .enter)
        #expect(console.requests.list.list.rows.count == 2)
    }

    @Test func `a call of a document shows its parameters, asks for them, and leaves out what is empty`() throws {
        let document = try OpenAPIDocument(
            Array(
                """
                {"openapi": "3.0.0", "security": [{"o": []}], "components": {"securitySchemes": {"o": {"type": \
                "oauth2"}}},
                "paths": {"/orders/{id}": {"get": {"operationId": "order", "parameters": [
                {"name": "id", "in": "path"}, {"name": "limit", "in": "query", "description": "how many"},
                {"name": "page", "in": "query", "schema": {"type": "integer"}}, {"name": "X-Trace", "in": "header"}]}}}}
                """.utf8))
        var console = try Console.requests()
        let contents = try RequestFile(Array(document.requestFileText.utf8))
        console.send(
            .libraryRead(
                RequestLibrary(
                    root: ".",
                    files: [
                        RequestLibrary.File(
                            path: "openapi.json", folder: "", origin: .openAPI, contents: .success(contents),
                            operations: document.operations)
                    ])))
        try expectWords(console.paneWords("Requests"), "list")
        try expectWords(console.paneWords("Request"), "call")
        console.press(.enter)
        console.type("41")
        console.press(.enter)
        try expectWords(console.lastRow, "field")
        console.press(.enter)
        console.type("2 3")
        console.press(.enter, .enter)
        let sent = try #require(console.sentRequests.first?.request)
        #expect(sent.url.absoluteString.hasSuffix("/orders/41?page=2%203"))
        #expect(sent.headers["X-Trace"] == nil)
    }

    @Test func `a selected request stays selected when the files are read again`() throws {
        var console = try Console.requests()
        console.choose("one order")
        let longer = "### first\nGET /first\n\n" + RequestSamples.orders
        console.send(.libraryRead(try RequestSamples.library([("a.http", "GET /\n"), ("orders.http", longer)])))
        #expect(console.requests.list.selected?.name == "one order")
        #expect(console.requests.request.preview?.id.number == 3)
    }

    @Test func `a file that can't be read says why, and so do its environments`() throws {
        var console = try Console.requests()
        var library = try RequestSamples.library()
        library.files.append(
            RequestLibrary.File(path: "big.http", folder: "", contents: .failure(ToolFailure("it is too large"))))
        library.folders[""]?.flaw = "http-client.env.json:3: no value"
        library.omission = "only the first 500 of 900 request files are listed"
        console.send(.libraryRead(library))
        try expectWords(console.paneWords("Requests"))
    }

    // MARK: - Sideways

    private static let long = """
        ### a
        GET /orders?first=1&second=2&third=3&fourth=4&fifth=5&sixth=6&seventh=7&last=8
        X-Long: \((1...20).map { "word\($0)" }.joined(separator: " "))
        """

    @Test func `what is cut in the list is shown by moving sideways, and no more than that`() throws {
        var console = try Console.requests([("a.http", Self.long)], size: Size(width: 80, height: 24))
        console.send(.libraryRead(try RequestSamples.library([("b.http", "GET /b\n"), ("a.http", Self.long)])))
        console.choose("a")
        let start = console.paneWords("Requests")
        try expectWords(start, "start")
        console.press(.right)
        for _ in 0..<20 { console.press(.right) }
        try expectWords(console.paneWords("Requests"), "end")
        for _ in 0..<4 { console.press(.left) }
        #expect(console.paneWords("Requests") == start)
        console.press(.right, .character("H"), .character("H"))
        #expect(console.paneWords("Requests") == start)
    }

    @Test func `what is cut in the request is shown by moving sideways`() throws {
        var console = try Console.requests([("a.http", Self.long)], size: Size(width: 80, height: 24))
        console.press(.tab)
        try expectWords(console.paneWords(), "start")
        for _ in 0..<20 { console.press(.right) }
        try expectWords(console.paneWords(), "end")
        console.press(.down)
        for _ in 0..<20 { console.press(.left) }
        try expectWords(console.paneWords(), "start of another line")
    }

    // MARK: - As it would be sent

    @Test func `the request shows what it becomes`() throws {
        var console = try Console.requests()
        try expectWords(console.paneWords("Request"), "list")
        console.choose("upload")
        console.press(.character("E"))
        try expectWords(console.paneWords("Request"), "upload")
        console.choose("elsewhere")
        try expectWords(console.paneWords("Request"), "elsewhere")
    }

    @Test func `an environment is chosen on a key`() throws {
        var console = try Console.requests()
        #expect(console.requests.scope.environment == nil)
        for name in ["dev", "prod", nil] {
            console.press(.character("E"))
            #expect(console.requests.scope.environment == name)
        }
    }

    @Test func `a call as a curl command asks the program for the token`() throws {
        var context = Samples.context
        context.tokenCommand = "session-console token"
        var console = Console.signedIn(context)
        console.press(.character("4"))
        console.send(.libraryRead(try RequestSamples.library()))
        console.press(.character("y"), .character("c"))
        let text = try #require(console.copied)
        #expect(
            text == "curl -L -H \"Authorization: Bearer $(session-console token)\" -H 'Accept: application/json' "
                + "'http://127.0.0.1:41874/orders?limit=3'")
    }

    @Test func `a call of a document says which scope it needs, and can't be edited here`() throws {
        var console = try Console.requests()
        var library = try RequestSamples.library([
            ("openapi.json", "### a\nGET /orders\nAuthorization: Bearer {{token}}\n")
        ])
        let file = library.files[0]
        for (scopes, words) in [
            ([["orders"]], "orders"), ([["admin"], ["root", "x"]], "admin, or root x: the session does not have it"),
        ] {
            library.files[0] = RequestLibrary.File(
                path: file.path, folder: "", origin: .openAPI, contents: file.contents, scopes: [1: scopes])
            console.send(.libraryRead(library))
            #expect(console.requests.request.preview?.lines.first { $0.label == "Scope" }?.text == words)
        }
        console.press(.tab, .character("a"))
        #expect(console.notice?.text == "The document defines the call: e opens it")
        console.press(.character("e"))
        guard case .edit("openapi.json", 1)? = console.requestEffects.first else {
            Issue.record("\(console.effects)")
            return
        }
    }

    @Test func `a scope that the session gets is no longer said to be missing`() throws {
        var console = try Console.requests()
        var library = try RequestSamples.library([("openapi.json", "### a\nGET /a\nAuthorization: Bearer {{token}}\n")])
        library.files[0].scopes = [1: [["orders.cancel"]]]
        console.send(.libraryRead(library))
        let words = { (console: Console) in console.requests.request.preview?.lines.first { $0.label == "Scope" }?.text
        }
        #expect(words(console) == "orders.cancel: the session does not have it")
        var status = console.model.scene.status
        status.scope = (status.scope ?? []) + ["orders.cancel"]
        console.send(.status(status))
        #expect(words(console) == "orders.cancel")
    }

    // MARK: - Editing

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)])
    func `a part is edited in its own row, with all the room that it has`(size: Size) throws {
        var console = try Console.requests(size: size)
        console.press(.tab, .down, .character("a"))
        // No part of the request is in that row: its first line is meant.
        var picture = console.picture()
        var cursor = try #require(picture.cursor)
        let place = "\(size.width) columns"
        try expectWords(together(picture.lines[cursor.y], picture.lastRow), "\(place), first line")
        console.press(.escape)
        #expect(console.requests.request.list.selection == 1)
        console.press(.character("+"))
        #expect(console.requests.request.editor?.part == .newHeader)
        picture = console.picture()
        cursor = try #require(picture.cursor)
        try expectWords(console.paneWords("Request"), "\(place), new header")
        console.type("X-New: 1")
        try expectWords(console.picture().lines[cursor.y], "\(place), typed")
    }

    @Test func `while the file is written nothing more is typed or written`() throws {
        var console = try Console.requests()
        console.press(.tab, .down, .down, .character("a"))
        console.type("x")
        console.press(.enter)
        #expect(console.requestEffects.count == 1)
        console.type("y")
        console.press(.enter)
        #expect(console.requestEffects.isEmpty)
        #expect(console.requests.request.editor?.text == "Accept: application/jsonx")
    }

    @Test func `what is edited is not written to another request, if its own is gone`() throws {
        var console = try Console.requests()
        console.choose("one order")
        console.press(.tab, .character("a"))
        #expect(console.requests.request.editor != nil)
        console.send(.libraryRead(try RequestSamples.library([("b.http", "### b\nGET /b\n")])))
        #expect(console.requests.request.preview?.id.path == "b.http")
        #expect(console.requests.request.editor == nil)
    }

    @Test func `a header edited in place is written to the file, and the field stays open until it is`() throws {
        var console = try Console.requests()
        console.press(.tab, .down, .down, .character("a"))
        #expect(console.requests.request.editor?.text == "Accept: application/json")
        console.type(";q=1")
        console.press(.enter)
        guard case .write(let path, let old, let new)? = console.requestEffects.first else {
            Issue.record("nothing was written")
            return
        }
        #expect(path == "orders.http" && old == Array(RequestSamples.orders.utf8))
        let wanted = RequestSamples.orders.replacing("Accept: application/json", with: "Accept: application/json;q=1")
        #expect(String(decoding: new, as: UTF8.self) == wanted)
        console.send(.written(path: path, .failure(.changed)))
        #expect(console.requests.request.editor?.text == "Accept: application/json;q=1")
        try expectWords(console.lastRow)
        console.press(.enter)
        console.send(.written(path: path, .success(())))
        #expect(console.requests.request.editor == nil)
    }

    @Test func `what would not be read as a header is not written`() throws {
        var console = try Console.requests()
        console.press(.tab, .character("+"))
        console.type("nonsense")
        console.press(.enter)
        #expect(console.requestEffects.isEmpty)
        try expectWords(console.lastRow)
        console.press(.escape)
        #expect(console.requests.request.editor == nil)
    }

    @Test func `a body is edited over several lines, and esc asks twice`() throws {
        var console = try Console.requests()
        console.choose("create an order")
        console.press(.tab, .character("G"))
        while console.requests.request.editor?.part == nil {
            console.press(.character("a"))
            if console.requests.request.editor?.part != .body { console.press(.escape, .up) }
        }
        try expectWords(console.lastRow, "unchanged")
        console.press(.enter)
        console.type("x")
        try expectWords(console.lastRow, "changed")
        console.press(.escape)
        #expect(console.requests.request.editor != nil)
        try expectWords(console.lastRow, "after a first esc")
        console.press(.escape)
        #expect(console.requests.request.editor == nil)
    }

    @Test func `the editor opens the file at the request's line`() throws {
        var console = try Console.requests()
        console.choose("one order")
        console.press(.character("e"))
        guard case .edit("orders.http", 10)? = console.requestEffects.first else {
            Issue.record("\(console.effects)")
            return
        }
        console.send(.editorLeft(ToolFailure("nope could not be run")))
        try expectWords(console.noticeWords)
    }
}
