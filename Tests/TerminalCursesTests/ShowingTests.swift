import Glibc
import TerminalCurses
import TerminalUI
import TestSupport
import Testing

extension CursesTests {
    @TerminalActor @Suite struct ShowingTests {
        private func surface(_ size: Size, _ lines: [StyledText]) -> Surface {
            var surface = Surface(size: size)
            for (row, line) in zip(surface.bounds.rows, lines) { surface.write(line, at: row.origin) }
            return surface
        }

        @Test func `statement 29: the same surface again sends nothing, and a changed cell little`() async throws {
            let pseudo = try PseudoTerminal(Size(width: 120, height: 36))
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var frame = Surface(size: terminal.size)
            frame.box(frame.bounds, title: "Session", style: .borderFocused, borders: .heavy)
            frame.write("00:47", at: Point(x: 11, y: 2), style: .accent)
            terminal.show(frame)
            let first = try await pseudo.output()
            #expect(first.contains("Session"))
            terminal.show(frame)
            let again = try await pseudo.output()
            #expect(again.isEmpty)
            frame.write("6", at: Point(x: 15, y: 2), style: .accent)
            terminal.show(frame)
            let change = try await pseudo.output()
            #expect(change.contains("6"))
            #expect(change.utf8.count < 40)
        }

        @Test(arguments: UInt64(1)...25)
        func `the terminal shows the surface, whatever was shown before`(seed: UInt64) async throws {
            let size = Size(width: 40, height: 9)
            let pseudo = try PseudoTerminal(size)
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var model = ScreenModel(size)
            var random = SeededGenerator(seed: seed)
            let pieces = [
                "plain text", "漢字", "e\u{301}", "─│", "한글", "\u{1B}[2J", "        ", "x", "aaaaaaaaaaaaaaaaa",
            ]
            var frame = Surface(size: size)
            for _ in 0..<60 {
                for _ in 0..<12 {
                    let place = Point(
                        x: Int.random(in: -2..<40, using: &random), y: Int.random(in: 0..<9, using: &random))
                    let style = Style(StyleRole.allCases.randomElement(using: &random) ?? .text)
                    frame.write(pieces.randomElement(using: &random) ?? "", at: place, style: style)
                }
                frame.cursor = Bool.random(using: &random) ? Point(x: 7, y: 3) : nil
                terminal.show(frame)
                model.write(try await pseudo.output())
                try #require(model.lines == frame.lines)
                if let cursor = frame.cursor { #expect(model.cursor == cursor) }
            }
            #expect(model.unknown == [])
        }

        @Test(arguments: [
            ("👨‍👩‍👧‍👦", "👨"), ("❤️", "❤ "), ("🇩🇪", "DE"), ("1️⃣", "1\u{20E3} "), ("👍🏽", "👍"), ("❤️‍🔥", "❤ "),
            ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
            ("漢", "漢"), ("e\u{301}", "e\u{301}"), ("नि", "नि"),
        ])
        func `statement 31: pictures of several scalars take their columns on every terminal`(
            text: String, sent: String
        ) async throws {
            let size = Size(width: 12, height: 3)
            let pseudo = try PseudoTerminal(size)
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var frame = Surface(size: size)
            frame.box(frame.bounds, borders: .rounded)
            frame.write(text, at: Point(x: 1, y: 1))
            terminal.show(frame)
            var model = ScreenModel(size)
            model.write(try await pseudo.output())
            #expect(model.lines[1].hasPrefix("│" + sent))
            #expect(model.rows[1].last == "│")
        }

        @Test func `statement 32: the hidden cursor rests on what has the focus`() async throws {
            let size = Size(width: 40, height: 9)
            let pseudo = try PseudoTerminal(size)
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var model = ScreenModel(size)
            var frame = surface(size, ["first", "second", "third"])
            for row in [1, 2, 0] {
                frame.focus = Point(x: 0, y: row)
                frame.write("changed \(row)", at: Point(x: 20, y: 7))
                terminal.show(frame)
                let output = try await pseudo.output()
                #expect(!output.contains("\u{1B}[?25h") && !output.contains("\u{1B}[?12l\u{1B}[?25h"))
                model.write(output)
                #expect(model.cursor == Point(x: 0, y: row))
            }
            // It moves although no cell has changed.
            frame.focus = Point(x: 4, y: 1)
            terminal.show(frame)
            model.write(try await pseudo.output())
            #expect(model.cursor == Point(x: 4, y: 1))
            frame.cursor = Point(x: 9, y: 5)
            terminal.show(frame)
            let output = try await pseudo.output()
            model.write(output)
            #expect(output.contains("\u{1B}[?25h") && model.cursor == Point(x: 9, y: 5))
            frame.cursor = nil
            terminal.show(frame)
            let hidden = try await pseudo.output()
            model.write(hidden)
            #expect(hidden.contains("\u{1B}[?25l") && model.cursor == Point(x: 4, y: 1))
        }

        @Test func `statement 30: without colour no sequence has any, and attributes stay`() async throws {
            let pseudo = try PseudoTerminal(Size(width: 80, height: StyleRole.allCases.count))
            var options = pseudo.options
            options.allowsColor = false
            let terminal = try CursesTerminal.open(options)
            let frame = surface(terminal.size, StyleRole.allCases.map { StyledText("\($0)", Style($0)) })
            terminal.show(frame)
            terminal.show(Surface(size: terminal.size))
            terminal.close()
            let sent = renditions(in: try await pseudo.output())
            #expect(sent.filter(isColor) == [])
            #expect(Set([1, 2, 4, 7]).isSubset(of: sent))
        }

        @Test func `with the terminal's colours, roles have them on its own background`() async throws {
            let pseudo = try PseudoTerminal(Size(width: 80, height: StyleRole.allCases.count))
            let terminal = try CursesTerminal.open(pseudo.options)
            let frame = surface(terminal.size, StyleRole.allCases.map { StyledText("\($0)", Style($0)) })
            terminal.show(frame)
            terminal.close()
            let colors = Set(renditions(in: try await pseudo.output()).filter(isColor))
            // White on black is the code for cameras.
            #expect(colors == [31, 32, 35, 36, 37, 39, 40, 49])
        }

        @Test func `without UTF-8 only ASCII is sent`() async throws {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            options.locale = "C"
            let terminal = try CursesTerminal.open(options)
            var frame = Surface(size: terminal.size)
            frame.box(frame.bounds, title: "Name", borders: terminal.glyphs.borderFocused)
            frame.write("José 漢字 ❤️|", at: Point(x: 1, y: 1))
            terminal.show(frame)
            let output = try await pseudo.output()
            terminal.close()
            #expect(output.utf8.allSatisfy { $0 < 0x80 })
            var model = ScreenModel(terminal.size)
            model.write(output)
            #expect(model.lines[1].hasPrefix("#Jos? ???? ??|"))
        }

        @Test func `redrawing sends everything again`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            terminal.show(surface(terminal.size, ["everything"]))
            _ = try await pseudo.output()
            terminal.redraw()
            let output = try await pseudo.output()
            #expect(output.contains("everything"))
        }

        @Test func `statement 24: any size is shown, and a surface of another is fitted`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var sizes = AsyncSizes(of: terminal)
            let steps = [(1, 1), (500, 200), (2, 200), (500, 1), (80, 24), (1, 1), (13, 7)]
            for (width, height) in steps {
                let size = Size(width: width, height: height)
                pseudo.resize(size)
                kill(getpid(), SIGWINCH)
                #expect(await sizes.next() == size)
                #expect(terminal.size == size)
                var large = Surface(size: Size(width: 90, height: 30))
                large.box(large.bounds, title: "漢字", style: .borderFocused, borders: .heavy)
                large.cursor = Point(x: 89, y: 29)
                var small = Surface(size: Size(width: 3, height: 2))
                small.box(small.bounds, borders: .rounded)
                var fitting = Surface(size: size)
                fitting.box(fitting.bounds, title: "漢字", borders: .rounded)
                for surface in [large, small, fitting] {
                    terminal.show(surface)
                    terminal.redraw()
                    var model = ScreenModel(size)
                    let output = try await pseudo.output()
                    let lastFrame = output.ranges(of: "\u{1B}[H\u{1B}[2J").last?.lowerBound ?? output.startIndex
                    model.write(String(output[lastFrame...]))
                    var shown = Surface(size: size)
                    shown.blit(surface)
                    #expect(model.lines == shown.lines)
                }
            }
        }
    }
}

private struct AsyncSizes {
    private var iterator: AsyncStream<TerminalEvent>.Iterator

    @TerminalActor init(of terminal: CursesTerminal) {
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        terminal.receive = { continuation.yield($0) }
        iterator = events.makeAsyncIterator()
    }

    @TerminalActor mutating func next() async -> Size? {
        while let event = await iterator.next(isolation: TerminalActor.shared) {
            if case .resized(let size) = event { return size }
        }
        return nil
    }
}
