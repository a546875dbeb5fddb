import Dispatch
import SessionHTTP
import TestSupport
import Testing

@testable import MCPBridge

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HostOutputTests {
    @Test func `the bridge's own answers to a host that reads nothing are bounded, too`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let written = Notes<Int>()
        let output = HostOutput(limit: 2_660) { line in
            gate.wait()
            written.add(line.count)
        }
        for _ in 0..<1_000 { output.answer([UInt8](repeating: 0x20, count: 10)) }
        for _ in 0..<1_000 { gate.signal() }
        await output.drain(within: .seconds(60), clock: SystemClock())
        #expect(written.all.count >= 10 && written.all.count <= 21, "\(written.all.count)")
    }
}
