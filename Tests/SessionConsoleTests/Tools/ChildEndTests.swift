import Glibc
import Synchronization
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChildEndTests {
    @Test func `the end of a child is told while its process ID is still its own`() async throws {
        let pid = try ChildProcess.start(
            ["sh", "-c", "exit 3"], environment: ["PATH": "/usr/bin:/bin"], printing: .toErrors)
        let exists = Mutex(false)
        let status = await ChildProcess.exitStatus(of: pid) { exists.withLock { $0 = kill(pid, 0) == 0 } }
        #expect(status == 3)
        #expect(exists.withLock { $0 })
    }
}
