import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct SizeTests {
        @Test func `statement 24: resizing wildly while calls run leaves a whole screen`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.perform("get /slow?ms=400")
                try await console.screen.wait(for: "200 OK")
                try await console.perform("burst 40")
                var seed: UInt32 = 7
                func random(_ limit: UInt32) -> Int {
                    seed = seed &* 1_664_525 &+ 1_013_904_223
                    return Int((seed >> 8) % limit) + 1
                }
                for _ in 0..<200 { try await console.screen.resize(width: random(160), height: random(50)) }
                for (width, height) in [(500, 1), (1, 200), (1, 1), (500, 200)] {
                    try await console.screen.resize(width: width, height: height)
                }
                try await console.screen.wait("a whole screen") { $0.isWhole(width: 500, height: 200) }
                try await console.screen.resize(width: 100, height: 30)
                try await console.screen.wait(for: "40 calls · 0 refreshes · 0 logouts  40 × 200")
                try await console.screen.wait("a whole screen") {
                    $0.isWhole(width: 100, height: 30) && $0.contains("AUTHENTICATED")
                }
                #expect(try await console.screen.ask("#{alternate_on}") == "1")
            }
        }

        @Test(arguments: [(120, 36), (80, 24), (44, 14)])
        func `everything is within reach in this size`(width: Int, height: Int) async throws {
            try await ConsoleUnderTest.run(width: width, height: height) { console in
                try await console.screen.wait("a whole screen") { $0.isWhole(width: width, height: height) }
                try await console.signIn()
                try await console.perform("get /me")
                try await console.screen.wait(for: "200 OK")
                for letter in ["?", "x", "b"] {
                    try await console.screen.press(letter)
                    // While it is open the hints below are its own.
                    try await console.screen.wait("what \(letter) opens") {
                        !$0.lastLine.contains("? help") && $0.rows.count == height
                            && $0.rows.allSatisfy { $0.count <= width }
                    }
                    try await console.screen.press("Escape")
                    try await console.screen.wait("the screen below") { $0.isWhole(width: width, height: height) }
                }
            }
        }

        @Test func `statement 24: below the floor one line says so, and more room brings everything back`() async throws
        {
            try await ConsoleUnderTest.run { console in
                try await console.screen.resize(width: 39, height: 9)
                try await console.screen.wait("one line, and nothing else") {
                    $0.contains("too small") && $0.contains("39×9, needs 40×10") && !$0.contains("SIGNED OUT")
                }
                try await console.screen.resize(width: 1, height: 1)
                try await console.screen.resize(width: 80, height: 24)
                try await console.screen.wait("everything again") { $0.isWhole(width: 80, height: 24) }
            }
        }
    }
}

extension String {
    /// Whether a screen has its frame from corner to corner, and its hints below.
    fileprivate func isWhole(width: Int, height: Int) -> Bool {
        guard rows.count == height, rows.allSatisfy({ $0.count <= width }) else { return false }
        let body = rows[2..<(height - 1)]
        return body.allSatisfy {
            $0.count == width && "╭╰│├┃┏┗┢┡".contains($0.prefix(1)) && "╮╯│┤┃┓┛┪┩█".contains($0.suffix(1))
        }
            && rows[height - 1].contains("? help")
    }
}
