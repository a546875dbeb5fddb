import FoundationEssentials
import TestSupport
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CurlWritingTests {
    static let requests = [
        "GET https://api.test/orders?limit=3&x=a%20b",
        "HEAD https://api.test/orders",
        "DELETE https://api.test/orders/[1]{2}",
        "# @no-redirect\n# @timeout 2 s\nGET https://api.test/\nX-Empty:\nX-Quote: it's \"$HOME\" `id` \\ !x *",
        "POST https://api.test/\nContent-Type: application/json\n\n{\n  \"who\": \"O'Neil\",\n  \"é\": \"$(id)\"\n}",
        "POST https://api.test/\n\nno type\tand a tab\u{1B}[2J\u{7}7 it's \\n",
        "PUT https://api.test/\nContent-Type: text/plain\n\n@not-a-file",
        "GET https://api.test/\nContent-Type: text/plain\n\nwith a body",
    ]

    @Test(arguments: requests)
    func `a curl command reads back as the request that it was made of`(text: String) throws {
        let resolved = try Reading.resolved(text)
        let line = try #require(resolved.curlCommand(tokenCommand: "token"))
        let command = try CurlCommand(line)
        #expect(command.method == resolved.method)
        #expect(command.url == resolved.url.absoluteString)
        #expect(command.headers.map(\.name) == resolved.headers.map(\.name))
        #expect(command.headers.map(\.value) == resolved.headers.map(\.value))
        #expect(command.body == (resolved.text.map { [.text($0)] } ?? []))
        #expect(command.timeout == resolved.timeout && command.maximumTime == resolved.maximumTime)
    }

    @Test(arguments: requests)
    func `bash takes the command for the words that are meant`(text: String) async throws {
        let resolved = try Reading.resolved(text)
        let line = try #require(resolved.curlCommand(tokenCommand: "token"))
        let result = try await blocking {
            try Subprocess(
                "bash", ["-c", "curl() { printf '%s\\0' \"$@\"; }; \(line)"],
                environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nowhere"]
            ).finish()
        }
        #expect(result.status == 0, "\(result.errorText)")
        let words = result.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(words == Array(try ShellWords(line).words.dropFirst()))
        #expect(words.last == resolved.url.absoluteString)
        #expect(words.contains("-L") == resolved.followsRedirects)
    }

    @Test func `the session's token is asked for by a command, and never in the line`() throws {
        let resolved = try Reading.resolved("GET https://a.test/\nAuthorization: Bearer secret\nA: 1") { scope in
            scope.isSessions = { _ in true }
        }
        #expect(
            resolved.curlCommand(tokenCommand: "session-console token --profile 'a b'")
                == "curl -L -H \"Authorization: Bearer $(session-console token --profile 'a b')\" -H 'A: 1' "
                + "https://a.test/"
        )
    }

    @Test func `options stand before the rest`() throws {
        let resolved = try Reading.resolved("GET https://a.test/\nA: 1")
        #expect(
            resolved.curlCommand(tokenCommand: "token", options: ["--cacert", "/a b/ca.pem"])
                == "curl --cacert '/a b/ca.pem' -L -H 'A: 1' https://a.test/")
    }

    @Test func `a body that is not text has no command line`() throws {
        for body in [[0xFF, 0xFE], [0x41, 0]] as [[UInt8]] {
            var resolved = try Reading.resolved("POST https://a.test/")
            resolved.body = body
            #expect(resolved.curlCommand(tokenCommand: "token") == nil)
        }
    }

    @Test func `a field that curl is told to leave out is not added`() throws {
        let command = try CurlCommand("curl https://a.test -H 'Content-Type:' -H 'User-Agent:' -d a=1")
        #expect(command.headers.isEmpty)
        #expect(try CurlCommand("curl https://a.test -d a=1").headers.map(\.name) == ["Content-Type"])
    }
}
