import TerminalCurses
import TerminalUI
import Testing

extension CursesTests {
    @TerminalActor @Suite struct MouseTests {
        private static let on = "\u{1B}[?1000h\u{1B}[?1006h"
        private static let off = "\u{1B}[?1006l\u{1B}[?1000l"

        @Test func `statement 33: the mouse is off unless asked for, and is switched while running`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            let opening = try await pseudo.output()
            #expect(!opening.contains("[?1000h"))
            terminal.isMouseEnabled = true
            #expect(try await pseudo.output() == Self.on)
            terminal.isMouseEnabled = true
            #expect(try await pseudo.output().isEmpty)
            terminal.isMouseEnabled = false
            #expect(try await pseudo.output() == Self.off)
        }

        @Test func `clicks and the wheel arrive with their place`() async throws {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            options.reportsMouse = true
            let terminal = try CursesTerminal.open(options)
            defer { terminal.close() }
            #expect(terminal.isMouseEnabled)
            #expect(try await pseudo.output().contains(Self.on))
            pseudo.type("\u{1B}[<0;5;3M\u{1B}[<32;6;3M\u{1B}[<0;6;3m\u{1B}[<64;7;1M\u{1B}[<65;80;24M")
            let events = [
                MouseEvent(.press, button: .left, at: Point(x: 4, y: 2)),
                MouseEvent(.release, button: .left, at: Point(x: 5, y: 2)),
                MouseEvent(.scrollUp, at: Point(x: 6, y: 0)), MouseEvent(.scrollDown, at: Point(x: 79, y: 23)),
            ]
            #expect(await ReadingTests.events(4, of: terminal) == events.map { .key(.mouse($0)) })
        }

        @Test func `another program gets the terminal without the mouse, and it comes back after`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            terminal.isMouseEnabled = true
            _ = try await pseudo.output()
            let lent = await terminal.withTerminalReleased { try? await pseudo.output() }
            #expect(lent?.contains(Self.off) == true)
            #expect(try await pseudo.output().contains(Self.on))
            // Switched while another program has the terminal, it waits for the screen.
            await terminal.withTerminalReleased { terminal.isMouseEnabled = false }
            let output = try await pseudo.output()
            #expect(output.contains(Self.off) && !output.contains(Self.on))
        }

        @Test func `statement 25: closing switches the mouse off`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            terminal.isMouseEnabled = true
            _ = try await pseudo.output()
            terminal.close()
            #expect(try await pseudo.output().contains(Self.off))
        }
    }
}
