import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// What the words of `request` become, in process.
@Suite(.timeLimit(.minutes(5)))
struct RequestArgumentsTests {
    private func arguments(
        _ target: String, _ values: [Option: [String]] = [:], api: String? = "https://api.example/v1/"
    ) throws -> RequestArguments {
        let command = try #require(Command.named("request"))
        var invocation = Invocation()
        invocation.values = values
        return try RequestArguments(
            CommandContext(
                command: command, invocation: invocation, operands: [target], environment: [:], output: Output()),
            apis: api.flatMap { URL(string: $0) }.map { [$0] } ?? [])
    }

    @Test(arguments: [
        ("/orders", "https://api.example/v1/orders"), ("orders", "https://api.example/v1/orders"),
        ("https://other.example/x", "https://other.example/x"), ("HTTP://127.0.0.1/x", "HTTP://127.0.0.1/x"),
    ])
    func `a path belongs to the first API, with one slash between`(target: String, url: String) throws {
        #expect(try arguments(target).url.absoluteString == url)
    }

    @Test func `truth 10: an Authorization field of one's own is sent as asked, without the session's token`() throws {
        #expect(try arguments("/orders").authorization == .required)
        let own = try arguments("/orders", [.header: ["authorization: Basic abc"]])
        #expect(own.authorization == .none)
        #expect(own.headers.values(of: "Authorization") == ["Basic abc"])
    }

    @Test(arguments: [
        ("/x?page[n]=1&cursor=YW%3D", "https://api.example/v1/x?page%5Bn%5D=1&cursor=YW%3D"),
        ("a b%20|", "https://api.example/v1/a%20b%20%7C"), ("/../x", "https://api.example/x"),
        ("http://127.0.0.1/%7B{?%", "http://127.0.0.1/%7B%7B?%25"),
    ])
    func `address 1: an address is sent as it was given`(target: String, url: String) throws {
        #expect(try arguments(target).url.absoluteString == url)
    }

    @Test func `a path without an API, and a URL without a host, are refused`() {
        #expect(throws: CommandFailure.self) { try arguments("/orders", api: nil) }
        #expect(throws: CommandFailure.self) { try arguments("https:///orders") }
    }

    @Test(
        arguments: [
            ([:], "GET", nil), ([.data: ["n=1"]], "POST", "application/x-www-form-urlencoded"),
            ([.data: [" [1]"]], "POST", "application/json"),
            ([.data: ["{}"], .method: ["PUT"]], "PUT", "application/json"),
            ([.data: ["{}"], .header: ["content-type: text/plain"]], "POST", "text/plain"),
        ] as [([Option: [String]], String, String?)])
    func `data decides the method and the type, unless they are given`(
        values: [Option: [String]], method: String, type: String?
    ) throws {
        let arguments = try arguments("/orders", values)
        #expect(arguments.method == method)
        #expect(arguments.headers.values(of: "Content-Type") == [type].compactMap(\.self))
    }

    @Test(arguments: ["X-A", "X A: b", ": b", "X-A: b\r\nX-B: c", "X-A: b\nc", "X-A: \0"])
    func `a header that could smuggle another one is refused`(header: String) {
        #expect(throws: CommandFailure.self) { try arguments("/orders", [.header: [header]]) }
    }

    @Test func `headers keep their order, without the white space around their values`() throws {
        let headers = try arguments("/orders", [.header: ["B:  2 ", "A: 1:1", "B:3"]]).headers
        #expect(
            headers.fields == [
                .init(name: "B", value: "2"), .init(name: "A", value: "1:1"), .init(name: "B", value: "3"),
            ])
    }

    @Test func `a folder is no body, and a method is one word`() {
        for place in ["/tmp", "/nowhere/at/all"] {
            let failure = #expect(throws: CommandFailure.self) { try arguments("/orders", [.data: ["@\(place)"]]) }
            #expect(failure?.message.contains("'@\(place)'") == true)
        }
        #expect(throws: CommandFailure.self) { try arguments("/orders", [.method: ["GET /"]]) }
    }

    @Test func `without authorization the token is left out`() throws {
        #expect(try arguments("/orders", [.noAuth: [""]]).authorization == .none)
        #expect(try arguments("/orders").authorization == .required)
    }

    @Test func `a body of up to 8 MiB is sent whole, and a longer one as a stream of known length`() throws {
        let folder = TemporaryFolder()
        folder.write(String(repeating: "a", count: FileBody.wholeLimit), to: "whole")
        folder.write(String(repeating: "a", count: FileBody.wholeLimit + 1), to: "long")
        #expect(try arguments("/", [.data: ["@\(folder.path)/whole"]]).body.isReplayable)
        let body = try arguments("/", [.data: ["@\(folder.path)/long"]]).body
        guard case .stream(let stream) = body else {
            Issue.record("it was read whole")
            return
        }
        #expect(stream.length == FileBody.wholeLimit + 1)
    }
}
