import FoundationEssentials
import HTTPServer
import JOSE
import TestSupport
import Testing

/// `mcp` between a host that sends what is no message and a server that answers what is no answer.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MCPHostilityTests {
    private static let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"# + "\n"

    private static func call(_ id: Int, _ method: String = "tools/call") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"# + "\n"
    }

    /// Lines that are no message, each with a part of the error that answers it.
    private static let lines: [(line: String, words: String)] = [
        ("garbage", "-32700"), (#"{"jsonrpc":"2.0","id":1"#, "-32700"), ("\u{0}\u{1}", "-32700"), ("{}{}", "-32700"),
        (String(repeating: "[", count: 200_000), "-32700"), ("\"\u{FEFF}", "-32700"),
        (#"[{"jsonrpc":"2.0","id":1,"method":"tools/call"}]"#, "A batch"), ("[]", "A batch"), ("12", "not an object"),
        ("null", "not an object"),
        (#"{"jsonrpc":"1.0","id":"a","method":"x"}"#, #""id":"a""#),
        (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, "-32600"),
        (#"{"jsonrpc":"2.0","id":7}"#, #""id":7"#), (#"{"jsonrpc":"2.0","method":9}"#, "-32600"),
    ]

    /// Answers an `initialize` as it should be, and a call by its method's last word.
    private static func server() throws -> HTTPServer {
        try HTTPServer.start { request in
            let message = try? JSONValue(parsing: request.body)
            guard let id = message?["id"], let method = message?["method"]?.string else {
                return ServerResponse(status: request.method == "POST" ? 202 : 405)
            }
            let result: JSONValue = ["jsonrpc": "2.0", "id": id, "result": ["protocolVersion": "2025-06-18"]]
            switch method {
            case "to/html": return ServerResponse(status: 200, contentType: "text/html", text: "<p>Sign in")
            case "to/error-page": return ServerResponse(status: 502, contentType: "text/html", text: "<p>Bad gateway")
            case "to/nothing": return ServerResponse(status: 200, contentType: "application/json", text: "")
            case "to/half": return ServerResponse(status: 200, contentType: "application/json", text: #"{"jsonrpc":"#)
            case "to/other-id":
                return ServerResponse(
                    status: 200, contentType: "application/json",
                    text: #"{"jsonrpc":"2.0","id":"other","result":{}}"#)
            case "to/other-session":
                var response = ServerResponse(
                    status: 200, contentType: "application/json", text: result.serialized())
                response.headers["Mcp-Session-Id"] = "another"
                return response
            case "to/20-megabytes":
                let text = String(repeating: "a", count: 20 << 20)
                return ServerResponse(status: 200, contentType: "application/json", text: "\"\(text)\"")
            case "to/redirect": return ServerResponse(status: 307, headers: ["Location": "/elsewhere"])
            case "to/nowhere": return .drop
            case "to/never": return .hang
            default:
                var response = ServerResponse(
                    status: 200, contentType: "application/json", text: result.serialized())
                response.headers["Mcp-Session-Id"] = "one"
                return response
            }
        }
    }

    /// Answers that are none, each with a part of the error that it becomes.
    private static let ways: [(method: String, words: String)] = [
        ("to/html", "text/html"), ("to/error-page", "502"), ("to/nothing", "nothing"), ("to/half", "not a message"),
        ("to/other-id", "not one to this request"), ("to/other-session", "another Mcp-Session-Id"),
        ("to/20-megabytes", "larger than 16 MiB"), ("to/redirect", "a redirect"), ("to/nowhere", "-32050"),
    ]

    @Test func `each line that is no message gets an error, and the messages between them their answers`()
        async throws
    {
        let (console, server) = (try await Console(), try Self.server())
        try console.writeProfile(["api": "\(server.origin)/mcp"])
        try await console.signIn()
        let input = Self.initialize + Self.lines.map { $0.line + "\n" }.joined() + Self.call(100)
        // Half a line at the end of the input.
        let result = try await console.run("mcp", input: input + #"{"jsonrpc":"2.0","id":101,"#)
        #expect(result.status == 0 && result.lines.count == Self.lines.count + 3, "\(result.text)")
        let errors = result.lines.filter { $0.contains(#""error""#) }
        for (error, expected) in zip(errors, Self.lines.map(\.words) + ["-32700"]) {
            #expect(error.hasPrefix(#"{"jsonrpc":"2.0","id":"#) && error.contains(expected), "\(error)")
        }
        for id in [0, 100] { #expect(result.lines.contains { $0.contains("\"id\":\(id),\"result\"") }) }
    }

    @Test(arguments: [
        // No answer but the one that never comes is held to a limit: a machine may be slow.
        (ways, "5m"), ([(method: "to/never", words: "-32050")], "5s"),
    ])
    func `each answer that is none is an error, nothing hangs, and no token is where nobody asked for it`(
        ways: [(method: String, words: String)], limit: String
    ) async throws {
        let (console, server) = (try await Console(), try Self.server())
        try console.writeProfile(["api": "\(server.origin)/mcp"])
        try await console.signIn()
        let token = try #require(try console.record()["session"]?["access_token"]?.string)
        let bridge = try console.program.start("mcp", "--timeout", limit)
        let result = try await blocking {
            try bridge.write(Self.initialize)
            _ = try bridge.line { $0.contains(#""id":0,"result""#) }
            for (index, way) in ways.enumerated() {
                try bridge.write(Self.call(index + 1, way.method))
                let answer = try bridge.line { $0.contains("\"id\":\(index + 1),") }
                #expect(answer.contains(#""error""#) && answer.contains(way.words), "\(way.method): \(answer)")
            }
            try bridge.write(Self.call(100))
            _ = try bridge.line { $0.contains(#""id":100,"result""#) }
            for file in ["cmdline", "environ"] {
                let text = try Data(contentsOf: URL(filePath: "/proc/\(bridge.pid)/\(file)"))
                #expect(text.firstRange(of: Data(token.utf8)) == nil, "\(file)")
            }
            return try bridge.finish()
        }
        #expect(result.status == 0)
        #expect(result.lines.allSatisfy { (try? JSONValue(parsing: $0.utf8))?["jsonrpc"] == "2.0" })
        for text in [result.text, result.errorText, try await console.run("events", "--json").text] {
            #expect(!text.contains(token))
        }
    }
}
