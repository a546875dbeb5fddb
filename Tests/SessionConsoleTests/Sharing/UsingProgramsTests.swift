import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// Who uses a session now, as `status --all` says it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UsingProgramsTests {
    private static let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"# + "\n"

    private static func uses(of console: Console) async throws -> [JSONValue] {
        try await console.json("status", "--all")["profiles"]?.array?.first?["uses"]?.array ?? []
    }

    @Test func `bridges at work are listed with whose calls they send, and not once they have ended`() async throws {
        let console = try await Console()
        try await console.signIn()
        let bridges = try (0..<2).map { _ in try console.program.start("mcp") }
        _ = try await blocking {
            for bridge in bridges {
                try bridge.write(Self.initialize)
                _ = try bridge.line { $0.contains(#""id":0"#) }
            }
        }
        // Events are written a moment after they happened.
        try await until { try await Self.uses(of: console).count == 2 }
        let listed = try await Self.uses(of: console)
        #expect(Set(listed.compactMap { $0["process"]?.int }) == Set(bridges.map { Int($0.pid) }), "\(listed)")
        for use in listed {
            #expect(use["program"] == "mcp" && use["caller"]?["process"]?.int == Int(getpid()), "\(use)")
            #expect(use["calls"]?.int ?? 0 > 0, "\(use)")
            #expect(use["last_call"]?["call"]?.string?.hasPrefix("POST ") == true, "\(use)")
        }
        let text = try await console.run("status", "--all")
        #expect(text.lines.count == 3 && text.lines[1].contains(" by mcp["), "\(text.text)")
        _ = try await blocking { for bridge in bridges { _ = try bridge.finish() } }
        #expect(try await Self.uses(of: console).isEmpty)
    }

    @Test func `a program that is given a token is an event, without the token`() async throws {
        let console = try await Console()
        try await console.signIn()
        let host = try #require(URL(string: console.provider.announcement.api)?.host())
        let port = try #require(URL(string: console.provider.announcement.api)?.port)
        let git = try await console.run("credential", "git", "get", input: "protocol=http\nhost=\(host):\(port)\n\n")
        #expect(git.text.contains("password="), "\(git.text) \(git.errorText)")
        let token = try #require(try await console.run("token").lines.first)
        // As git runs its helper.
        let environment = console.program.environment
        let line = "\(ProgramUnderTest.path) token > /dev/null; true"
        let shell = try await blocking { try Subprocess("/bin/sh", ["-c", line], environment: environment).finish() }
        #expect(shell.status == 0)
        let exec = try await console.run("exec", "--", "/bin/sleep", "0")
        #expect(exec.status == 0)
        let events = try await console.run("events", "--json")
        let given = try events.lines.map { try JSONValue(parsing: $0.utf8) }.filter { $0["kind"] == "token_given" }
        #expect(given.map { $0["program"]?.string } == ["credential", "token", "token", "exec"], "\(events.text)")
        #expect(given.prefix(3).allSatisfy { $0["label"]?["caller"]?["process"]?.int == Int(getpid()) })
        #expect(given.last?["label"]?["caller"]?["program"] == "sleep")
        #expect(!events.text.contains(token))
        // Git does not ask for a token when it says that one is wrong.
        let erased = "protocol=http\nhost=\(host):\(port)\npassword=x\n\n"
        #expect(try await console.run("credential", "git", "erase", input: erased).status == 0)
        #expect(try await console.run("events", "--json").lines.count { $0.contains("token_given") } == 4)
    }
}
