import ConsoleApp
import TerminalUI
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct QRCodeTests {
    @Test func `the code ends in light modules alone, which are no bar on a white screen`() throws {
        let code = try #require(QRCode("https://provider.example/device?user_code=WDJB-MJHT"))
        let lines = code.lines(.unicode)
        let edges = try #require([lines.first, lines.last] as? [String])
        #expect(edges.allSatisfy { $0.allSatisfy { $0 == "█" } })
        #expect(Set(lines.map(\.count)).count == 1)
    }
}
