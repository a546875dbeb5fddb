import FoundationEssentials
import HostSystem
import TestSupport
import Testing

@testable import session_console

/// The program of a chapter, in its terminal.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProvenProgramTests {
    @Test func `one that was ended at once is not started any more, and leaves nothing`() async throws {
        let place = try ProgramUnderTest()
        defer { place.remove() }
        let program = ProvenProgram(
            ["sh", "-c", "echo started; exec sleep 600"], environment: ["TMPDIR": place.home, "PATH": "/usr/bin:/bin"],
            takeLink: { _ in }, takeEnd: { _ in })
        try program.start([:])
        #expect(program.isRunning)
        program.endAtOnce()
        try program.start([:])
        #expect(!program.isRunning)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.home).isEmpty)
    }

    @Test func `once a signal has come, no client is made`() throws {
        let underWay = ClientsUnderWay()
        underWay.end()
        let client = try underWay.beginUnlessOver { throw CommandFailure(.failed, "One is made.") }
        let isMade = client != nil
        #expect(!isMade)
    }

    @Test func `its port is none that the system gives to others`() throws {
        let range = try InputFile.contents(of: "/proc/sys/net/ipv4/ip_local_port_range", limit: 100)
        let ends = String(decoding: range, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        let (first, last) = (try #require(ends.first), try #require(ends.last))
        for _ in 0..<20 {
            let port = Int(FreePort.any())
            #expect(port != 0 && !(first...last).contains(port), "\(port) of \(first) to \(last)")
        }
    }
}
