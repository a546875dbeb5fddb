import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

/// What a person meets who works with a folder of requests for a while.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RequestsAtWorkTests {
    @Test func `where the panes stack the list keeps the focus, and the answer is shown below it`() throws {
        var console = try Console.requests(size: Size(width: 80, height: 24))
        console.press(.enter)
        console.send(.answered(try #require(console.sentCalls.first), .success(Samples.answer(Samples.orders))))
        #expect(console.requests.focus == .list)
        try expectWords(console.paneWords("Response"), "answer below the list")
        console.press(.down)
        #expect(console.requests.list.selected?.name == "one order")
        #expect(console.paneWords("Response").isEmpty)
        try expectWords(console.paneWords("Request"), "next request below the list")
        console.press(.enter)
        #expect(console.requests.focus == .list)
        #expect(!console.sentCalls.isEmpty)
    }

    @Test func `a request that is sent from its own pane gives its place to the answer`() throws {
        var console = try Console.requests(size: Size(width: 80, height: 24))
        console.press(.tab, .enter)
        #expect(console.requests.focus == .response)
    }

    @Test(arguments: [80, 120]) func `the title of the list names the environment`(width: Int) throws {
        var console = try Console.requests(size: Size(width: width, height: 36))
        console.press(.character("E"))
        try expectWords(console.paneTitle("Requests"), "\(width) columns")
    }

    @Test(arguments: [("Which city", "Which city:"), ("Which city?", "Which city?"), ("", "city:")])
    func `a prompt asks what its line says`(question: String, title: String) throws {
        var console = try Console.requests([("a.http", "### in\n# @prompt city \(question)\nGET /{{city}}\n")])
        console.press(.enter)
        #expect(console.requests.ownPrompt?.title == title)
    }

    @Test(arguments: [
        "curl -b 'sid=s3cret' http://127.0.0.1:41874/me", "curl --cookie 'sid=s3cret' http://127.0.0.1:41874/me",
        "curl -H 'Cookie: sid=s3cret' http://127.0.0.1:41874/me",
    ])
    func `the cookies of a pasted command are never shown nor kept`(command: String) throws {
        var console = try Console.requests()
        console.press(.character("p"), .paste(command))
        #expect(!console.text.contains("s3cret"))
        console.press(.enter)
        #expect(console.notice?.text == "Kept without its cookies")
        let file = try #require(console.requests.list.pasted.first?.file)
        #expect(!String(decoding: file.bytes, as: UTF8.self).contains("s3cret"))
        console.press(.character("r"))
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.headers["Cookie"] == nil && sent.authorization == .none)
    }

    @Test func `what is pasted and can't be a request says why, and none of it is shown`() throws {
        var console = try Console.requests()
        console.press(.character("p"), .paste("curl -u me:s3cret http://127.0.0.1:41874/me (jq)"))
        try expectWords(console.lastRow, "pasted")
        #expect(!console.text.contains("s3cret"))
        console.press(.enter)
        try expectWords(console.lastRow, "after enter")
        #expect(console.requests.list.pasted.isEmpty)
        console.press(.paste("curl http://127.0.0.1:41874/me"))
        #expect(console.requests.ownPrompt?.flaw == nil)
        console.press(.enter)
        #expect(console.requests.list.pasted.count == 1)
    }

    @Test func `cookies beside a password are named with it`() throws {
        var console = try Console.requests()
        console.press(.paste("curl -b sid=s3cret --oauth2-bearer s3cret http://127.0.0.1:41874/me"))
        #expect(
            console.notice?.text
                == "Kept without its cookies, password or token: the session's token is sent instead")
        console.press(.paste("curl -k -b sid=s3cret --oauth2-bearer s3cret http://127.0.0.1:41874/me"))
        try expectWords(console.notice?.text ?? "")
    }

    @Test func `the editor is offered only where there is a file to open`() throws {
        var console = try Console.requests()
        #expect(console.requests.hints(in: console.model.scene).contains(.edit))
        console.press(.paste("curl http://127.0.0.1:41874/me"))
        #expect(!console.requests.hints(in: console.model.scene).contains(.edit))
    }

    @Test func `requests are found from the pane of a pasted one, too`() throws {
        var console = try Console.requests()
        console.press(.paste("curl http://127.0.0.1:41874/me"))
        #expect(console.requests.focus == .request)
        #expect(console.requests.request.hints(in: console.model.scene).contains(.find))
        console.press(.character("/"))
        console.type("upload")
        console.press(.enter)
        #expect(console.requests.focus == .list)
        #expect(console.requests.list.selected?.name == "upload")
    }

    @Test func `a request of a document is told by its pointer, not by a line that the document does not have`() throws
    {
        var console = try Console.document(
            """
            {"openapi": "3.0.0", "paths": {
                "/a": {"get": {"operationId": "first"}},
                "/orders/{id}/~x": {"post": {"operationId": "second", "servers": [{"url": "http://[bad"}],
                    "parameters": [{"name": "id", "in": "path"}]}}
            }}
            """)
        console.choose("second")
        let pointer = "openapi.json#/paths/~1orders~1{id}~1~0x/post"
        #expect(console.requests.request.preview?.place == pointer)
        #expect(!console.text.contains(/\ :\d+ *│/) && !console.text.contains(/line \d/), "\(console.text)")
        console.press(.enter)
        console.type("1")
        console.press(.enter)
        let notice = try #require(console.notice)
        try expectWords(notice.text)
        #expect(notice.advice == "e opens the document")
        #expect(!console.requests.list.plainText(in: console.model.scene).contains(/\d:\ /))
    }

    @Test func `what a document gives for a parameter is offered, and an optional one may be left out`() throws {
        var console = try Console.document(
            """
            {"openapi": "3.0.0", "paths": {"/orders/{id}": {"get": {"operationId": "one", "parameters": [
                {"name": "id", "in": "path", "required": true, "example": 1041},
                {"name": "limit", "in": "query", "schema": {"default": 20}},
                {"name": "state", "in": "query", "schema": {"enum": ["open", "closed"]}}
            ]}}}}
            """)
        console.choose("one")
        console.press(.enter)
        try expectWords(console.lastRow, "id")
        console.press(.enter)
        try expectWords(console.lastRow, "limit")
        console.press(.enter)
        try expectWords(console.lastRow, "state")
        console.press(.enter)
        #expect(console.sentRequests.first?.request.url.absoluteString == "http://127.0.0.1:41874/orders/1041?limit=20")
    }

    @Test func `an optional file of a form may be left out`() throws {
        let schema = #"{"properties": {"title": {"example": "tea"}, "photo": {"type": "string", "format": "binary"}}}"#
        var console = try Console.document(
            """
            {"openapi": "3.0.0", "paths": {"/a": {"post": {"operationId": "upload",
            "requestBody": {"content": {"multipart/form-data": {"schema": \(schema)}}}}}}}
            """)
        console.choose("upload")
        try expectWords(console.paneWords("Request"), "request")
        console.press(.enter)
        try expectWords(console.lastRow, "field")
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.bodyText?.contains("tea") == true && sent.request.bodyText?.contains("photo") == false)
    }

    @Test func `a call of a document is shown with the values that are offered, and those that are allowed`() throws {
        var console = try Console.document(
            """
            {"openapi": "3.0.0", "paths": {"/orders/{id}": {"get": {"operationId": "one", "parameters": [
                {"name": "id", "in": "path", "required": true, "example": 1041},
                {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 20}},
                {"name": "state", "in": "query", "schema": {"enum": ["open", "closed"]}}
            ]}}}}
            """)
        console.choose("one")
        try expectWords(console.plainText(of: console.requests.request))
    }

    @Test func `a call of a document to another server says what it needs, and why a token is asked for`() throws {
        var console = try Console.document(
            """
            {"openapi": "3.0.0", "servers": [{"url": "https://elsewhere.test"}], "security": [{"o": ["orders:read"]}],
            "components": {"securitySchemes": {"o": {"type": "oauth2"}}},
            "paths": {"/orders/{id}": {"get": {"operationId": "one", "parameters": [
                {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
                {"name": "page", "in": "query", "schema": {"enum": [1, 2]}}]}}}}
            """)
        console.choose("one")
        try expectWords(console.plainText(of: console.requests.request))
    }

}
