import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// What the console writes to a terminal of its own when its session is lost: the bytes, as `script` keeps them.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LogoutBytesTests {
    /// The console's output up to a sequence, while another process loses the session.
    private func output(_ terminal: [String: String], until wanted: String) async throws -> String {
        let console = try await Console()
        try await console.signIn()
        let path = console.program.home + "/bytes"
        let environment = console.program.environment.merging(terminal) { _, own in own }
            .filter { !["TMUX", "STY"].contains($0.key) }
        let process = try await blocking {
            try Subprocess("script", ["-qfec", ProgramUnderTest.path, path], environment: environment)
        }
        @Sendable func bytes() -> String {
            String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
        }
        try await until { bytes().contains("AUTHENTICATED") }
        #expect(!bytes().contains("\u{7}\u{1B}]") && !bytes().contains("forced out because"))
        try await console.provider.control("revoke-session", ["username": "alice"])
        #expect(try await console.run("request", "/orders").status == 4)
        try await until { bytes().contains(wanted) }
        process.signal(SIGTERM)
        _ = try await blocking { try process.finish() }
        return bytes()
    }

    private static let screen = ["COLUMNS": "100", "LINES": "30"]

    @Test(arguments: [
        (["TERM": "xterm-256color"], "\u{7}"),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], "\u{7}\u{1B}]9;default: forced out because "),
        (["TERM": "foot"], "\u{7}\u{1B}]777;notify;session-console;default: forced out because "),
    ])
    func `a forced logout rings once, notifies where the terminal can, and changes the title`(
        terminal: [String: String], signal: String
    ) async throws {
        let title = "\u{1B}]2;■ FORCED OUT default\u{7}"
        let output = try await output(terminal.merging(Self.screen) { own, _ in own }, until: title)
        #expect(output.contains(signal))
        // Titles end with the same byte.
        let bells = output.replacing(#/\x1B\]2;[^\x07]*\x07/#, with: "").count { $0 == "\u{7}" }
        #expect(bells == 1)
        #expect(output.contains("default: forced out because ") == (signal != "\u{7}"))
    }
}
