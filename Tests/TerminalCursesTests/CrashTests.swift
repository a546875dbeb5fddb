import Glibc
import TerminalCurses
import TerminalUI
import Testing

extension CursesTests {
    @MainActor @Suite struct CrashTests {
        /// Opens the terminal at a path, in a process that is about to die.
        @MainActor static func openTerminal(at path: String) throws -> CursesTerminal {
            let descriptor = open(path, O_RDWR | O_NOCTTY)
            var options = TerminalOptions()
            options.terminalType = "xterm-256color"
            options.locale = "C.UTF-8"
            (options.input, options.output) = (descriptor, descriptor)
            let terminal = try CursesTerminal.open(options)
            terminal.show(Surface(size: terminal.size))
            return terminal
        }

        private func expectRestored(_ pseudo: PseudoTerminal, to before: PseudoTerminal.Modes) async throws {
            #expect(pseudo.modes == before)
            let output = try await pseudo.output()
            #expect(output.contains("\u{1B}[?1049h"))
            for sequence in ["\u{1B}[?1049l", "\u{1B}[?2004l", "\u{1B}[?25h"] where !output.contains(sequence) {
                Issue.record("\(sequence.debugDescription) is missing")
            }
        }

        @Test(arguments: [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS])
        func `a crash leaves the terminal as it was and is still that crash`(signal: Int32) async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let path = pseudo.path
            await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
                let terminal = try await CursesTests.CrashTests.openTerminal(at: path)
                kill(getpid(), signal)
                await waitForTheEnd(of: terminal)
            }
            try await expectRestored(pseudo, to: before)
        }

        @Test func `a trap on any thread leaves the terminal as it was`() async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let path = pseudo.path
            await #expect(processExitsWith: .failure) { [path = path as String] in
                let terminal = try await CursesTests.CrashTests.openTerminal(at: path)
                await Task.detached { precondition(path.isEmpty) }.value
                await terminal.close()
            }
            try await expectRestored(pseudo, to: before)
        }

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
        func `a repeated request to end works even if nobody attends to the first`(signal: Int32) async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let path = pseudo.path
            await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
                let terminal = try await CursesTests.CrashTests.openTerminal(at: path)
                await endStubbornly(terminal, by: signal)
            }
            try await expectRestored(pseudo, to: before)
        }

        @Test func `after closing, signals have their usual effect and nothing is written`() async throws {
            let pseudo = try PseudoTerminal()
            let path = pseudo.path
            await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
                let terminal = try await CursesTests.CrashTests.openTerminal(at: path)
                await terminal.close()
                kill(getpid(), SIGTERM)
                await waitForTheEnd(of: terminal)
            }
            let output = try await pseudo.output()
            #expect(output.split(separator: "\u{1B}[?1049l").count == 2)
        }
    }
}

/// Asks more than once, holding the main actor, so that nobody attends to the first request.
///
/// Of equal signals that come at nearly the same time the process gets one.
@MainActor private func endStubbornly(_ terminal: CursesTerminal, by signal: Int32) {
    withExtendedLifetime(terminal) {
        while true {
            kill(getpid(), signal)
            sched_yield()
        }
    }
}

/// Holds the main actor, so that nobody attends to signals and the terminal lives until one ends the process.
@MainActor private func waitForTheEnd(of terminal: CursesTerminal) {
    withExtendedLifetime(terminal) {
        while true { pause() }
    }
}
