import TerminalCurses
import TerminalUI
import TestSupport
import Testing

extension CursesTests {
    @TerminalActor @Suite struct LinkTests {
        private static let address = "https://id.example.com/device"

        @Test func `a link is sent around its text, in the text's look`() async throws {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            options.theme = .named(.light)
            let terminal = try CursesTerminal.open(options)
            defer { terminal.close() }
            _ = try await pseudo.output()
            var surface = Surface(size: terminal.size)
            surface.write("open ", at: Point(x: 2, y: 4))
            surface.write("this 漢", at: Point(x: 7, y: 4), style: Style(.accent, .underline))
            surface.link(Rect(x: 7, y: 4, width: 7, height: 1), to: Self.address)
            terminal.show(surface)
            let output = try await pseudo.output()
            let link = try #require(
                output.firstMatch(of: /\e7\e\[5;8H\e\]8;id=([a-z0-9]+);([^\e]*)\e\\(.*?)\e\]8;;\e\\\e8/))
            #expect(link.output.2 == Self.address)
            #expect(link.output.3 == "\u{1B}[0;4;38;5;25;48;5;231mthis 漢")
        }

        @Test(arguments: UInt64(1)...10)
        func `links leave the screen and the cursor as they are`(seed: UInt64) async throws {
            let size = Size(width: 40, height: 9)
            let pseudo = try PseudoTerminal(size)
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            var model = ScreenModel(size)
            var random = SeededGenerator(seed: seed)
            var frame = Surface(size: size)
            for _ in 0..<40 {
                for _ in 0..<6 {
                    let place = Point(
                        x: Int.random(in: -2..<40, using: &random), y: Int.random(in: 0..<9, using: &random))
                    frame.write(["text", "漢字", "e\u{301}"].randomElement(using: &random) ?? "", at: place)
                    frame.link(Rect(origin: place, size: Size(width: 5, height: 2)), to: Self.address)
                }
                frame.cursor = Bool.random(using: &random) ? Point(x: 7, y: 3) : nil
                terminal.show(frame)
                model.write(try await pseudo.output())
                try #require(model.lines == frame.lines)
                if let cursor = frame.cursor { #expect(model.cursor == cursor) }
            }
            #expect(model.unknown == [])
        }
    }
}
