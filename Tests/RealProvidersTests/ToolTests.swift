import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// Tools that nobody of this project wrote, with what `setup` prints for them.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches tools from Debian and PyPI; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RealProvidersTools {
    /// A tool: which part of the server it fetches from, how `setup`'s lines reach it, and how it fetches once.
    private struct Tool: Sendable {
        let name: String
        let path: String
        let install: String
        let fetch: String

        static let all = [
            Self(
                name: "docker", path: "",
                install: """
                    mkdir -p ~/.docker && session-console setup docker --profile docker > ~/.docker/config.json
                    ln -s "$(command -v session-console)" ~/.local/bin/docker-credential-session-console-docker
                    """,
                fetch: "docker manifest inspect --insecure ${SECURE#https://}/image:latest"),
            Self(
                name: "cargo", path: "/cargo/",
                install: """
                    mkdir -p ~/cargo/src $CARGO_HOME
                    session-console setup cargo --profile cargo > $CARGO_HOME/config.toml
                    printf '[package]\\nname="a"\\nversion="0.1.0"\\n[dependencies]\\n' > ~/cargo/Cargo.toml
                    echo 'crate-of-mine={version="1",registry="api"}' >> ~/cargo/Cargo.toml
                    touch ~/cargo/src/lib.rs
                    """,
                fetch: "cd ~/cargo && rm -rf Cargo.lock $CARGO_HOME/registry && cargo fetch"),
            Self(
                name: "pip", path: "/pip/", install: "session-console setup pip --profile pip > ~/lines; . ~/lines",
                fetch: "rm -rf ~/wheels; pip download --no-cache-dir --no-deps -d ~/wheels wheel-of-mine"),
            Self(
                name: "npm", path: "/npm/",
                install: """
                    session-console setup npm --profile npm > ~/lines
                    sed -n '$!p' ~/lines > ~/settings; . ~/settings; sed -n '$p' ~/lines > ~/npm-line
                    mkdir ~/npm; echo '{"name":"x","version":"1.0.0"}' > ~/npm/package.json
                    """,
                fetch: """
                    cd ~/npm && rm -rf node_modules package-lock.json ~/.npm
                    eval "$(cat ~/npm-line) --no-audit --no-fund parcel-of-mine" && test -d node_modules/parcel-of-mine
                    """),
            Self(
                name: "rclone", path: "/dav/",
                install: "session-console setup rclone --profile rclone > ~/lines; . ~/lines",
                fetch: "rm -f ~/file.txt; rclone copy api:file.txt ~ && test -s ~/file.txt"),
        ]
    }

    @Test func `each tool fetches across expiries, fails after a revocation with the reason, and fetches again`()
        async throws
    {
        var configuration = DemoProvider.Configuration()
        configuration.accessTokenLifetime = .seconds(4)
        let demo = try await DemoProvider.start(configuration)
        var program = try ProgramUnderTest()
        defer { program.remove() }
        try await LentScript.run("Tools/start", [demo.api]) { json in
            let path = try #require(json["PATH"]?.string)
            program.environment["PATH"] = "\(program.home)/.local/bin:\(path)"
            program.environment["SECURE"] = json["secure"]?.string
            program.environment["CARGO_HOME"] = program.home + "/cargo-home"
            // The tools of this machine may need it to find themselves.
            let own = ProcessInfo.processInfo.environment["HOME"] ?? "/root"
            program.environment["RUSTUP_HOME"] = ProcessInfo.processInfo.environment["RUSTUP_HOME"] ?? own + "/.rustup"
            let tools = Tool.all.filter { json["tools"]?.strings?.contains($0.name) == true }
            #expect(tools.count >= 3)
            let link = "mkdir -p ~/.local/bin && ln -s '\(ProgramUnderTest.path)' ~/.local/bin/session-console"
            #expect(try await shell(link, program).status == 0)
            for tool in tools {
                let base = try #require(json[tool.name == "docker" ? "secure" : "plain"]?.string)
                try program.makeProfile(tool.name, api: base + tool.path, of: demo)
                try await program.signIn(tool.name)
                let result = try await shell("set -e\n\(tool.install)", program)
                #expect(result.status == 0, "\(tool.name): \(result.errorText)")
            }
            for round in 1...4 {
                for tool in tools {
                    let result = try await shell(tool.fetch, program)
                    #expect(result.status == 0, "\(tool.name), round \(round): \(result.errorText)")
                }
                // All have been used by then, and have got their tokens later than this one.
                let before = try await program.run(arguments: ["token", "--profile", tools[0].name]).text
                try await until { [program] in
                    try await program.run(arguments: ["token", "--profile", tools[0].name]).text != before
                }
            }
            _ = try await demo.revokeSessions(of: "alice")
            // That one's token is the youngest.
            try await until { [program] in
                try await program.run(arguments: ["token", "--profile", tools[0].name]).status != 0
            }
            for tool in tools {
                let result = try await shell(tool.fetch, program)
                #expect(result.status != 0, "\(tool.name)")
                #expect(result.errorText.contains("the session was revoked"), "\(tool.name): \(result.errorText)")
                #expect(result.errorText.contains("session-console login"), "\(tool.name): \(result.errorText)")
            }
            for tool in tools {
                try await program.signIn(tool.name)
                let result = try await shell(tool.fetch, program)
                #expect(result.status == 0, "\(tool.name), again: \(result.errorText)")
                #expect(!(result.text + result.errorText).contains("eyJ"), "\(tool.name)")
            }
        }
        await demo.stop()
    }

    private func shell(_ line: String, _ program: ProgramUnderTest) async throws -> Subprocess.Result {
        let environment = program.environment
        return try await blocking {
            try Subprocess("/bin/bash", ["-c", line], environment: environment).finish(within: .seconds(60))
        }
    }
}

extension ProgramUnderTest {
    fileprivate func makeProfile(_ name: String, api: String, of demo: DemoProvider) throws {
        let folder = home + "/config/session-console/profiles"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let profile: JSONValue = [
            "issuer": .string(demo.issuer), "client_id": .string(demo.clientID), "api": .string(api),
        ]
        try Data(profile.serialized().utf8).write(to: URL(filePath: "\(folder)/\(name).json"))
    }

    fileprivate func signIn(_ profile: String) async throws {
        let line = ["login", "--profile", profile, "--flow", "password", "--username", "alice", "--password-stdin"]
        let result = try await run(arguments: line, input: "wonderland\n")
        #expect(result.status == 0, "\(result.errorText)")
    }
}
