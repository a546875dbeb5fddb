import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// A document's call as a request that can be edited.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DocumentCopyTests {
    private static func text(server: String = "/") -> String {
        """
        {"openapi": "3.0.0", "servers": [{"url": "\(server)"}], "security": [{"o": ["orders"]}],
        "components": {"securitySchemes": {"o": {"type": "oauth2"}}},
        "paths": {"/orders/{id}/{api_key}": {"post": {"operationId": "create", "parameters": [
            {"name": "id", "in": "path", "required": true}, {"name": "api_key", "in": "path", "required": true},
            {"name": "limit", "in": "query", "schema": {"default": 20}}, {"name": "page", "in": "query"},
            {"name": "X-Trace", "in": "header", "required": true, "example": "abc"}],
            "requestBody": {"content": {"application/json": {"example": {"item": "{{tea}}"}}}}}}}}
        """
    }

    private func copied(_ console: Console) throws -> String {
        String(decoding: try #require(console.requests.list.pasted.first?.file?.bytes), as: UTF8.self)
    }

    @Test func `it has what is offered, asks for the rest, and is edited and sent as any other`() throws {
        var console = try Console.document(Self.text())
        console.choose("create")
        console.press(.tab)
        try expectWords(console.lastRow)
        console.press(.character("a"))
        #expect(console.notice?.text == "A copy of the call, in memory only")
        #expect(
            try copied(console) == """
                ### create
                # @prompt id
                # @prompt api_key
                POST http://127.0.0.1:41874/orders/{{%id}}/{{%api_key}}?limit=20
                X-Trace: abc
                Content-Type: application/json
                Authorization: Bearer {{token}}

                {"item":"{\\u007btea}}"}

                """)
        #expect(console.requests.list.selected?.path == "pasted 1" && console.requests.focus == .request)
        console.press(.character("a"))
        console.type("&page=2")
        console.press(.enter, .character("r"))
        console.type("7")
        console.press(.enter)
        console.type("k")
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.url.absoluteString == "http://127.0.0.1:41874/orders/7/k?limit=20&page=2")
        #expect(sent.authorization == .required)
        #expect(sent.request.bodyText == #"{"item":"{\u007btea}}"}"#)
    }

    @Test func `what was given is kept, unless it is a secret`() throws {
        var console = try Console.document(Self.text())
        console.choose("create")
        console.press(.enter)
        for value in ["7", "s3cret", "abc", "", ""] {
            console.type(value)
            console.press(.enter)
        }
        console.choose("create")
        console.press(.tab, .character("a"))
        let text = try copied(console)
        #expect(text.contains("/orders/7/{{%api_key}}") && !text.contains("s3cret"), "\(text)")
    }

    @Test func `to another server the token stays to be given`() throws {
        var console = try Console.document(Self.text(server: "https://elsewhere.test"))
        console.choose("create")
        console.press(.tab, .character("a"))
        #expect(try copied(console).contains("\nAuthorization: Bearer {{token}}\n"))
    }

    @Test(arguments: ["+", "-"] as [Character]) func `the other keys say how it can be edited`(key: Character) throws {
        var console = try Console.document(Self.text())
        console.choose("create")
        console.press(.tab, .character(key))
        #expect(
            console.notice?.text == "The document defines the call: a makes an editable copy")
    }

    @Test func `the copy of a multipart body asks for its file`() throws {
        let schema = #"{"properties": {"title": {"example": "tea"}, "photo": {"type": "string", "format": "binary"}}}"#
        var console = try Console.document(
            """
            {"openapi": "3.0.0", "paths": {"/a": {"post": {"operationId": "upload",
            "requestBody": {"content": {"multipart/form-data": {"schema": \(schema)}}}}}}}
            """)
        console.choose("upload")
        try expectWords(console.paneWords("Request"))
        console.press(.tab, .character("a"))
        #expect(
            try copied(console) == """
                ### upload
                # @prompt photo_file
                POST http://127.0.0.1:41874/a
                Content-Type: multipart/form-data; boundary=------------------session-console

                --------------------session-console
                Content-Disposition: form-data; name="title"

                tea
                --------------------session-console
                Content-Disposition: form-data; name="photo"; filename="{{photo_file}}"
                Content-Type: application/octet-stream

                < {{photo_file}}
                --------------------session-console--

                """)
    }

    @Test(arguments: [
        #"[{"k": []}]"#, #"[{"b": []}]"#, #"[{"k": [], "o": []}]"#, #"[{"k": []}, {"o": []}]"#, #"[{"k": []}, {}]"#,
        "[]",
    ])
    func `credentials that are not the session's are said to be left out`(security: String) throws {
        var console = try Console.document(
            """
            {"openapi": "3.0.0", "components": {"securitySchemes": {"o": {"type": "oauth2"},
            "k": {"type": "apiKey", "in": "header", "name": "X-Key"}, "b": {"type": "http", "scheme": "basic"}}},
            "paths": {"/a": {"get": {"operationId": "one", "security": \(security)}}}}
            """)
        console.choose("one")
        try expectWords(console.paneWords("Request"), security)
    }
}
