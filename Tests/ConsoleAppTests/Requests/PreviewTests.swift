import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PreviewTests {
    @Test func `values that are new with each send stand as their placeholders`() throws {
        var console = try Console.requests([
            (
                "a.http",
                """
                ### x
                POST /orders/{{$guid}}?at={{$timestamp}}
                Content-Type: application/json
                X-Number: {{ $randomInt 1 5 }}

                {"id": "{{$guid}}"}

                """
            )
        ])
        console.choose("x")
        try expectWords(console.plainText(of: console.requests.request))
        console.press(.enter)
        let sent = try #require(console.sentRequests.first?.request)
        #expect(!sent.url.absoluteString.contains("guid") && sent.bodyText?.count == 46)
    }

    @Test func `a number that is new with each send leaves a query its variables`() throws {
        var console = try Console.requests([
            ("a.http", "### x\nPOST /graphql\nX-REQUEST-TYPE: GraphQL\n\n{ a }\n\n{\"n\": {{$randomInt 1 5}}}\n")
        ])
        console.choose("x")
        try expectWords(console.plainText(of: console.requests.request))
    }

    @Test(arguments: [
        ("/me", "Basic user:pass", "the file's own: Basic"),
        ("https://elsewhere.test/", "Bearer abc", "the file's own: the session's is not sent there"),
        ("/me", "Bearer abc", "the session's, F4C2"),
    ])
    func `the token of a request is said to be the file's own only where it is`(
        url: String, value: String, words: String
    ) throws {
        var console = try Console.requests([("a.http", "### x\nGET \(url)\nAuthorization: \(value)\n")])
        console.choose("x")
        #expect(console.requests.request.preview?.lines.first { $0.label == "Token" }?.text == words)
    }

    @Test(arguments: ["GET /me", "GET /me?a={{missing}}"])
    func `statement 4: no 8 bytes of a cookie or key of a file's own are shown`(line: String) throws {
        let secrets = ["sid-8f2b1c", "key-77d0aa", "tok-19e5c3"]
        var console = try Console.requests([
            (
                "a.http",
                """
                ### x
                \(line)
                Cookie: sid=\(secrets[0])
                X-Api-Key: \(secrets[1])
                Authorization: Token \(secrets[2])
                X-Trace: plain-words

                """
            )
        ])
        console.choose("x")
        let text = console.plainText(of: console.requests.request)
        for shown in [console.text, text] { #expect(!secrets.contains { shown.contains($0.prefix(8)) }, "\(shown)") }
        try expectWords(console.paneWords("Request"), "\(line), drawn")
        try expectWords(text, "\(line), as text")
    }

    @Test func `w in the request asks for the name of the archive, as in the list`() throws {
        var console = try Console.requests([("a.http", "### x\nGET /a\n")])
        console.choose("x")
        console.press(.tab)
        #expect(console.model.screens.current.focusedPane == "Request")
        console.press(.character("w"))
        try expectWords(console.lastRow)
    }

    @Test func `a random port stands as its placeholder`() throws {
        var console = try Console.requests([("a.http", "### x\nGET http://127.0.0.1:{{$randomInt 8000 9000}}/\n")])
        console.choose("x")
        try expectWords(console.plainText(of: console.requests.request))
    }

    @Test(arguments: [80, 120]) func `the title of the list names the environment while it is filtered`(width: Int)
        throws
    {
        var console = try Console.requests(size: Size(width: width, height: 36))
        console.press(.character("E"), .character("/"))
        console.type("order")
        try expectWords(console.paneTitle("Requests"), "\(width) columns")
    }

    @Test func `the status and the time of a burst in the history are said to be those of its first call`() throws {
        var console = try Console.requests()
        console.send(
            .sent(
                SentCall(
                    time: Samples.now, method: "GET", url: "http://127.0.0.1:41874/orders", authorization: .required,
                    count: 20, outcome: .answered(404), duration: .milliseconds(4710))))
        console.press(.character("H"))
        try expectWords(console.paneWords("Requests"), "list")
        try expectWords(console.paneWords("Request"), "call")
    }
}
