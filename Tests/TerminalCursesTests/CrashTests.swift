import Glibc
import TerminalCurses
import TerminalUI
import TestSupport
import Testing

extension CursesTests {
    /// A process of its own is what crashes: the program `terminal-crasher`.
    @TerminalActor @Suite struct CrashTests {
        private func end(_ way: String, _ signal: Int32 = SIGTERM, at pseudo: PseudoTerminal) async throws -> Int32 {
            let arguments = [pseudo.path, way, "\(signal)"]
            return try await blocking {
                try Subprocess(ProgramUnderTest.path(of: "terminal-crasher"), arguments, environment: [:]).finish()
            }.status
        }

        private func expectRestored(_ pseudo: PseudoTerminal, to before: PseudoTerminal.Modes) async throws {
            #expect(pseudo.modes == before)
            let output = try await pseudo.output()
            #expect(output.contains("\u{1B}[?1049h"))
            for sequence in ["\u{1B}[?1049l", "\u{1B}[?2004l", "\u{1B}[?1000l", "\u{1B}[?25h"]
            where !output.contains(sequence) {
                Issue.record("\(sequence.debugDescription) is missing")
            }
        }

        @Test(arguments: [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS])
        func `statement 25: a crash leaves the terminal as it was and is still that crash`(signal: Int32) async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            #expect(try await end("signal", signal, at: pseudo) == 128 + signal)
            try await expectRestored(pseudo, to: before)
        }

        @Test(arguments: [
            SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT,
            __libc_current_sigrtmin(),
            __libc_current_sigrtmax(),
        ])
        func `load 3: any other signal that ends a program leaves the terminal as it was`(signal: Int32) async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            #expect(try await end("signal", signal, at: pseudo) == 128 + signal)
            try await expectRestored(pseudo, to: before)
        }

        @Test func `load 3: a repeated request ends a program whose terminal does not read`() async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let status = try await pseudo.whileUnread { try await end("unread", at: pseudo) }
            #expect(status == 128 + SIGTERM)
            #expect(pseudo.modes == before)
        }

        @Test func `statement 25: a trap on any thread leaves the terminal as it was`() async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let status = try await end("trap", at: pseudo)
            #expect([128 + SIGILL, 128 + SIGTRAP].contains(status))
            try await expectRestored(pseudo, to: before)
        }

        @Test func `a stack that is used up leaves the terminal as it was`() async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            #expect(try await end("overflow", at: pseudo) == 128 + SIGSEGV)
            try await expectRestored(pseudo, to: before)
        }

        @Test func `nothing is painted over a terminal that a crash has brought back`() async throws {
            for _ in 0..<20 {
                let pseudo = try PseudoTerminal()
                let before = pseudo.modes
                #expect(try await end("signalWhilePainting", SIGILL, at: pseudo) == 128 + SIGILL)
                #expect(pseudo.modes == before)
                #expect(try await pseudo.output().hasSuffix("\u{1B}[?1049l\u{1B}[23;0;0t"))
            }
        }

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
        func `a repeated request to end works even if nobody attends to the first`(signal: Int32) async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            #expect(try await end("repeatedSignal", signal, at: pseudo) == 128 + signal)
            try await expectRestored(pseudo, to: before)
        }

        @Test func `after closing, signals have their usual effect and nothing is written`() async throws {
            let pseudo = try PseudoTerminal()
            #expect(try await end("signalAfterClosing", at: pseudo) == 128 + SIGTERM)
            let output = try await pseudo.output()
            #expect(output.split(separator: "\u{1B}[?1049l").count == 2)
        }
    }
}
