import FoundationEssentials
import SessionCore
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

/// A state, a fault and a result have one name each, on every screen.
@Suite(.timeLimit(.minutes(5)))
struct OneNameTests {
    /// The name that was settled, and others that would say the same.
    private static let others: [(name: String, others: [String])] = [
        ("forced out", ["LOGGED OUT", "kicked out", "logged-out"]),
        ("signed out", ["signed-out", "SIGNED-OUT", "logged off"]),
        ("authenticated", ["logged in", "LOGGED IN", "signed-in"]),
        ("armed", ["ON", "ENABLED", "activated"]),
        ("struck", ["triggered", "fired"]),
        ("passed", ["Held", "What held", "HELD"]),
        ("FAILED", ["NOT HELD", "BROKEN"]),
        ("Results", ["Verdicts", "Trials"]),
    ]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "__Snapshots__")

    private static func texts() throws -> [(name: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }.map {
            ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }

    @Test func `no recorded screen or text has another name for a state, a fault's or a result`() throws {
        let texts = try Self.texts()
        #expect(texts.count > 100)
        for (name, text) in texts {
            let words = text.split { !$0.isLetter && $0 != "-" && $0 != " " }
            for (settled, others) in Self.others {
                for other in others {
                    let isThere = words.contains { " \($0) ".contains(" \(other) ") }
                    #expect(!isThere, "\(name): '\(other)' is called '\(settled)'")
                }
            }
        }
    }

    @Test func `what is armed, and how a trial went, have the settled names`() {
        let states: [LabFault.Arming] = [.untilDisarmed, .times(2)]
        #expect(states.allSatisfy { $0.state.hasPrefix("ARMED") })
        let verdicts: [TrialVerdict] = [.waiting(for: ""), .held(""), .notHeld(""), .undecided("")]
        #expect(verdicts.map(\.label) == ["waiting", "passed", "FAILED", "undecided"])
        let standings: [Standing] = [
            .authenticated, .suspect(hasExpired: false), .ended(.signedOut), .ended(.userInfoRejected),
        ]
        #expect(standings.map(\.word) == ["authenticated", "suspect", "signed out", "forced out"])
    }
}
