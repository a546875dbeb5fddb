import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct TeletypeTests {
    private static let size = Size(width: 10, height: 4)

    /// The lines that are shown of what a program prints, wherever its bytes are split between reads.
    private func lines(_ output: String, size: Size = size) -> [String] { lines(Array(output.utf8), size: size) }

    private func lines(_ output: [UInt8], size: Size = size) -> [String] {
        var whole = Teletype(size: size)
        whole.feed(output)
        for length in [1, 2, 3] {
            var piecewise = Teletype(size: size)
            for start in stride(from: 0, to: output.count, by: length) {
                piecewise.feed(output[start..<min(output.count, start + length)])
            }
            #expect(piecewise.lines == whole.lines, "in pieces of \(length)")
        }
        return whole.lines.map(\.text)
    }

    @Test(arguments: [
        ("one\r\ntwo\r\n", ["one", "two", ""]),
        ("10%\r 9%\r100%", ["100%"]),
        ("abc\u{8}\u{8}X", ["aXc"]),
        ("a\tb\r\n12345678\tc", ["a       b", "12345678 c"]),
        ("progress\rdone\u{1B}[K", ["done"]),
        ("progress\r\u{1B}[2Kdone", ["done"]),
        ("abcdef\u{1B}[3D\u{1B}[1KX", ["   Xef"]),
        ("one\r\ntwo\u{1B}[1A\r\u{1B}[KONE\r\n", ["ONE", "two"]),
        ("a\r\nb\r\nc\u{1B}[2F\u{1B}[JX", ["X"]),
        ("abc\u{1B}[2D\u{1B}[1PX", ["aX"]),
        ("abc\u{1B}[2D\u{1B}[2@X", ["aX bc"]),
        ("abcdef\u{1B}[4D\u{1B}[2XY", ["abY ef"]),
        ("ab\u{1B}7cd\u{1B}8X", ["abXd"]),
        ("0123456789AB", ["0123456789", "AB"]),
        ("0123456789\rX", ["X123456789"]),
        ("0123456789\r\nX", ["0123456789", "X"]),
        ("bell\u{7}\u{0}\u{7F}", ["bell"]),
    ])
    func `a program's lines, as it changes them`(output: String, shown: [String]) {
        #expect(lines(output) == shown)
    }

    @Test(arguments: [
        ("漢字", ["漢字"]), ("漢字\r字", ["字字"]), ("漢\u{1B}[DX", [" X"]), ("漢\rX", ["X "]),
        ("012345678漢", ["012345678", "漢"]), ("e\u{301}", ["e\u{301}"]), ("👨‍👩‍👧‍👦!", ["👨‍👩!"]),
        ("שלום", ["שלום"]),
    ])
    func `wide characters, marks and emoji`(output: String, shown: [String]) {
        var teletype = Teletype(size: Self.size)
        teletype.feed(output.utf8)
        #expect(teletype.lines.map(\.text) == shown)
        for line in teletype.lines {
            for (cell, next) in zip(line.cells, line.cells.dropFirst()) {
                #expect((cell.width == 2) == (next.width == 0))
            }
        }
    }

    @Test func `bytes that are no UTF-8 are shown as such, and cost no others`() {
        #expect(lines([0x61, 0xFF, 0x62]) == ["a\u{FFFD}b"])
        #expect(lines([0xE6, 0x41, 0x0D, 0x0A, 0xC3]) == ["\u{FFFD}A", ""])
    }

    @Test(arguments: [
        "\u{1B}]52;c;c2VjcmV0\u{7}", "\u{1B}]0;title\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_app\u{1B}\\",
        "\u{1B}^private\u{1B}\\", "\u{1B}Xstart\u{1B}\\", "\u{1B}]8;;https://example.com\u{1B}\\",
        "\u{1B}ktitle\u{1B}\\",
        "\u{1B}[?1000h", "\u{1B}[>4;2m", "\u{1B}[!p", "\u{1B}(0", "\u{1B}[5 q", "\u{1B}[18t", "\u{1B}[999999999999;;;m",
    ])
    func `what is for a terminal alone is not shown, and nothing of it is kept`(sequence: String) {
        #expect(lines("a\(sequence)b") == ["ab"])
    }

    @Test(arguments: ["\u{9B}31m", "\u{202E}", "\u{2066}", "\u{85}", "\u{90}x\u{9C}", "\u{E0041}", "\u{200B}"])
    func `what could act on a terminal or hide is a symbol`(text: String) {
        var teletype = Teletype(size: Self.size)
        teletype.feed("a\(text)b".utf8)
        for scalar in teletype.lines[0].text.unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
            #expect(![.format, .control].contains(scalar.properties.generalCategory))
        }
        #expect(teletype.lines[0].cells[1].style.role == .symbol)
    }

    @Test(arguments: [
        ("31", Style.danger), ("32", .success), ("33;1", Style(.warning, .bold)), ("94", .accent), ("90", .dim),
        ("38;5;196", .danger), ("38;2;0;200;0", .success), ("38:2::0:200:0", .success), ("38;5;244", .dim),
        ("41", Style(.danger, .reverse)), ("7", Style(.text, .reverse)), ("4", Style(.text, .underline)),
        ("4:0", .text), ("31;0", .text), ("31;39", .text), ("38;5", .text), ("38;2;9", .text), ("1;22", .text),
        ("40;37", .text),
    ])
    func `colours become roles of a similar hue`(parameters: String, style: Style) {
        var teletype = Teletype()
        teletype.feed("\u{1B}[\(parameters)mX\u{1B}[mY".utf8)
        #expect(teletype.lines[0].cells.map(\.style) == [style, .text])
    }

    @Test(arguments: [
        ("text\r\nmore", Teletype.Use.lines), ("text\u{1B}[H\u{1B}[2Jmore", .lines),
        ("text\u{1B}[H\u{1B}[Jmore", .lines),
        ("text\u{1B}[Hmore", .places), ("\u{1B}[3;2Hmore", .places), ("\u{1B}[2;9r", .places),
        ("\u{1B}7\u{1B}[999;999H\u{1B}[6n\u{1B}8$ ", .lines), ("\u{1B}[?1h\u{1B}[3;2Hmore\u{1B}[?1l", .lines),
        ("text\u{1B}[?1049hscreen", .ownScreen), ("text\u{1B}[?1049hscreen\u{1B}[?1049lmore", .lines),
        ("text\u{1B}[?47hscreen", .ownScreen),
    ])
    func `a program that draws screens is noticed`(output: String, use: Teletype.Use) {
        var teletype = Teletype(size: Self.size)
        teletype.feed(output.utf8)
        #expect(teletype.takeChange()?.use == use)
        #expect(!teletype.lines.map(\.text).joined().contains("screen"))
    }

    @Test func `a cleared screen begins below what was there`() {
        #expect(lines("one\r\ntwo\r\n\u{1B}[H\u{1B}[2J\u{1B}[3Jthree\u{1B}[HX") == ["one", "two", "Xhree"])
    }

    @Test func `only the lines of the screen can be changed`() {
        #expect(lines("1\r\n2\r\n3\r\n4\r\n5\r\n6\u{1B}[99AX") == ["1", "2", "3X", "4", "5", "6"])
        #expect(lines("1\u{1B}[99BX").count == 4)
    }

    @Test func `another width divides long lines anew, and the cursor stays at its text`() {
        var teletype = Teletype(size: Self.size)
        teletype.feed("0123456789AB漢字\r\nshort\r\n0123456789ABC\u{1B}[2D".utf8)
        teletype.resize(Size(width: 20, height: 4))
        #expect(teletype.lines.map(\.text) == ["0123456789AB漢字", "short", "0123456789ABC"])
        teletype.feed("X".utf8)
        #expect(teletype.lines.last?.text == "0123456789AXC")
        teletype.resize(Size(width: 13, height: 4))
        #expect(teletype.lines.map(\.text) == ["0123456789AB", "漢字", "short", "0123456789AXC"])
        teletype.resize(Size(width: 1, height: 1))
        teletype.feed("漢x".utf8)
        #expect(teletype.lines.allSatisfy { $0.cells.count <= 2 })
    }

    @Test func `only what has changed is told`() throws {
        var teletype = Teletype(size: Self.size)
        teletype.feed("one\r\ntwo".utf8)
        let told = teletype.takeChange()
        var change = try #require(told)
        #expect(change.firstKept == 0 && change.lines.map(\.id) == [0, 1])
        #expect(change.cursor == Teletype.Cursor(line: 1, column: 3))
        #expect(teletype.takeChange() == nil)
        teletype.feed("\rTWO\r\nthree".utf8)
        let next = teletype.takeChange()
        change = try #require(next)
        #expect(change.lines.map(\.text) == ["TWO", "three"])
        teletype.feed("\u{1B}[A".utf8)
        #expect(teletype.takeChange()?.cursor == Teletype.Cursor(line: 1, column: 5))
    }

    @Test func `what is kept is bounded, also of a string without an end`() throws {
        var teletype = Teletype(size: Size(width: 80, height: 24))
        for number in 0..<20_000 { teletype.feed("line \(number)\r\n".utf8) }
        #expect(teletype.lines.count <= 5_500 && teletype.lines.last?.id == 20_000)
        let told = teletype.takeChange()
        let change = try #require(told)
        #expect(change.firstKept == teletype.lines[0].id && change.lines.count == teletype.lines.count)
        teletype.feed("\u{1B}]0;".utf8)
        for _ in 0..<20 { teletype.feed(Array(repeating: UInt8(ascii: "x"), count: 1 << 16)) }
        teletype.feed("\r\nafter".utf8)
        #expect(teletype.lines.last?.text == "after")
        teletype.resize(Size(width: 1 << 30, height: 1 << 30))
        teletype.feed("\u{1B}[99999B\u{1B}[99999CX\u{1B}[99999@".utf8)
        #expect(teletype.lines.count <= 6_000 && teletype.lines.last?.cells.count ?? 0 <= 1_000)
    }

    @Test func `questions are answered as by a terminal, a few at a time`() {
        var teletype = Teletype(size: Self.size)
        teletype.feed("ab\u{1B}[6n\u{1B}[5n\u{1B}[c".utf8)
        #expect(teletype.takeReplies() == Array("\u{1B}[1;3R\u{1B}[0n\u{1B}[?6c".utf8))
        for _ in 0..<1_000 { teletype.feed("\u{1B}[6n".utf8) }
        #expect(teletype.takeReplies().count < 300)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `no output breaks it`(seed: UInt64) {
        var state = seed
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let parts = [
            "\u{1B}[", "\u{1B}", "5", ";", "2", "A", "B", "C", "D", "H", "J", "K", "P", "@", "X", "M", "8", "7", "\r",
            "\n", "\t", "\u{8}", "漢", "e\u{301}", "\u{301}", "x", "?1049", "h", "l", "m", "]0;", "\u{7}", "r", "d",
        ]
        var teletype = Teletype(size: Self.size)
        for _ in 0..<20_000 {
            teletype.feed(parts[random(parts.count)].utf8)
            if random(50) == 0 { teletype.resize(Size(width: 1 + random(12), height: 1 + random(6))) }
            if random(20) == 0, let change = teletype.takeChange() {
                #expect(change.cursor.line >= change.firstKept)
            }
            for line in teletype.lines.suffix(6) {
                for (cell, next) in zip(line.cells, line.cells.dropFirst()) where cell.width == 2 {
                    #expect(next.width == 0)
                }
            }
        }
    }
}
