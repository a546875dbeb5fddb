import TerminalCurses
import TerminalUI
import Testing

extension CursesTests {
    @TerminalActor @Suite struct TitleTests {
        private static let saved = "\u{1B}[22;2t"
        private static let restored = "\u{1B}[23;2t"

        private func frame(_ terminal: CursesTerminal, _ title: String?) -> Surface {
            var surface = Surface(size: terminal.size)
            surface.title = title
            return surface
        }

        @Test func `the window has the title of what is shown, and gets its own back`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            #expect(try await pseudo.output().contains(Self.saved))
            terminal.show(frame(terminal, "● 00:47 alice@example.com"))
            #expect(try await pseudo.output().contains("\u{1B}]2;● 00:47 alice@example.com\u{7}"))
            terminal.show(frame(terminal, "● 00:47 alice@example.com"))
            #expect(try await pseudo.output().isEmpty)
            terminal.show(frame(terminal, nil))
            #expect(try await pseudo.output() == Self.restored + Self.saved)
            terminal.close()
            #expect(try await pseudo.output().contains(Self.restored))
        }

        @Test func `statement 23: a title is text alone, whatever a name holds`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            _ = try await pseudo.output()
            let name = "eve\u{7}\u{1B}]52;c;eA==\u{1B}\\\u{9C}\u{202E}\n" + String(repeating: "x", count: 500)
            terminal.show(frame(terminal, name))
            let title = "eve]52;c;eA==\\" + String(repeating: "x", count: 186)
            #expect(try await pseudo.output().contains("\u{1B}]2;\(title)\u{7}"))
        }

        @Test func `another program has the window's own title meanwhile`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            terminal.show(frame(terminal, "ours"))
            _ = try await pseudo.output()
            let lent = await terminal.withTerminalReleased { try? await pseudo.output() }
            #expect(lent?.contains(Self.restored) == true)
            terminal.show(frame(terminal, "ours"))
            let output = try await pseudo.output()
            #expect(output.contains(Self.saved) && output.contains("\u{1B}]2;ours\u{7}"))
        }

        @Test(arguments: [
            ("linux", false), ("vt100", false), ("screen", false), ("xterm", true), ("tmux-256color", true),
        ])
        func `titles, frames and links are for terminals that know them`(type: String, areKnown: Bool) async throws {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            options.terminalType = type
            let terminal = try CursesTerminal.open(options)
            var surface = frame(terminal, "title")
            surface.write("here", at: .zero)
            surface.link(Rect(x: 0, y: 0, width: 4, height: 1), to: "https://x.example")
            terminal.show(surface)
            terminal.close()
            let output = try await pseudo.output()
            for sequence in ["\u{1B}]2;", Self.saved, Self.restored, "\u{1B}[?2026h", "\u{1B}]8;"] {
                #expect(output.contains(sequence) == areKnown, "\(sequence.debugDescription)")
            }
        }

        @Test func `a frame is marked from its first byte to its last`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            _ = try await pseudo.output()
            var surface = frame(terminal, nil)
            surface.write("shown", at: .zero)
            terminal.show(surface)
            let output = try await pseudo.output()
            #expect(output.hasPrefix("\u{1B}[?2026h") && output.hasSuffix("\u{1B}[?2026l"))
            #expect(output.contains("shown"))
            // One row arrives at once anyway.
            surface.write("again", at: .zero)
            terminal.show(surface)
            #expect(try await !pseudo.output().contains("2026"))
        }
    }
}
