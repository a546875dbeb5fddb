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

    @Test func `docker is told of each host, and of the link whose name has the profile`() async throws {
        let console = try await Console()
        try console.writeProfile(["api": ["https://a.example/v2", "https://b.example:5000"]], name: "work")
        let result = try await console.run("setup", "docker", "--profile", "work")
        #expect(
            try JSONValue(parsing: result.output)
                == ["credHelpers": ["a.example": "session-console-work", "b.example:5000": "session-console-work"]])
        #expect(result.errorText.contains("ln -s \"$(command -v session-console)\" ~/.local/bin/docker-credential-s"))
        let options = ["--issuer", "https://id.example", "--client-id", "x", "--api", "https://a.example"]
        let unnamed = try await console.program.run(arguments: ["setup", "docker"] + options)
        #expect(unnamed.status == 1 && unnamed.text.isEmpty && unnamed.errorText.contains("profile add NAME"))
        try console.writeProfile(["within_path": true])
        #expect(try await console.run("setup", "docker").errorText.contains("docker names no path"))
    }

    @Test func `cargo, pip, npm and rclone are told of the index and of the session`() async throws {
        let console = try await Console()
        try console.writeProfile(["api": ["https://a.example/x", "https://b.example/y/"]], name: "work")
        func lines(_ tool: String) async throws -> [String] {
            try await console.run("setup", tool, "--profile", "work").lines
        }
        #expect(
            try await lines("cargo").suffix(3) == [
                "[registries.api-2]", #"index = "sparse+https://b.example/y/""#,
                #"credential-provider = ["session-console", "credential", "cargo", "--profile", "work"]"#,
            ])
        let pip = try await lines("pip")
        #expect(pip.count == 4 && pip[3].hasSuffix(" https://oauth2@a.example/x/"), "\(pip)")
        #expect(pip[1].contains("'exec session-console credential keyring --profile work \"$@\"'"), "\(pip)")
        let npm = try await lines("npm")
        #expect(npm.first?.hasSuffix("registry=https://a.example/x/ '//a.example/x/:_authToken=${NPM_TOKEN}'") == true)
        #expect(npm.last == "session-console proxy --as NPM_TOKEN --profile work -- npm install", "\(npm)")
        #expect(
            try await lines("rclone").last?.hasSuffix(
                " 'bearer_token_command=session-console token --profile work'") == true)
    }

    @Test(arguments: ["docker", "cargo", "pip", "npm", "rclone"])
    func `no lines are printed without an API`(tool: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run(
            arguments: ["setup", tool, "--issuer", "https://id.example", "--client-id", "x"])
        #expect(result.status == 2 && result.text.isEmpty && result.errorText.contains("--api is missing"))
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
