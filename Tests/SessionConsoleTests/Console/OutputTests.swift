import FoundationEssentials
import JOSE
import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct OutputTests {
        @Test func `statement 30: with NO_COLOR nothing has a colour, and emphasis stays`() async throws {
            try await ConsoleUnderTest.run(environment: ["NO_COLOR": "1"]) { console in
                let recording = console.program.home + "/recording"
                try await console.screen.record(to: recording)
                try await console.signIn()
                try await console.perform("get /orders")
                try await console.screen.wait(for: "200 OK")
                for number in 1...5 {
                    try await console.screen.press("\(number)", "Tab", "f", "f")
                    for key in ["?", "x"] { try await console.screen.openAndClose(key) }
                }
                try await console.provider.control("revoke-session", ["username": "alice"])
                try await console.screen.press("1", "r")
                try await console.screen.wait(for: "FORCED OUT")
                try await console.screen.press("Q")
                let sent = try await console.screen.recording(at: recording, with: "ended with status 0")
                let sequences = String(decoding: sent, as: UTF8.self)
                    .matches(of: /\e\[([0-9;]*)m/).map(\.output.1)
                let parameters = Set(sequences.flatMap { $0.split(separator: ";") }.compactMap { Int($0) })
                #expect(parameters.contains(1))
                #expect(parameters.allSatisfy { $0 < 30 }, "\(parameters)")
            }
        }

        @Test func `a command prints text alone, on a terminal too`() async throws {
            let console = try await Console()
            try await console.signIn()
            let calls = [
                ["status"], ["userinfo"], ["request", "-i", "/orders"], ["events"], ["events", "--flow"],
                ["inspect", "--introspect"], ["refresh"], ["logout"], ["help", "screens"],
            ]
            let lines = calls.map { ProgramUnderTest.commandLine($0) }.joined(separator: "; ")
            let script = "read go; \(lines); echo \"all was printed\"; exec cat"
            try await TmuxScreen.run(script, program: console.program) { screen in
                let recording = console.program.home + "/recording"
                try await screen.record(to: recording)
                try await screen.press("Enter")
                let printed = try await screen.recording(at: recording, with: "all was printed")
                let text = String(decoding: printed, as: UTF8.self)
                #expect(
                    text.contains("authenticated, not verified") && text.contains("COLOURS AND THE MOUSE"), "\(text)")
                #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || "\r\n".unicodeScalars.contains($0) })
            }
        }

        @Test func `without UTF-8 only ASCII is sent, whatever an answer holds`() async throws {
            try await ConsoleUnderTest.run(environment: ["LANG": "C", "LC_ALL": "C"]) { console in
                let recording = console.program.home + "/recording"
                try await console.screen.record(to: recording)
                try await console.signIn()
                try await console.provider.control(
                    "fault", ["endpoint": "/orders", "kind": "status", "status": 200, "body": "naïve 王 👩‍👩‍👧‍👦 end"])
                try await console.perform("get /orders")
                try await console.screen.wait("the answer") { $0.contains(/na.+end/) }
                try await console.screen.press("C-l")
                try await console.screen.wait(for: "200 OK")
                let sent = try await console.screen.recording(at: recording, with: "200 OK")
                #expect(sent.count > 2000)
                #expect(sent.allSatisfy { $0 < 0x80 })
            }
        }

        @Test func `statement 23: an answer full of control sequences reaches the terminal as words`() async throws {
            try await ConsoleUnderTest.run { console in
                let recording = console.program.home + "/recording"
                try await console.screen.record(to: recording)
                try await console.signIn()
                let body = Self.hostile.joined() + "\u{1B}[2J the end"
                try await console.provider.control(
                    "fault", ["endpoint": "/orders", "kind": "status", "status": 200, "body": .string(body)])
                try await console.perform("get /orders")
                let screen = try await console.screen.wait(for: "the end")
                #expect(screen.contains("AUTHENTICATED"))
                let sent = try await console.screen.recording(at: recording, with: "the end")
                for sequence in Self.hostile {
                    #expect(!sent.contains(sequence.utf8), "\(sequence.debugDescription) was sent")
                }
            }
        }

        @Test func `statement 23: what the API echoes, and a provider's own words, reach the terminal as words too`()
            async throws
        {
            try await ConsoleUnderTest.run(width: 200, environment: ["EDITOR": "./editor"]) { console in
                let hostile = Self.hostile.joined() + "\u{1B}[2Jthe end"
                try console.program.write("POST /echo\n\n\(hostile)\n", to: "hostile")
                try await console.program.makeScript("editor", "#!/bin/sh\ncp ./hostile \"$1\"\n")
                let recording = console.program.home + "/recording"
                try await console.screen.record(to: recording)
                try await console.signIn()
                try await console.perform("edit")
                try await console.screen.wait(for: "POST    /echo")
                try await console.screen.press("r")
                try await console.screen.wait(for: "200 OK")
                // Down to the end of the answer.
                try await console.screen.press("Tab", "G")
                try await console.screen.wait(for: "the end")

                let error: JSONValue = ["error": "invalid_grant", "error_description": .string(hostile)]
                try await console.provider.control(
                    "fault",
                    ["endpoint": "token", "kind": "status", "status": 400, "body": .string(error.serialized())])
                try await console.screen.press("R")
                try await console.screen.wait(for: "FORCED OUT")
                let sent = try await console.screen.recording(at: recording, with: "FORCED OUT")
                for sequence in Self.hostile {
                    #expect(!sent.contains(sequence.utf8), "\(sequence.debugDescription) was sent")
                }
            }
        }

        @Test func `the clock and the countdown move by themselves`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                let shown = try await console.screen.wait("the clock") { Moment($0) != nil }
                let first = try #require(Moment(shown))
                try await console.screen.wait("a later moment") { screen in
                    guard let moment = Moment(screen) else { return false }
                    return moment.time != first.time && moment.left <= first.left - 2
                }
            }
        }

        /// What no screen of the console needs: titles, clipboards, C1 controls and bidirectional overrides.
        private static let hostile = ["\u{1B}]0;owned", "\u{1B}]52;", "\u{9B}31m", "\u{202E}", "\u{2066}"]

        private struct Moment {
            let time: Substring
            let left: Int

            init?(_ screen: String) {
                guard let time = screen.firstMatch(of: /\d\d:\d\d:\d\d/)?.output,
                    let left = screen.firstMatch(of: /Access   [0-9A-F]{4} (\d\d):(\d\d)/)?.output,
                    let minutes = Int(left.1), let seconds = Int(left.2)
                else { return nil }
                self.time = time
                self.left = minutes * 60 + seconds
            }
        }
    }
}
