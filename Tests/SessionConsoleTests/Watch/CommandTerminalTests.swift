import ConsoleApp
import FoundationEssentials
import HostSystem
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import session_console

/// A command in a terminal of its own, without a console.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CommandTerminalTests {
    /// The lines that were told, as a pane has them.
    private actor Screen {
        private var lines: [Int: String] = [:]
        private(set) var end: CommandEnd?
        private(set) var use = Teletype.Use.lines

        func take(_ message: CommandMessage) {
            switch message {
            case .printed(let change):
                let first = change.lines.first?.id ?? .max
                lines = lines.filter { $0.key >= change.firstKept && $0.key < first }
                for line in change.lines { lines[line.id] = line.text }
                use = change.use
            case .ended(let end): self.end = end
            }
        }

        var text: String { lines.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n") }
    }

    /// What a command printed, how it ended, and what its file holds.
    private func run(
        _ words: String..., acting: @Sendable (CommandTerminal, pid_t, Screen) async throws -> Void = { _, _, _ in }
    ) async throws -> (text: String, end: CommandEnd, file: String) {
        let folder = TemporaryFolder()
        let terminal = try CommandTerminal(of: words[0], in: ["TMPDIR": folder.path])
        let variables = CommandTerminal.variables(["PATH": "/usr/bin:/bin", "COLUMNS": "7", "LC_ALL": "C.UTF-8"])
        let pid = try ChildProcess.start(words, environment: variables, printing: .toTerminal(terminal.terminal))
        terminal.begin()
        let screen = Screen()
        let following = Task { await terminal.follow { await screen.take($0) } }
        let running = Task {
            let signal = Mutex<Int32?>(nil)
            let status = await ChildProcess.exitStatus(of: pid) {
                signal.withLock { $0 = ChildProcess.endingSignal(of: pid) }
            }
            terminal.take(CommandEnd(status: status, signal: signal.withLock { $0.map(SignalActions.name) }))
        }
        try await acting(terminal, pid, screen)
        await running.value
        try await until { await screen.end != nil }
        let line = terminal.close()
        await following.value
        let path = line.map { String($0.drop { $0 != "/" }) }
        let bytes = path.flatMap { FileManager.default.contents(atPath: $0) }
        return (await screen.text, try #require(await screen.end), String(decoding: bytes ?? Data(), as: UTF8.self))
    }

    private func type(_ text: String, _ terminal: CommandTerminal) {
        for character in text { terminal.type(.character(character)) }
        terminal.type(.enter)
    }

    @Test func `it leads the session of a terminal of its own, which controls it`() async throws {
        let script =
            "test -t 0 && test -t 1 && test -t 2 && tty && stty size && echo $TERM ${COLUMNS:-none}; "
            + "ps -o pid=,sid=,pgid=,tpgid= -p $$ | tr -s ' '; echo err >&2 > /dev/tty"
        let run = try await run("sh", "-c", script)
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("/dev/pts/") == true && lines[1] == "24 80", "\(lines)")
        #expect(lines[2] == "xterm-256color none" && lines[4] == "err")
        #expect(Set(lines[3].split(separator: " ")).count == 1)
        #expect(run.end == CommandEnd(status: 0, signal: nil))
    }

    @Test func `all that it printed is told before its end, and is in the file`() async throws {
        let run = try await run("sh", "-c", "printf '\\033[31mred\\033[0m\\nten%%\\rdone\\n'; exit 3")
        #expect(run.text == "red\ndone\n" && run.end == CommandEnd(status: 3, signal: nil))
        #expect(run.file == "\u{1B}[31mred\u{1B}[0m\r\nten%\rdone\r\n")
    }

    @Test(arguments: [(SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"), (SIGTERM, "SIGTERM")])
    func `the signal that ended it has its name`(number: Int32, name: String) async throws {
        let run = try await run("sh", "-c", "kill -\(number) $$")
        #expect(run.end == CommandEnd(status: 128 + number, signal: name))
        let other = try await self.run("sh", "-c", "exit \(128 + number)")
        #expect(other.end == CommandEnd(status: 128 + number, signal: nil))
    }

    @Test func `keys, pastes and ends of input reach it`() async throws {
        let script = "import sys\nfor line in sys.stdin: print('got', line.strip().upper(), flush=True)\nprint('end')"
        let run = try await run("python3", "-c", script) { terminal, _, screen in
            type("hello", terminal)
            try await until { await screen.text.contains("got HELLO") }
            terminal.type(.paste("one\ntwo\n"))
            try await until { await screen.text.contains("got TWO") }
            terminal.type(.control("d"))
        }
        #expect(run.text.contains("got ONE") && run.text.hasSuffix("end\n") && run.end.status == 0)
    }

    @Test func `ctrl-c interrupts what runs in its foreground`() async throws {
        // What says that it is ready is what is interrupted: between two programs the shell alone would be.
        let script = "trap 'echo trapped' INT; sh -c 'echo ready; exec sleep 60'; echo after"
        let run = try await run("sh", "-c", script) { terminal, _, screen in
            try await until { await screen.text.contains("ready") }
            terminal.type(.control("c"))
        }
        #expect(run.text.contains("trapped") && run.text.contains("after") && run.end.status == 0)
    }

    @Test func `another size is told to it`() async throws {
        let script =
            "import signal, os\nsignal.signal(signal.SIGWINCH, lambda *_: None)\nprint('ready', flush=True)\n"
            + "signal.pause()\nprint(os.get_terminal_size())"
        let run = try await run("python3", "-c", script) { terminal, _, screen in
            try await until { await screen.text.contains("ready") }
            terminal.resize(Size(width: 41, height: 9))
        }
        #expect(run.text.contains("columns=41, lines=9"))
    }

    @Test func `a program that is not looked at is not held up, and little of it is kept`() async throws {
        let folder = TemporaryFolder()
        let terminal = try CommandTerminal(of: "sh", in: ["TMPDIR": folder.path])
        let pid = try ChildProcess.start(
            ["sh", "-c", "seq 1 200000"], environment: ["PATH": "/usr/bin:/bin"],
            printing: .toTerminal(terminal.terminal))
        terminal.begin()
        #expect(await ChildProcess.exitStatus(of: pid) == 0)
        terminal.take(CommandEnd(status: 0, signal: nil))
        let screen = Screen()
        let following = Task { await terminal.follow { await screen.take($0) } }
        try await until { await screen.end != nil }
        let lines = await screen.text.split(separator: "\n")
        #expect(lines.last == "200000" && lines.count < 6_000)
        _ = terminal.close()
        await following.value
    }

    @Test func `a program that never reads does not hold up who types`() async throws {
        let run = try await run("sh", "-c", "echo ready; trap 'exit 4' USR1; while :; do sleep 0.05; done") {
            terminal, pid, screen in
            try await until { await screen.text.contains("ready") }
            terminal.type(.paste(String(repeating: "x\n", count: 1 << 20)))
            kill(pid, SIGUSR1)
        }
        #expect(run.end.status == 4)
    }

    @Test func `an answer to a question is typed for the user`() async throws {
        let script =
            "import sys, tty\ntty.setraw(0)\nprint('\\033[5;1H\\033[6n', end='', flush=True)\n"
            + "print(repr(sys.stdin.read(6)), end='\\r\\n')"
        let run = try await run("python3", "-c", script)
        #expect(run.text.contains("'\\x1b[5;1R'"))
    }
}
