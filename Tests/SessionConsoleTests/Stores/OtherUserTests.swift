import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// The program run by an ordinary user whose files root has touched: only root can set that up.
@Suite(
    .timeLimit(.minutes(5)), .limitedParallelism,
    .enabled(if: geteuid() == 0, "only root can run programs as another user"))
struct OtherUserTests {
    private static let user: uid_t = 12_345

    /// Gives the home and all in it to the user.
    private func give(_ program: ProgramUnderTest) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: program.home) {
            lchown(program.home + "/" + name, Self.user, Self.user)
        }
        chown(program.home, Self.user, Self.user)
    }

    private func start(_ program: ProgramUnderTest, _ arguments: [String]) throws -> Subprocess {
        try Subprocess(
            "setpriv",
            ["--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", ProgramUnderTest.path] + arguments,
            environment: program.environment)
    }

    private func owner(_ path: String) -> uid_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_uid : nil
    }

    @Test func `loss 5: behind a lock that root left, many commands at once still make one refresh`() async throws {
        let console = try await Console()
        try await console.signIn()
        try console.age(by: 3600)
        try give(console.program)
        let lock = console.sessionFile + ".lock"
        unlink(lock)
        #expect(creat(lock, 0o600) >= 0)
        chown(lock, 0, 0)
        let program = console.program
        let results = try await withThrowingTaskGroup(of: Subprocess.Result.self) { group in
            for _ in 0..<6 { group.addTask { try await blocking { try start(program, ["token"]).finish() } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0.status == 0 }, "\(results.map(\.errorText))")
        #expect(Set(results.map(\.text)).count == 1)
        #expect(try await console.provider.tokenRequests("refresh_token") == ["invalid_grant": 0, "ok": 1])
        #expect(owner(lock) == Self.user)
    }

    @Test func `leak 5: a session file that is root's is not believed, and stays where it is`() async throws {
        let console = try await Console()
        try await console.signIn()
        try give(console.program)
        chown(console.sessionFile, 0, 0)
        chmod(console.sessionFile, 0o644)
        let program = console.program
        for command in ["status", "token", "refresh"] {
            let result = try await blocking { try start(program, [command]).finish() }
            #expect(result.status == 1)
            #expect(result.errorText.contains("\(console.sessionFile): it belongs to root, not to uid \(Self.user)"))
        }
        #expect(owner(console.sessionFile) == 0)
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] != 1)
    }

    @Test func `leak 5: the program can't be dumped`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        try give(program)
        let process = try await blocking { try start(program, ["events", "--follow"]) }
        let facts = "/proc/\(process.pid)"
        try await until { try String(contentsOf: URL(filePath: facts + "/comm"), encoding: .utf8).contains("session-") }
        // What may not be dumped is root's.
        try await until { owner(facts + "/environ") == 0 }
        let limits = try String(contentsOf: URL(filePath: facts + "/limits"), encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(line.split(separator: " ").dropFirst(4).first == "0")
        process.signal(SIGKILL)
        _ = try await blocking { try process.finish() }
    }
}
