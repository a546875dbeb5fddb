import Glibc
import TerminalCurses
import TerminalUI
import Testing

extension CursesTests {
    @TerminalActor @Suite struct LeavingTests {
        private static let leaving = ["\u{1B}[?1049l", "\u{1B}[?2004l", "\u{1B}[?1000l", "\u{1B}[?1l"]

        @Test func `statement 25: closing brings modes, screen, cursor and paste back`() async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let terminal = try CursesTerminal.open(pseudo.options)
            #expect(pseudo.modes.isRaw)
            terminal.show(Surface(size: terminal.size))
            _ = try await pseudo.output()
            terminal.close()
            #expect(pseudo.modes == before)
            let output = try await pseudo.output()
            for sequence in Self.leaving + ["\u{1B}[?25h"] where !output.contains(sequence) {
                Issue.record("\(sequence.debugDescription) is missing")
            }
            terminal.close()
            #expect(try await pseudo.output().isEmpty)
        }

        @Test func `hole signals: closing puts the program's own signal handlers back`() throws {
            func handlers() -> [UInt] {
                [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT, SIGSEGV, SIGABRT].map { signal in
                    var action = sigaction()
                    sigaction(signal, nil, &action)
                    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
                }
            }
            let pseudo = try PseudoTerminal()
            let before = handlers()
            let terminal = try CursesTerminal.open(pseudo.options)
            #expect(handlers() != before)
            terminal.close()
            #expect(handlers() == before)
        }

        @Test func `a closed terminal shows nothing and copies nothing`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            terminal.close()
            _ = try await pseudo.output()
            terminal.show(Surface(size: terminal.size))
            terminal.redraw()
            terminal.suspend()
            #expect(!terminal.copy("text"))
            #expect(try await pseudo.output().isEmpty)
        }

        @Test func `another program gets the terminal as it was, and the screen comes back`() async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var frame = Surface(size: terminal.size)
            frame.write("still here", at: .zero)
            terminal.show(frame)
            _ = try await pseudo.output()
            let lent = await terminal.withTerminalReleased {
                terminal.show(Surface(size: terminal.size))
                return pseudo.modes
            }
            #expect(lent == before)
            #expect(pseudo.modes.isRaw)
            terminal.show(frame)
            let output = try await pseudo.output()
            #expect(output.contains("\u{1B}[?1049l"))
            #expect(output.contains("\u{1B}[?1049h"))
            #expect(output.contains("still here"))
            #expect(await ReadingTests.events(1, of: terminal) == [.resumed])
            pseudo.type("x")
            #expect(await ReadingTests.events(1, of: terminal) == [.key(.character("x"))])
        }

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
        func `a request to end is told, and the terminal can still be closed`(signal: Int32) async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            let terminal = try CursesTerminal.open(pseudo.options)
            kill(getpid(), signal)
            #expect(await ReadingTests.events(1, of: terminal) == [.endRequested(signal: signal)])
            terminal.close()
            #expect(pseudo.modes == before)
        }

        @Test func `statement 21: copying asks the terminal and is refused only by length`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            _ = try await pseudo.output()
            #expect(terminal.copy("hello"))
            #expect(try await pseudo.output() == "\u{1B}]52;c;aGVsbG8=\u{7}")
            #expect(!terminal.copy(String(repeating: "x", count: 60_000)))
            #expect(try await pseudo.output().isEmpty)
        }

        @Test func `statement 21: copying is wrapped for the multiplexer in between`() async throws {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            options.multiplexer = .tmux
            let terminal = try CursesTerminal.open(options)
            _ = try await pseudo.output()
            #expect(terminal.copy("hello"))
            let plain = "\u{1B}]52;c;aGVsbG8=\u{7}"
            #expect(try await pseudo.output() == plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
            terminal.close()
            options.multiplexer = .screen
            let inScreen = try CursesTerminal.open(options)
            _ = try await pseudo.output()
            #expect(inScreen.copy(String(repeating: "x", count: 3000)))
            let pieces = try await pseudo.output().split(separator: "\u{1B}P")
            #expect(pieces.count == 6)
            #expect(pieces.allSatisfy { $0.utf8.count < 768 && $0.hasSuffix("\u{1B}\\") })
            inScreen.close()
        }

        @Test func `statement 21: what is too long to copy can be printed, as text alone, until enter is pressed`()
            async throws
        {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var frame = Surface(size: terminal.size)
            frame.write("the screen", at: .zero)
            terminal.show(frame)
            _ = try await pseudo.output()
            let printing = Task { await terminal.printOut("one\ntwo\u{1B}[2J", prompt: "enter goes back") }
            var output = ""
            while !output.contains("enter goes back") { output += try await pseudo.output() }
            #expect(output.contains("\u{1B}[?1049l"))
            #expect(output.contains("one\r\ntwo␛[2J\r\n"))
            #expect(!pseudo.modes.isRaw)
            pseudo.type("\n")
            await printing.value
            #expect(pseudo.modes.isRaw)
            terminal.show(frame)
            #expect(try await pseudo.output().contains("the screen"))
        }
    }
}
