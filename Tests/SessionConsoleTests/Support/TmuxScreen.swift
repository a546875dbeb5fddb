import FoundationEssentials
import Glibc
import TestSupport

/// A real terminal for the real program: a tmux server of its own, typed into and read back.
final class TmuxScreen: Sendable {
    struct Refused: Error { let arguments: [String], errors: String }

    struct NeverSeen: Error, CustomStringConvertible {
        let wanted: String
        let screen: String
        var description: String { "never seen: \(wanted); the screen was:\n\(screen)" }
    }

    private let socket: String
    private let environment: [String: String]

    /// Runs a shell command line in a terminal of that size; the pane stays when the command ends.
    ///
    /// How it ended is for the command line to say: tmux itself sometimes misses the signal that tells it.
    init(_ commandLine: String, width: Int = 120, height: Int = 36, program: ProgramUnderTest) async throws {
        socket = program.home + "/tmux.sock"
        environment = program.environment.merging(["SHELL": "/bin/sh", "TERM": "xterm-256color"]) { $1 }
        let configuration = program.home + "/tmux.conf"
        let settings =
            "set -g default-terminal screen-256color\nset -g remain-on-exit on\nset -g status off\nset -s "
            + "escape-time 5\n"
        try Data(settings.utf8).write(to: URL(filePath: configuration))
        _ = try await tmux(
            "-f", configuration, "new-session", "-d", "-c", program.home, "-x", "\(width)", "-y", "\(height)",
            commandLine)
    }

    /// Runs a shell command line in a terminal, which is gone when the body has run.
    static func run(
        _ commandLine: String, width: Int = 120, height: Int = 36, program: ProgramUnderTest,
        _ body: (TmuxScreen) async throws -> Void
    ) async throws {
        let screen = try await TmuxScreen(commandLine, width: width, height: height, program: program)
        do {
            try await body(screen)
        } catch {
            await screen.end()
            throw error
        }
        await screen.end()
    }

    /// Closes the terminal, as a person closes its window.
    func close() async throws { _ = try await tmux("kill-server") }

    private func end() async { _ = try? await tmux("kill-server") }

    deinit {
        guard access(socket, F_OK) == 0 else { return }
        _ = try? Subprocess("tmux", ["-S", socket, "kill-server"], environment: environment).finish()
    }

    /// Sends keys by tmux's names: `Enter`, `Escape`, `C-c`, `F1`, `Tab`.
    func press(_ keys: String...) async throws {
        for key in keys { _ = try await tmux("send-keys", key) }
    }

    /// Types text as it is.
    func type(_ text: String) async throws { _ = try await tmux("send-keys", "-l", text) }

    /// Pastes text in brackets, as a terminal does when the program asked for it.
    func paste(_ text: String) async throws {
        _ = try await tmux("set-buffer", "--", text)
        _ = try await tmux("paste-buffer", "-p", "-r", "-d")
    }

    func resize(width: Int, height: Int) async throws {
        _ = try await tmux("resize-window", "-x", "\(width)", "-y", "\(height)")
    }

    func text() async throws -> String { try await tmux("capture-pane", "-p").text }

    /// The screen with the escape sequences that its colours and attributes need.
    func styledText() async throws -> String { try await tmux("capture-pane", "-p", "-e").text }

    /// From now on, what the program sends to the terminal is also added to a file as it is.
    func record(to path: String) async throws { _ = try await tmux("pipe-pane", "-O", "cat >>'\(path)'") }

    /// What was recorded in a file, once the last of what is waited for is in it: tmux shows it before it records it.
    func recording(at path: String, with last: String, within limit: Duration = patience) async throws
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        try await wait("'\(last)' in the recording", within: limit) { _ in
            bytes = (try? Array(Data(contentsOf: URL(filePath: path)))) ?? []
            return bytes.contains(last.utf8)
        }
        return bytes
    }

    /// Waits until the screen shows what is `wanted`, and returns the screen.
    @discardableResult
    func wait(for wanted: String, within limit: Duration = patience) async throws -> String {
        try await wait("'\(wanted)'", within: limit) { $0.contains(wanted) }
    }

    @discardableResult
    func wait(
        _ description: String, within limit: Duration = patience, until holds: (String) async throws -> Bool
    ) async throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            let screen = try await text()
            if try await holds(screen) { return screen }
            guard ContinuousClock.now < deadline else { throw NeverSeen(wanted: description, screen: screen) }
            // To look is a process each time: whoever is waited for needs the processor more.
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Waits until the program has given the terminal back, and it shows what is `wanted`.
    @discardableResult
    func waitForShell(_ wanted: String) async throws -> String {
        try await wait("the shell with '\(wanted)'") { screen in
            guard screen.contains(wanted) else { return false }
            return try await self.ask("#{alternate_on}") == "0"
        }
    }

    /// A format of tmux, such as `#{cursor_flag}` or `#{alternate_on}`.
    func ask(_ format: String) async throws -> String {
        try await tmux("display-message", "-p", format).text.split(separator: "\n").first.map(String.init) ?? ""
    }

    private func tmux(_ arguments: String...) async throws -> Subprocess.Result {
        let (socket, environment) = (socket, environment)
        let result = try await blocking {
            try Subprocess("tmux", ["-S", socket] + arguments, environment: environment).finish()
        }
        guard result.status == 0 else { throw Refused(arguments: arguments, errors: result.errorText) }
        return result
    }
}
