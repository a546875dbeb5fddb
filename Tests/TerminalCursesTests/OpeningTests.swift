import Glibc
import TerminalCurses
import TerminalUI
import Testing

extension CursesTests {
    @TerminalActor @Suite struct OpeningTests {
        private func error(_ change: (inout TerminalOptions) -> Void) async throws -> TerminalError? {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            var options = pseudo.options
            change(&options)
            defer { #expect(pseudo.modes == before) }
            do {
                try CursesTerminal.open(options).close()
                return nil
            } catch {
                let output = try await pseudo.output()
                #expect(output.isEmpty)
                return error
            }
        }

        @Test func `a file is no terminal`() async throws {
            let file = open("/dev/null", O_RDWR)
            defer { close(file) }
            let input = try await error { $0.input = file }
            #expect(input == .inputNotTerminal)
            let output = try await error { $0.output = file }
            #expect(output == .outputNotTerminal)
        }

        @Test func `a terminal of no, unknown or lacking type is left untouched`() async throws {
            let missing = try await error { $0.terminalType = nil }
            #expect(missing == .terminalTypeMissing)
            let empty = try await error { $0.terminalType = "" }
            #expect(empty == .terminalTypeMissing)
            let unknown = try await error { $0.terminalType = "no-such-terminal" }
            #expect(unknown == .terminalTypeUnknown("no-such-terminal"))
            let dumb = try await error { $0.terminalType = "dumb" }
            #expect(dumb == .terminalIncapable("dumb", lacks: "cursor addressing"))
        }

        @Test(arguments: [
            ("xterm-nobody", "xterm-256color"), ("alacritty-nobody", "xterm-256color"),
            ("foot+nobody", "xterm-256color"),
            ("screen.nobody", "screen-256color"), ("xterm-256color", nil),
        ])
        func `screen 4: an unknown type of xterm's kind is taken for a known one`(type: String, substitute: String?)
            throws
        {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            options.terminalType = type
            let terminal = try CursesTerminal.open(options)
            defer { terminal.close() }
            #expect(terminal.standIn?.substitute == substitute)
            #expect(terminal.standIn.map(\.type) ?? type == type)
        }

        @Test func `messages say what happened and what to do, on one line without control characters`() {
            let errors: [TerminalError] = [
                .inputNotTerminal, .outputNotTerminal, .terminalTypeMissing, .terminalTypeUnknown("x\u{1B}[2J\n"),
                .terminalIncapable("dumb", lacks: "cursor addressing"), .systemFailure(code: EMFILE),
            ]
            for error in errors {
                let text = "\(error)"
                #expect(text.contains(";"))
                #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
            #expect("\(TerminalError.outputNotTerminal)".hasPrefix("standard output is not a terminal"))
        }

        @Test func `load 3: a size beyond any display is not believed`() throws {
            let pseudo = try PseudoTerminal(Size(width: 32767, height: 32767))
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            #expect(terminal.size == Size(width: 1000, height: 500))
        }

        @Test func `glyphs follow the locale`() throws {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            let unicode = try CursesTerminal.open(options)
            #expect(unicode.glyphs == .unicode)
            unicode.close()
            options.locale = "C"
            let ascii = try CursesTerminal.open(options)
            #expect(ascii.glyphs == .ascii)
            ascii.close()
            options.locale = "xx_XX.UTF-8"
            let unknown = try CursesTerminal.open(options)
            #expect(unknown.glyphs == .unicode)
            unknown.close()
        }

        @Test(arguments: ["vt100", "linux", "screen", "tmux-256color", "xterm"])
        func `common terminals are opened and given back`(type: String) async throws {
            let pseudo = try PseudoTerminal()
            let before = pseudo.modes
            var options = pseudo.options
            options.terminalType = type
            let terminal = try CursesTerminal.open(options)
            #expect(pseudo.modes.isRaw)
            #expect(terminal.size == Size(width: 80, height: 24))
            terminal.show(Surface(size: terminal.size))
            terminal.close()
            #expect(pseudo.modes == before)
        }
    }
}
