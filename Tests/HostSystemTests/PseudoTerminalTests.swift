import HostSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PseudoTerminalTests {
    @Test func `what is typed is read at the other end, and what is printed there here, in the size that was set`()
        throws
    {
        let terminal = try #require(PseudoTerminal())
        defer { terminal.close() }
        let program = open(terminal.path, O_RDWR | O_NOCTTY)
        defer { close(program) }
        #expect(isatty(program) == 1)
        terminal.resize(columns: 63, rows: 13)
        var size = winsize()
        #expect(ioctl(program, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col == 63 && size.ws_row == 13)
        #expect(write(program, "out\n", 4) == 4)
        #expect(read(terminal.leader) == "out\r\n")
        #expect(write(terminal.leader, "in\r", 3) == 3)
        var typed = [UInt8](repeating: 0, count: 16)
        #expect(HostSystem.read(program, &typed, 16) == 3 && typed.starts(with: "in\n".utf8))
        #expect(read(terminal.leader) == "in\r\n")
        // Nobody waits here.
        var rest: UInt8 = 0
        #expect(HostSystem.read(terminal.leader, &rest, 1) == -1 && errno == EAGAIN)
    }

    private func read(_ descriptor: Int32) -> String {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, 10_000)
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = HostSystem.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func `no program that is started inherits it`() throws {
        let terminal = try #require(PseudoTerminal())
        defer { terminal.close() }
        #expect(fcntl(terminal.leader, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `a process is found by its environment, and by a signal that it ignores`() async throws {
        let marker = "PSEUDO_TERMINAL_TEST=\(getpid())"
        let process = try Subprocess(
            "sh", ["-c", "trap '' TERM; echo ready; read -r line"],
            environment: ["PATH": "/usr/bin:/bin", "PSEUDO_TERMINAL_TEST": "\(getpid())"])
        _ = try await blocking { try process.line { $0 == "ready" } }
        let found = ProcessTable.processes(with: marker)
        #expect(found.count == 1)
        #expect(ProcessTable.processes(with: marker + "0").isEmpty)
        #expect(ProcessTable.processes(with: "TERMINAL_TEST=\(getpid())").isEmpty)
        let pid = try #require(found.first)
        #expect(ProcessTable.ignores(SIGTERM, pid) && !ProcessTable.ignores(SIGHUP, pid))
        try process.write("\n")
        _ = try await blocking { try process.finish() }
        #expect(ProcessTable.processes(with: marker).isEmpty)
    }

    @Test func `signals have names`() {
        #expect(SignalActions.name(of: SIGSEGV) == "SIGSEGV" && SignalActions.name(of: 99) == "signal 99")
    }
}
