import FoundationEssentials
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct CurlOptionTests {
    private func resolved(_ line: String, number: Int = 0) throws -> ResolvedRequest {
        let file = try Reading.file(line)
        var scope = VariableScope()
        scope.contents = { path throws(FileRefusal) in
            guard path == "b.txt" else { throw .unreadable("no such file") }
            return Array("line1 &\nline2\r\n\0".utf8)
        }
        return try file.resolve(#require(file.requests.dropFirst(number).first), in: scope)
    }

    @Test(arguments: [
        ("-d @b.txt", "line1 &line2"), ("--data-ascii @b.txt", "line1 &line2"),
        ("-d a=1 -d @b.txt", "a=1&line1 &line2"),
        ("--data-binary @b.txt", "line1 &\nline2\r\n\0"), ("--json @b.txt", "line1 &\nline2\r\n\0"),
        ("--data-urlencode @b.txt", "line1%20%26%0Aline2%0D%0A%00"),
        ("--data-urlencode x@b.txt", "x=line1%20%26%0Aline2%0D%0A%00"), ("--data-raw @b.txt", "@b.txt"),
    ])
    func `address 3: data of a file is sent as curl sends it`(options: String, body: String) throws {
        let resolved = try resolved("curl https://a.test \(options)")
        #expect(resolved.method == "POST" && resolved.text == body)
        let isWhole = options.hasPrefix("--data-binary") || options.hasPrefix("--json")
        #expect(resolved.bodyFile == (isWhole ? "b.txt" : nil))
    }

    @Test(arguments: [
        ("-H 'Accept:'", ["Accept"], []), ("-H 'X: 1' -H 'X:'", [], ["X: 1"]), ("-H 'X;'", [], ["X: "]),
        ("-A agent -H 'user-agent:'", ["user-agent"], []), ("-A a -A b", [], ["User-Agent: b"]),
        ("-A agent -H 'User-Agent: own'", [], ["User-Agent: own"]),
        ("-H 'User-Agent: own' -A agent", [], ["User-Agent: own"]), ("-b a=1 -b b=2", [], ["Cookie: a=1; b=2"]),
        ("-u a:b -H 'Authorization:'", ["Authorization"], []),
        ("--json 1 -H 'Accept:'", ["Accept"], ["Content-Type: application/json"]),
        ("-d 1 -H 'Content-Type:'", ["Content-Type"], []), ("-H 'X: 1' -H 'X: 2'", [], ["X: 1", "X: 2"]),
    ])
    func `address 3: a line of --header goes before what curl adds, and takes it away`(
        options: String, omitted: [String], fields: [String]
    ) throws {
        let resolved = try resolved("curl https://a.test \(options)")
        #expect(resolved.omittedFields == omitted)
        #expect(resolved.headers.map { "\($0.name): \($0.value)" } == fields)
        // What is copied says so, too.
        let line = try #require(resolved.curlCommand(tokenCommand: ""))
        #expect(try CurlCommand(line).omittedFields == omitted)
    }

    @Test(arguments: [
        ("-T b.txt https://a.test/put/", "PUT https://a.test/put/b.txt"),
        ("-T b.txt https://a.test", "PUT https://a.test/b.txt"),
        ("-T b.txt https://a.test/put", "PUT https://a.test/put"),
        ("-X POST -T b.txt 'https://a.test/?x=/'", "POST https://a.test/b.txt?x=/"),
        ("-T./x/../b.txt https://a.test/d/#f", "PUT https://a.test/d/b.txt#f"),
    ])
    func `address 3: a file is put, with its name behind a folder's`(options: String, target: String) throws {
        let command = try CurlCommand("curl \(options)")
        #expect("\(command.method) \(command.url)" == target)
        #expect(command.headers.isEmpty && command.body.count == 1)
        let resolved = try resolved("curl -T b.txt https://a.test/put/")
        #expect(resolved.text == "line1 &\nline2\r\n\0" && resolved.bodyFile == "b.txt")
        #expect(throws: CurlFault.badArgument("-T", expected: "no other data")) {
            try CurlCommand("curl a.test -T b -d c")
        }
    }

    @Test(arguments: [
        ("-r 0-99", "bytes=0-99"), ("--range 5", "bytes=5-"), ("-r -500,7-9", "bytes=-500,7-9"),
        ("-r 0-99 -H 'Range: bytes=1-'", "bytes=1-"),
    ])
    func `address 3: a range is asked for`(options: String, value: String) throws {
        #expect(try CurlCommand("curl a.test \(options)").headers.map(\.value) == [value])
    }

    @Test(arguments: [
        ("a.test --url-query 'x=a b&c'", "a.test?x=a%20b%26c"),
        ("'a.test/?y=1#f' --url-query 'a b'", "a.test/?y=1&a%20b#f"),
        ("a.test --url-query +x=%20y --url-query =z", "a.test?x=%20y&z"),
        ("a.test --url-query x=1 -d y=2", "a.test?x=1"),
        ("-G a.test -d y=2 --url-query x=1", "a.test?x=1&y=2"), ("-G a.test -d @- <<< 'y=2'", "a.test?y=2"),
    ])
    func `address 3: a query is added to the URL`(words: String, url: String) throws {
        #expect(try CurlCommand("curl \(words)").url == url)
    }

    @Test func `address 3: each part of a command with --next is a request`() throws {
        let line =
            "curl -u me:p4ss https://a.test -d x --next -H 'A: 1' https://b.test -:sXPUT https://c.test -d --next"
        let file = try Reading.file("### all\n# @name first\n\(line)\n###\nGET https://d.test")
        #expect(file.remarks.isEmpty)
        #expect(file.requests.map(\.name) == ["first", "first 2", "first 3", "#4"])
        #expect(
            file.requests.map(\.summary) == [
                "POST https://a.test", "GET https://b.test", "PUT https://c.test", "GET https://d.test",
            ])
        #expect(try resolved(line, number: 2).text == "--next")
        #expect(try resolved(line, number: 1).headers.map(\.name) == ["A"])
        let list = CurlCommandList(line)
        #expect(
            try list.commands.map { try $0.get().line } == [
                "curl https://a.test -d x -H 'Authorization: Basic {{user}} {{password}}'",
                "curl -H 'A: 1' https://b.test", "curl -sXPUT https://c.test -d --next",
            ])
        let safe = try #require(try CurlCommand.withoutCredentials(line)).line
        #expect(!safe.contains("p4ss") && safe.contains("{{password}}' --next -H 'A: 1'"))
    }

    @Test(arguments: [
        ("a.test b.test", ["GET a.test", "GET b.test"]),
        ("-d x a.test --url b.test", ["POST a.test", "POST b.test"]),
        ("a.test -X PUT -- b.test", ["PUT a.test", "PUT b.test"]),
        ("-G -d x=1 a.test b.test", ["GET a.test?x=1", "GET b.test?x=1"]),
        ("-T f.txt a.test/ b.test/", ["PUT a.test/f.txt", "GET b.test/"]),
        ("a.test/ b.test/ -T f.txt -T g.txt", ["PUT a.test/f.txt", "PUT b.test/g.txt"]),
        ("-T f.txt -T g.txt a.test/", ["PUT a.test/f.txt"]),
        ("a.test b.test --next -d x c.test", ["GET a.test", "GET b.test", "POST c.test"]),
    ])
    func `address 3: each URL of a command is a request with the same options`(words: String, requests: [String]) throws
    {
        let line = "curl -H 'A: 1' \(words)"
        let file = try Reading.file(line)
        #expect(file.remarks.isEmpty, "\(file.remarks.map(\.words))")
        #expect(file.requests.map(\.summary) == requests)
        #expect(CurlCommandList(line).commands.count == requests.count)
        // Pasted, each becomes a line of its own that makes the same request.
        let lines = try CurlCommandList(line).commands.map { try $0.get().line }
        #expect(try lines.flatMap { try Reading.file($0).requests.map(\.summary) } == requests)
    }

    @Test func `address 3: the options of all URLs go along, credentials are left out of each`() throws {
        let line = "curl -u me:p4ss -H 'A: 1' https://a.test https://b.test"
        #expect(try (0...1).map { try resolved(line, number: $0).headers.map(\.name) }.allSatisfy { $0.contains("A") })
        let safe = try #require(try CurlCommand.withoutCredentials(line)).line
        #expect(!safe.contains("p4ss") && safe.contains("https://a.test") && safe.contains("--next"), "\(safe)")
    }

    @Test func `address 3: the URLs of one command are bounded`() throws {
        func line(_ count: Int) -> String { "curl " + (1...count).map { "a\($0).test" }.joined(separator: " ") }
        #expect(try Reading.file(line(CurlCommand.urlLimit)).requests.count == CurlCommand.urlLimit)
        let words = try Reading.file(line(CurlCommand.urlLimit + 2)).remarks.map(\.words)
        #expect(words == ["the curl command has more than \(CurlCommand.urlLimit) URLs"])
    }
}
