import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// The lines that `setup` prints for other tools.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SetupCommandTests {
    @Test func `an MCP client starts the bridge, for each API of the profile`() async throws {
        let console = try await Console()
        try console.writeProfile(["api": ["https://a.example/mcp?x=a%20b", "https://b.example/mcp"]], name: "work")
        let result = try await console.run("setup", "mcp", "--profile", "work")
        let servers = try JSONValue(parsing: result.output)["mcpServers"]
        #expect(
            servers?["api"] == [
                "type": "stdio", "command": "session-console",
                "args": ["mcp", "https://a.example/mcp?x=a%20b", "--profile", "work"],
            ])
        #expect(servers?["api-2"]?["args"]?.strings?[1] == "https://b.example/mcp")
        #expect(result.errorText.isEmpty)
    }

    @Test func `the bridge is told of the APIs that no profile has`() async throws {
        let console = try await Console()
        let announced = console.provider.announcement
        let options = ["--issuer", announced.issuer, "--client-id", announced.client_id]
        let api = ["--api", "https://a.example"]
        let result = try await console.program.run(arguments: ["setup", "mcp"] + options + api)
        let arguments = try JSONValue(parsing: result.output)["mcpServers"]?["api"]?["args"]?.strings
        #expect(arguments == ["mcp", "https://a.example"] + options + api, "\(result.text)")
    }

    @Test func `kubectl asks the session of the profile`() async throws {
        let console = try await Console()
        try console.writeProfile([:], name: "work")
        let lines = try await console.run("setup", "kubectl", "--profile", "work").lines
        #expect(lines.suffix(2) == [#"      - "--profile""#, #"      - "work""#], "\(lines)")
    }

    @Test(arguments: ["curl", "git"])
    func `a shell reads the printed line as one command, whatever the API's path is`(tool: String) async throws {
        let console = try await Console()
        let api = "https://a.example/x'y;touch%20z&(!)"
        try console.writeProfile(["api": .string(api)])
        let lines = try await console.run("setup", tool).lines
        // Each program prints its arguments in place of its work.
        let script = """
            session-console() { printf '<%s>' "$@"; }
            git() { printf '<%s>' "$@"; }
            curl() { printf '<%s>' "$@"; }
            \(lines.joined(separator: "\n"))
            """
        let home = console.program.home
        let result = try await blocking {
            try Subprocess("/bin/bash", ["-c", script], environment: ["HOME": home, "PATH": "/usr/bin:/bin"]).finish()
        }
        #expect(result.status == 0 && result.errorText.isEmpty, "\(result.errorText)")
        let word = tool == "curl" ? "<\(api)>" : "<!session-console credential git --api '\(api.quoted)'>"
        #expect(result.text.contains(word), "\(result.text)")
    }
}

extension String {
    /// As it stands between single quotation marks of a shell.
    fileprivate var quoted: String { replacing("'", with: "'\\''") }
}
