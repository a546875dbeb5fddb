import FoundationEssentials
import Glibc
import HostSystem
import TestSupport
import Testing

/// Which process of another program has started one.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct StarterTests {
    @Test func `a program in a shell's subshell was started by the shell, which was started by no other program`()
        async throws
    {
        // Each "; :" keeps a shell from becoming what it runs last.
        let script = "echo shell $$; (sh -c 'echo cat $$; exec cat'; :); :"
        let shell = try Subprocess("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        func process(_ name: String) async throws -> pid_t {
            let line = try await blocking { try shell.line { $0.hasPrefix("\(name) ") } }
            return try #require(pid_t(line.dropFirst(name.count + 1)))
        }
        let (main, cat) = (try await process("shell"), try await process("cat"))
        try await until { ProcessTable.name(of: cat) == "cat" }
        #expect(ProcessTable.starter(of: cat, named: "cat") == main)
        let subshell = try #require(ProcessTable.parent(of: cat))
        #expect(subshell != main)
        // A process of the same program, as a server's worker is.
        #expect(ProcessTable.starter(of: subshell, named: "sh") == nil)
        // What this process has started itself.
        #expect(ProcessTable.starter(of: main, named: "sh") == nil)
        _ = try await blocking { try shell.finish() }
    }

    @Test func `a process has a start, between two looks at the clock, and one that has ended has none`() async throws {
        let before = Date.now
        let program = try Subprocess("/bin/cat", [], environment: [:])
        let start = try #require(ProcessTable.start(of: program.pid))
        // The system counts hundredths of a second.
        #expect(start > before - 0.5 && start < Date.now + 0.5)
        #expect(try #require(ProcessTable.start(of: getpid())) < start)
        _ = try await blocking { try program.finish() }
        #expect(ProcessTable.start(of: program.pid) == nil)
    }
}
