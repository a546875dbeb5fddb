import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DraftTests {
    @Test func `a method is one word, and sent in capitals`() {
        var draft = RequestDraft()
        #expect(draft.set(.method, to: " patch ") == nil)
        #expect(draft.method == "PATCH")
        for wrong in ["", "GET /", "a:b", "GÉT"] { #expect(draft.set(.method, to: wrong) != nil) }
        #expect(draft.method == "PATCH")
    }

    @Test(arguments: ["POST", "post ", "POST\nX-Trace: 7\n\n{}"])
    func `an edited text with a method alone lacks its path`(text: String) {
        var draft = RequestDraft()
        (draft.method, draft.target) = ("PUT", "/orders")
        let before = draft
        #expect(draft.read(text) == "a path is missing after POST")
        #expect(draft == before)
        #expect(draft.read("/orders/7") == nil)
        #expect(draft.name == "GET /orders/7")
    }

    @Test func `a header's name is one word`() {
        var draft = RequestDraft()
        for wrong in ["X Trace: 7", ": 7", "X-Träce: 7", "X-Trace"] {
            #expect(draft.set(.newHeader, to: wrong) != nil)
        }
        #expect(draft.headers.isEmpty)
        #expect(draft.set(.newHeader, to: "X-Trace:  a:b ") == nil)
        #expect(draft.headers == [.init(name: "X-Trace", value: "a:b")])
    }

    @Test func `a header that is emptied is removed, and its neighbours stay`() {
        var draft = RequestDraft()
        draft.headers = [.init(name: "A", value: "1"), .init(name: "B", value: "2"), .init(name: "C", value: "3")]
        #expect(draft.set(.header(1), to: "  ") == nil)
        #expect(draft.headers.map(\.name) == ["A", "C"])
        #expect(draft.set(.header(7), to: "D: 4") == nil)
        #expect(draft.headers.map(\.name) == ["A", "C"])
    }

    @Test(arguments: [
        ("{\"n\":1}", "application/json"), (" \n[1]", "application/json"), ("n=1", "text/plain; charset=utf-8"),
        ("", nil),
    ])
    func `a body is sent as what it looks like`(body: String, type: String?) throws {
        var draft = RequestDraft()
        draft.body = body
        let request = try draft.resolved(against: URL(string: "http://127.0.0.1"))
        #expect(request.headers["Content-Type"] == type)
    }

    @Test(arguments: [
        ("/x?page[n]=1&cursor=YW%3D", "https://api.example/v1/x?page%5Bn%5D=1&cursor=YW%3D"),
        ("https://b.example/a%20|/../c", "https://b.example/c"),
    ])
    func `address 1: a call's address is sent as it was typed`(target: String, url: String) throws {
        var draft = RequestDraft()
        draft.target = target
        #expect(try draft.url(against: URL(string: "https://api.example/v1/")).absoluteString == url)
    }

    @Test func `a content type of one's own stays`() throws {
        var draft = RequestDraft()
        draft.body = "{}"
        draft.headers = [.init(name: "content-type", value: "application/merge-patch+json")]
        let request = try draft.resolved(against: URL(string: "http://127.0.0.1"))
        #expect(request.headers.values(of: "Content-Type") == ["application/merge-patch+json"])
    }

    @Test func `the curl command of a request without a token asks for none`() {
        var draft = RequestDraft()
        draft.authorization = .none
        let command = draft.curlCommand(url: "http://127.0.0.1/", tokenCommand: "session-console token")
        #expect(command == "curl http://127.0.0.1/")
    }
}
