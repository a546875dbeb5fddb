import Glibc
import TerminalCurses
import TerminalUI
import Testing

extension CursesTests {
    @TerminalActor @Suite struct ThemeTests {
        private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
        private static let identity = "\u{1B}[?62;22c"
        private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}"

        private func open(
            _ pseudo: PseudoTerminal, _ theme: Theme.Choice = .fitting,
            _ change: (inout TerminalOptions) -> Void = { _ in }
        ) throws -> CursesTerminal {
            var options = pseudo.options
            options.theme = theme
            change(&options)
            return try CursesTerminal.open(options)
        }

        private func frame(_ terminal: CursesTerminal) -> Surface {
            var surface = Surface(size: terminal.size)
            surface.write("shown", at: .zero)
            return surface
        }

        /// What is sent up to the frame.
        private func frameOutput(_ pseudo: PseudoTerminal) async throws -> String {
            var output = ""
            while !output.contains("shown") { output += try await pseudo.output() }
            return output
        }

        @Test func `the first frame waits for the terminal's background, and fits it`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try open(pseudo)
            defer { terminal.close() }
            #expect(try await pseudo.output().hasSuffix(Self.question))
            pseudo.type("x\(Self.white)y\(Self.identity)")
            terminal.show(frame(terminal))
            #expect(await ReadingTests.events(2, of: terminal) == [.key(.character("x")), .key(.character("y"))])
            #expect(try await frameOutput(pseudo).contains("48;5;231"))
        }

        @Test func `a terminal that doesn't say its background is dark, at once`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try open(pseudo)
            defer { terminal.close() }
            terminal.show(frame(terminal))
            pseudo.type(Self.identity)
            #expect(try await frameOutput(pseudo).contains("48;5;234"))
        }

        @Test func `a terminal that answers nothing is dark, and a late answer is no key`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try open(pseudo)
            defer { terminal.close() }
            terminal.show(frame(terminal))
            #expect(try await frameOutput(pseudo).contains("48;5;234"))
            pseudo.type(Self.white + Self.identity + "x")
            #expect(await ReadingTests.events(1, of: terminal) == [.key(.character("x"))])
            terminal.show(frame(terminal))
            #expect(try await pseudo.output().isEmpty)
            // It counts where the fitting theme is asked for again.
            terminal.theme = .fitting
            #expect(try await frameOutput(pseudo).contains("48;5;231"))
        }

        @Test func `an answer under way is not left to the next program`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try open(pseudo)
            pseudo.type(Self.white + Self.identity)
            terminal.close()
            var readiness = pollfd(fd: pseudo.program, events: Int16(POLLIN), revents: 0)
            #expect(poll(&readiness, 1, 0) == 0)
        }

        @Test func `nothing is asked where the answer would change nothing`() async throws {
            let pseudo = try PseudoTerminal()
            for terminal in [
                try open(pseudo, .named(.light)), try open(pseudo) { $0.allowsColor = false },
                try open(pseudo) { $0.terminalType = "xterm" },
            ] {
                terminal.show(frame(terminal))
                #expect(try await pseudo.output().contains("]11;") == false)
                terminal.close()
                _ = try await pseudo.output()
            }
        }

        @Test func `another theme is shown without clearing the screen`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try open(pseudo, .named(.dark))
            defer { terminal.close() }
            terminal.show(frame(terminal))
            #expect(try await frameOutput(pseudo).contains("48;5;234"))
            terminal.theme = .named(.highContrast)
            let output = try await frameOutput(pseudo)
            #expect(output.contains("48;5;16m") && !output.contains("48;5;234"))
            #expect(!output.contains("\u{1B}[2J"))
            terminal.theme = .named(.highContrast)
            #expect(try await pseudo.output().isEmpty)
            terminal.theme = .named(.terminal)
            #expect(try await !frameOutput(pseudo).contains("48;5"))
        }
    }
}
