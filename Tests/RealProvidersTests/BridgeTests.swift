import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

/// The bridge between hosts and servers of MCP that nobody of this project wrote.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches MCP servers and clients from PyPI; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(8)), .limitedParallelism)
struct RealBridges {
    /// A host that runs, with the bridge that it has started.
    private final class Host: Sendable {
        private let process: Subprocess
        private let count = Mutex(0)

        init(_ process: Subprocess) { self.process = process }

        /// Has the host do something, and returns what it says of that.
        func perform(_ words: String) async throws -> JSONValue {
            let index = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return try await blocking { [process] in
                try process.write("\(index) \(words)\n")
                let line = try process.line(within: .seconds(60)) { $0.hasPrefix("{\"number\": \(index),") }
                return try JSONValue(parsing: line.utf8)
            }
        }

        func end() async throws -> Subprocess.Result {
            try await blocking { [process] in try process.finish(within: .seconds(60)) }
        }
    }

    private static let tools = ["add", "ask", "cancellations", "count", "linger"]

    @Test func `no call fails over expiries, and none after a revocation but those before the new sign-in`()
        async throws
    {
        var configuration = DemoProvider.Configuration()
        configuration.accessTokenLifetime = .seconds(5)
        let demo = try await DemoProvider.start(configuration)
        let program = try ProgramUnderTest()
        defer { program.remove() }
        try await LentScript.run("Resources/start-bridged", [demo.issuer]) { json in
            for (server, host) in [("fastmcp", "fastmcp"), ("fastmcp", "mcp"), ("mcp", "fastmcp"), ("mcp", "mcp")] {
                let profile = "\(server)-\(host)"
                try makeProfile(profile, demo, api: try #require(json[server]?.string), in: program)
                let python = try #require(json["python"]?.string)
                let script = "\(LentScript.folder)/Resources/bridged_host.py"
                let environment = program.environment
                let process = try await blocking {
                    try Subprocess(
                        python, [script, host, ProgramUnderTest.path, "mcp", profile], environment: environment)
                }
                try await play(Host(process), profile, demo, program)
            }
        }
        await demo.stop()
    }

    private func play(
        _ host: Host, _ profile: String, _ demo: DemoProvider, _ program: ProgramUnderTest
    ) async throws {
        let login = "session-console login"
        #expect(try await host.perform("instructions")["instructions"]?.string?.contains(login) == true, "\(profile)")
        #expect(try await host.perform("tools")["tools"] == [])
        try await signIn(profile, program)
        try await until { try await host.perform("tools")["tools"]?.strings == Self.tools }
        try await until {
            try await host.perform("tools")["events"]?.serialized().contains("list_changed") == true
        }
        #expect(try await host.perform("ask")["result"]?.string == "seven", "\(profile)")
        let counted = try await host.perform("count 3")
        #expect(counted["result"]?.int == 3, "\(profile): \(counted)")
        #expect(counted["events"]?.array?.compactMap(\.int) == [1, 2, 3], "\(profile): \(counted)")
        #expect(try await host.perform("cancel \(profile)")["result"]?.strings?.last == profile)
        let end = ContinuousClock.now + .seconds(12)
        var calls = 0
        while ContinuousClock.now < end {
            let called = try await host.perform("call 20")
            #expect(called["succeeded"]?.int == 20, "\(profile): \(called)")
            calls += 20
        }
        #expect(calls > 0)
        _ = try await demo.revokeSessions(of: "alice")
        try await until { try await host.perform("call 1")["errors"]?.serialized().contains("revoked") == true }
        #expect(try await host.perform("call 1")["errors"]?.serialized().contains(login) == true)
        try await signIn(profile, program)
        let after = try await host.perform("call 20")
        #expect(after["succeeded"]?.int == 20, "\(profile): \(after)")
        let result = try await host.end()
        #expect(result.status == 0, "\(profile): \(result.errorText)")
        #expect(!result.text.contains("eyJ") && !result.errorText.contains("eyJ"), "\(profile)")
    }

    private func makeProfile(
        _ name: String, _ demo: DemoProvider, api: String, in program: ProgramUnderTest
    ) throws {
        let folder = program.home + "/config/session-console/profiles"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let profile: JSONValue = [
            "issuer": .string(demo.issuer), "client_id": .string(demo.clientID), "api": .string(api),
        ]
        try Data(profile.serialized().utf8).write(to: URL(filePath: "\(folder)/\(name).json"))
    }

    private func signIn(_ profile: String, _ program: ProgramUnderTest) async throws {
        let result = try await program.run(
            arguments: [
                "login", "--profile", profile, "--flow", "password", "--username", "alice", "--password-stdin",
            ],
            input: "wonderland\n")
        #expect(result.status == 0, "\(result.errorText)")
    }
}
