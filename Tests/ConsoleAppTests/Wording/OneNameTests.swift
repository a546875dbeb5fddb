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
        ("forced out", ["LOGGED OUT", "kicked out", "logged-out", "FORCED LOGOUT"]),
        ("signed out", ["signed-out", "SIGNED-OUT", "logged off", "not signed in", "Not signed in"]),
        ("authenticated", ["logged in", "LOGGED IN", "signed-in"]),
        ("armed", ["ON", "ENABLED", "activated"]),
        ("struck", ["triggered", "fired"]),
        ("passed", ["Held", "What held", "HELD"]),
        ("FAILED", ["NOT HELD", "BROKEN"]),
        ("Results", ["Verdicts", "Trials"]),
    ]

    private static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    private static func texts() throws -> [(name: String, text: String)] {
        let folder = "Tests/ConsoleAppTests/__Snapshots__"
        let recorded = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".txt") }.map { "\(folder)/\($0)" }
        // The manual has every page of the help.
        return try (recorded + ["README.md", "Sources/session-console/session-console.1"]).map {
            ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8))
        }
    }

    @Test func `no recorded screen or text has another name for a state, a fault's or a result`() throws {
        let texts = try Self.texts()
        #expect(texts.count > 100)
        for (name, text) in texts {
            let words = text.split { !$0.isLetter && $0 != "-" && $0 != " " }
            // Scripts have words without a blank.
            let isForScripts = name.hasSuffix(".1")
            for (settled, others) in Self.others {
                for other in others where !(isForScripts && other.contains("-")) {
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

    @Test func `what status prints of a session is what the header has of it`() {
        let standings: [Standing] = [
            .authenticated, .expired(canBeRefreshed: true), .expired(canBeRefreshed: false),
            .suspect(hasExpired: false), .ended(.signedOut), .ended(.userInfoRejected),
        ]
        #expect(ProfileGlance.Word.allCases.dropLast().map(\.words) == standings.map(\.word))
    }
}
