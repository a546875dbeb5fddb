import FoundationEssentials
import Glibc
import TestSupport

/// A real terminal for the real program: a tmux server of its own, typed into and read back.
final class TmuxScreen: Sendable {
    struct NeverSeen: Error, CustomStringConvertible {
        let wanted: String
        let screen: String
        var description: String { "never seen: \(wanted); the screen was:\n\(screen)" }
    }

    private let socket: String
    private let environment: [String: String]

    /// Runs a shell command line in a terminal of that size; the pane stays when the command ends.
    init(_ commandLine: String, width: Int = 120, height: Int = 36, program: ProgramUnderTest) async throws {
        socket = program.home + "/tmux.sock"
        environment = program.environment.merging(["SHELL": "/bin/sh", "TERM": "xterm-256color"]) { $1 }
        let configuration = program.home + "/tmux.conf"
        let settings =
            "set -g default-terminal screen-256color\nset -g remain-on-exit on\nset -g status off\nset -s escape-time 5\n"
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

    private func end() async { _ = try? await tmux("kill-server") }

    deinit {
        guard access(socket, F_OK) == 0 else { return }
        _ = try? Subprocess("tmux", ["-S", socket, "kill-server"], environment: environment).finish(within: .seconds(5))
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

    /// Waits until the screen shows what is `wanted`, and returns the screen.
    @discardableResult
    func wait(for wanted: String, within limit: Duration = .seconds(30)) async throws -> String {
        try await wait("'\(wanted)'", within: limit) { $0.contains(wanted) }
    }

    @discardableResult
    func wait(
        _ description: String, within limit: Duration = .seconds(30), until holds: (String) async throws -> Bool
    ) async throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            let screen = try await text()
            if try await holds(screen) { return screen }
            guard ContinuousClock.now < deadline else { throw NeverSeen(wanted: description, screen: screen) }
        }
    }

    /// A format of tmux, such as `#{pane_dead_status}` or `#{alternate_on}`.
    func ask(_ format: String) async throws -> String {
        try await tmux("display-message", "-p", format).text.split(separator: "\n").first.map(String.init) ?? ""
    }

    private func tmux(_ arguments: String...) async throws -> Subprocess.Result {
        let (socket, environment) = (socket, environment)
        return try await blocking {
            try Subprocess("tmux", ["-S", socket] + arguments, environment: environment).finish(within: .seconds(20))
        }
    }
}
