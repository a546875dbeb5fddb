import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

/// Several curl commands in one paste, as browsers copy them for all requests of a page.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CurlListTests {
    private static let chrome = """
        curl 'http://127.0.0.1:41874/me' \\
          -H 'accept: */*' ;
        curl 'http://127.0.0.1:41874/orders?a=1&b=2;3' \\
          -X 'POST' \\
          --data-raw '{"note":"one; two & three"}' ;
        curl 'https://a.test/last'
        """

    private static let windows =
        "curl ^\"http://127.0.0.1:41874/me^\" ^\r\n  -H ^\"accept: */*^\" &\r\n"
        + "curl ^\"http://127.0.0.1:41874/orders?a=1^&b=2;3^\" ^\r\n  -X ^\"POST^\" ^\r\n"
        + "  --data-raw ^\"^{^\\^\"note^\\^\":^\\^\"one; two ^& three^\\^\"^}^\" &\r\n"
        + "curl ^\"https://a.test/last^\""

    private func targets(_ console: Console) -> [String] {
        console.requests.list.pasted.compactMap { $0.file?.requests.first?.target.map(\.text).joined() }
    }

    @Test(arguments: [chrome, windows, windows.replacing("\r\n", with: "\n")], ["p", ""])
    func `each command that a browser copied becomes a request, in order`(text: String, key: String) throws {
        var console = try Console.requests()
        console.type(key)
        console.press(.paste(text))
        if key == "p" {
            #expect(console.requests.ownPrompt?.title == "3 curl commands:")
            #expect(console.requests.list.pasted.isEmpty)
            console.press(.enter)
            #expect(console.requests.ownPrompt == nil)
        }
        #expect(
            targets(console) == [
                "http://127.0.0.1:41874/me", "http://127.0.0.1:41874/orders?a=1&b=2;3", "https://a.test/last",
            ])
        #expect(console.requests.list.pasted.map(\.path) == ["pasted 1", "pasted 2", "pasted 3"])
        #expect(console.notice == Notice(.good, "3 commands became requests", advice: "r sends the first"))
        #expect(console.requests.focus == .list && console.requests.list.selected?.path == "pasted 1")
        #expect(console.sentRequests.isEmpty)
        console.press(.down, .character("r"))
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.method == "POST" && sent.request.bodyText == #"{"note":"one; two & three"}"#)
    }

    @Test func `the latest paste stands first, and what was pasted twice is listed twice`() throws {
        var console = try Console.requests()
        console.press(.paste("curl https://a.test/1"), .paste("curl https://a.test/1\ncurl https://a.test/2"))
        #expect(console.requests.list.pasted.map(\.path) == ["pasted 2", "pasted 3", "pasted 1"])
        #expect(targets(console) == ["https://a.test/1", "https://a.test/2", "https://a.test/1"])
    }

    @Test(arguments: ["p", ""])
    func `what can't be read is told by its number and reason, and the rest is kept`(key: String) throws {
        var console = try Console.requests()
        console.type(key)
        console.press(
            .paste("cd /tmp\ncurl https://a.test/1\ncurl --what https://a.test/2 && curl https://a.test/3\necho s3cret")
        )
        if key == "p" {
            #expect(console.requests.ownPrompt?.title == "2 of 5 commands:")
            #expect(!console.text.contains("s3cret"))
            console.press(.enter)
        }
        #expect(targets(console) == ["https://a.test/1", "https://a.test/3"])
        #expect(console.notice?.tone == .warning)
        #expect(
            console.notice?.text == "2 of 5 commands became requests. Commands 1 and 5: this is not a curl command. "
                + "Command 3: unknown curl option --what")
        // Without colour the sign tells it from other notices.
        try expectWords(console.noticeWords, key.isEmpty ? "pasted" : "from the field")
        #expect(!console.text.contains("s3cret"))
    }

    @Test(arguments: ["p", ""]) func `where none can be read, that is said`(key: String) throws {
        var console = try Console.requests()
        console.type(key)
        console.press(.paste("curl -u me:s3cret https://a.test/$ID\ncurl -u me:s3cret"))
        #expect(console.requests.list.pasted.isEmpty)
        let reason = key == "p" ? console.requests.ownPrompt?.flaw : console.notice?.text
        try expectWords(reason ?? "", key == "p" ? "from the field" : "pasted")
        #expect(!console.text.contains("s3cret"))
    }

    @Test(arguments: ["p", ""]) func `cookies, passwords and tokens are not kept of any`(key: String) throws {
        var console = try Console.requests()
        console.type(key)
        console.press(
            .paste(
                """
                curl -b sid=s3cret https://a.test/1
                curl -u me:s3cret https://a.test/2
                curl -k -H 'authorization: Bearer s3cret' http://127.0.0.1:41874/me
                """))
        #expect(!console.text.contains("s3cret"))
        if key == "p" { console.press(.enter) }
        #expect(!console.text.contains("s3cret"))
        #expect(
            console.notice?.text == "3 commands became requests, without their cookies, passwords or tokens, but -k is "
                + "refused: certificates are always checked")
        for file in console.requests.list.pasted.compactMap(\.file) {
            #expect(!String(decoding: file.bytes, as: UTF8.self).contains("s3cret"))
        }
    }

    @Test(arguments: [
        ["Bearer s3cret", nil], ["Bearer s3cret", "Bearer s3cret", nil], ["Bearer s3cret", "Bearer s3cret"],
    ])
    func `the session's token is said to be sent for those that had one`(fields: [String?]) throws {
        var console = try Console.requests()
        let lines = fields.map { "curl \($0.map { "-H 'Authorization: \($0)' " } ?? "")http://127.0.0.1:41874/me" }
        console.press(.paste(lines.joined(separator: "\n")))
        let count = fields.compactMap(\.self).count
        try expectWords(console.notice?.text ?? "", "\(count) of \(fields.count)")
    }

    @Test func `commands in the field may be edited before they are kept`() throws {
        var console = try Console.requests()
        console.press(.character("p"), .paste("curl https://a.test/1 -b a=1 -d 'a\nb'\ncurl https://a.test/"))
        console.type("2")
        console.press(.enter)
        #expect(targets(console) == ["https://a.test/1", "https://a.test/2"])
        #expect(console.notice?.text == "2 commands became requests, without their cookies")
        console.press(.character("r"))
        #expect(try #require(console.sentRequests.first).request.bodyText == "a\nb")
    }

    @Test func `a body may hold what begins a request in a file, and many empty lines`() throws {
        var console = try Console.requests()
        let body = "### title" + String(repeating: "\n\n", count: 50) + "\n### end\n> {% x %}"
        console.press(.paste("curl https://a.test/1 -d '\(body)'\ncurl https://a.test/2"))
        #expect(targets(console) == ["https://a.test/1", "https://a.test/2"])
        console.press(.character("r"))
        #expect(try #require(console.sentRequests.first).request.bodyText == body)
    }

    @Test func `a paste of more commands than are read says so`() throws {
        var console = try Console.requests()
        console.press(.paste((1...201).map { "curl https://a.test/\($0)\n" }.joined()))
        #expect(targets(console) == (1...200).map { "https://a.test/\($0)" })
        #expect(console.notice?.tone == .warning)
        #expect(
            console.notice?.text
                == "200 commands became requests. At most 200 of a paste are read: the rest is left out")
    }

    @Test func `of a paste that is too large the whole commands are read, and that is said`() throws {
        var console = try Console.requests()
        let body = String(repeating: "a", count: 700_000)
        console.press(.paste((1...4).map { "curl https://a.test/\($0) -d \(body)\n" }.joined()))
        #expect(targets(console) == ["https://a.test/1", "https://a.test/2"])
        #expect(
            console.notice?.text
                == "2 commands became requests. At most 2 MiB of a paste are read: the rest is left out")
    }

    @Test(arguments: ["GET /a\n\nx; y\ncurl b", "curl https://a.test/1\n\n### two\nGET /b", "# @name a\nGET /a; b & c"])
    func `a pasted request file stays one`(text: String) throws {
        var console = try Console.requests()
        console.press(.paste(text))
        #expect(console.requests.list.pasted.count == 1)
        #expect(console.notice?.tone == .good)
    }
}
