import FoundationEssentials
import TestSupport
import Testing

extension ConsoleTests {
    /// What an idle console sends to the terminal, which many a remote line pays for.
    @Suite(.serialized) struct IdleTests {
        private static func bytes(_ path: String) -> [UInt8] {
            (try? Array(Data(contentsOf: URL(filePath: path)))) ?? []
        }

        /// What the console sends from now on, within a time that has several ticks of the clock.
        private func sent(to recording: String, within time: Duration) async throws -> [UInt8] {
            let before = Self.bytes(recording).count
            try await Task.sleep(for: time)
            return Array(Self.bytes(recording).dropFirst(before))
        }

        /// Opens the console of a profile, and waits until it has nothing more to say.
        private func open(
            _ console: Console, showing wanted: String, _ body: (_ recording: String) async throws -> Void
        ) async throws {
            let recording = console.program.home + "/recording"
            try await TmuxScreen.run(ProgramUnderTest.commandLine([]), program: console.program) { screen in
                try await screen.wait(for: wanted)
                try await screen.record(to: recording)
                try await screen.press("?")
                _ = try await screen.recording(at: recording, with: "Help")
                try await screen.press("Escape")
                try await screen.wait("the screen below") { $0.lastLine.contains("? help") }
                _ = try await sent(to: recording, within: .milliseconds(1_000))
                try await body(recording)
            }
        }

        @Test func `statement 29: an idle console without a session sends nothing`() async throws {
            try await open(try await Console(), showing: "SIGNED OUT") { recording in
                let bytes = try await sent(to: recording, within: .milliseconds(2_200))
                #expect(bytes == [])
            }
        }

        @Test func `statement 29: an idle console with countdowns sends fewer than 100 bytes a second`() async throws {
            let console = try await Console()
            try await console.signIn()
            // Away from the full hour, where every digit changes.
            try console.age(by: 100)
            try await open(console, showing: "AUTHENTICATED") { recording in
                let bytes = try await sent(to: recording, within: .seconds(3))
                #expect(
                    !bytes.isEmpty && bytes.count < 300, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
            }
        }
    }
}
