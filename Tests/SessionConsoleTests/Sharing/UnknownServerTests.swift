import FoundationEssentials
import TestSupport
import Testing

/// `mcp` for a URL that no profile has.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UnknownServerTests {
    private static let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"# + "\n"
    private static let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"# + "\n"

    private let server: ProtectedServer
    private let program: ProgramUnderTest

    /// Has a browser that does what each page says.
    init() async throws {
        server = try ProtectedServer()
        var program = try ProgramUnderTest()
        try await program.makeScript(
            "visitor", "#!/bin/sh\nexec curl --silent --location --output /dev/null \"$1\"\n")
        program.environment["BROWSER"] = program.home + "/visitor"
        self.program = program
    }

    private func expectServed(_ bridge: Subprocess) async throws {
        let end = try await blocking {
            _ = try bridge.line { $0.contains("list_changed") }
            try bridge.write(Self.call)
            _ = try bridge.line { $0.contains(#""id":1,"result""#) }
            return try bridge.finish()
        }
        #expect(end.status == 0 && !end.text.contains("access-token-of-the-resource"))
    }

    @Test func `the host is told the command, and is served once that has made a profile`() async throws {
        defer { program.remove() }
        let bridge = try program.start("mcp", server.url)
        let command = "No profile has this URL. Find out how to sign in, and do so, with: session-console login "
        let url = server.url
        _ = try await blocking {
            try bridge.write(Self.initialize)
            let answer = try bridge.line { $0.contains(#""id":0"#) }
            #expect(answer.contains(#""instructions":"\#(command)\#(url)""#), "\(answer)")
            _ = try bridge.errorLine { $0 == command + url }
            try bridge.write(#"{"jsonrpc":"2.0","id":9,"method":"tools/call"}"# + "\n")
            let refusal = try bridge.line { $0.contains(#""id":9"#) }
            #expect(refusal.contains(#""code":-32041"#) && refusal.contains(command), "\(refusal)")
        }
        #expect(server.requests.isEmpty)
        let login = try await program.run("login", "--issuer", server.issuer, server.url)
        #expect(login.status == 0, "\(login.errorText)")
        try await expectServed(bridge)
    }

    @Test func `with --sign-in at a named issuer one bridge makes the profile and signs in for all`() async throws {
        defer { program.remove() }
        let arguments = ["mcp", "--sign-in", "--issuer", server.issuer, server.url]
        let bridges = try (0..<2).map { _ in
            try Subprocess(ProgramUnderTest.path, arguments, environment: program.environment)
        }
        _ = try await blocking { for bridge in bridges { try bridge.write(Self.initialize) } }
        for bridge in bridges { try await expectServed(bridge) }
        #expect(server.clients.count == 1)
        #expect(server.requests.count { $0 == "GET /authorize" } == 1)
    }

    @Test func `with --sign-in alone nobody is signed in where nobody said so`() async throws {
        defer { program.remove() }
        let bridge = try program.start("mcp", "--sign-in", server.url)
        let issuer = server.issuer
        let end = try await blocking {
            _ = try bridge.errorLine { $0.contains("is not confirmed") && $0.contains("--issuer \(issuer)") }
            return try bridge.finish()
        }
        #expect(end.status == 0 && server.clients.isEmpty)
        #expect(try await program.run("profile", "list").text == "")
    }

    @Test func `the end of the host's input is the end`() async throws {
        defer { program.remove() }
        let result = try await program.run("mcp", server.url, input: Self.initialize)
        #expect(result.status == 0 && result.lines.count == 1, "\(result.text) \(result.errorText)")
        let named = try await program.run("mcp", "--profile", "new", server.url)
        #expect(named.errorText.contains("session-console login --profile new \(server.url)"), "\(named.errorText)")
    }
}
