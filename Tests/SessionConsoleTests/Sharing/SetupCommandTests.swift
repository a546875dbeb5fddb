import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// The lines that `setup` prints for other tools.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SetupCommandTests {
    private static let key = String(repeating: "0a", count: 16)

    /// Writes the address that a proxy of the console's API would keep.
    private func keepProxy(_ console: Console) throws {
        let api = console.provider.announcement.api
        try FileManager.default.createDirectory(
            atPath: console.program.home + "/state/session-console", withIntermediateDirectories: true)
        try console.program.write(
            #"{"port":23456,"keys":{"\#(api)":"\#(Self.key)"}}"#, to: "state/session-console/default.proxy.json")
    }

    private func servers(_ result: Subprocess.Result) throws -> JSONValue? {
        try JSONValue(parsing: result.output)["mcpServers"]
    }

    @Test func `an MCP client gets the address of the proxy, which no expiry ends, and else a helper`() async throws {
        let console = try await Console()
        let api = console.provider.announcement.api
        try console.writeProfile(["api": .string(api + "/mcp?x=a%20b")])
        let before = try await console.run("setup", "mcp")
        #expect(try servers(before)?["api"]?["url"]?.string == api + "/mcp?x=a%20b")
        #expect(try servers(before)?["api"]?["headersHelper"]?.string?.contains("token --format headers-json") == true)
        #expect(before.errorText.contains("refused after the token's expiry"))
        try keepProxy(console)
        let after = try await console.run("setup", "mcp")
        let address = "http://127.0.0.1:23456/\(Self.key)/mcp?x=a%20b"
        #expect(try servers(after)?["api"] == ["type": "http", "url": .string(address)])
        #expect(after.errorText == "It is reached as long as this runs: session-console proxy\n")
        // An API that the proxy has never been opened for has no address there.
        try console.writeProfile(["api": [.string(api), "https://other.example"]])
        let both = try await console.run("setup", "mcp")
        #expect(try servers(both)?["api"]?["headersHelper"] == nil)
        #expect(try servers(both)?["api-2"]?["headersHelper"] != nil)
        #expect(both.errorText.contains("refused after the token's expiry"))
    }

    @Test func `the call of the proxy that is advised names the APIs that no profile has`() async throws {
        let console = try await Console()
        let announced = console.provider.announcement
        let options = ["--issuer", announced.issuer, "--client-id", announced.client_id]
        let api = ["--api", "https://a.example", "--api", "https://b.example"]
        let result = try await console.program.run(arguments: ["setup", "mcp"] + options + api)
        let call = "session-console proxy " + (options + api).joined(separator: " ")
        #expect(result.errorText.contains(call), "\(result.errorText)")
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
