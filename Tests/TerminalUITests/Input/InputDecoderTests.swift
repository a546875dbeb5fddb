import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct InputDecoderTests {
    @Test(arguments: [
        ("a", Key.character("a")), ("é", .character("é")), ("漢", .character("漢")), ("😀", .character("😀")),
        ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
        ("\u{3}", .control("c")), ("\u{1A}", .control("z")), ("\u{0}", .control(" ")), ("\u{1C}", .control("\\")),
        ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}OD", .left), ("\u{1B}[Z", .backTab),
        ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
        ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
        ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)),
        ("\u{1B}[15~", .function(5)),
        ("\u{1B}[24~", .function(12)), ("\u{1B}OM", .enter), ("\u{1B}Op", .character("0")),
        ("\u{1B}[1;5C", .modified(.right, .control)), ("\u{1B}[1;2A", .modified(.up, .shift)),
        ("\u{1B}[3;5~", .modified(.delete, .control)), ("\u{1B}Oc", .modified(.right, .control)),
        ("\u{1B}b", .modified(.character("b"), .alt)), ("\u{1B}é", .modified(.character("é"), .alt)),
        ("\u{1B}\u{7F}", .modified(.backspace, .alt)),
        ("\u{1B}[<0;5;3M", .mouse(MouseEvent(.press, button: .left, at: Point(x: 4, y: 2)))),
        ("\u{1B}[<2;1;1m", .mouse(MouseEvent(.release, button: .right, at: .zero))),
        ("\u{1B}[<65;10;2M", .mouse(MouseEvent(.scrollDown, at: Point(x: 9, y: 1)))),
        ("\u{1B}[M !!", .mouse(MouseEvent(.press, button: .left, at: .zero))),
    ])
    func `statement 27: bytes are one key, whole and cut into single bytes`(bytes: String, key: Key) {
        #expect(decode(bytes, in: .max) == [key])
        #expect(decode(bytes, in: 1) == [key])
    }

    @Test(arguments: [
        // A movement with the left button held, the wheel tilted, a key at the side of the mouse, a place that isn't.
        "\u{1B}[<32;5;3M", "\u{1B}[<66;5;3M", "\u{1B}[<67;5;3M", "\u{1B}[<128;5;3M", "\u{1B}[<0;0;3M", "\u{1B}[<0;5M",
    ])
    func `a mouse does only what the console has a use for`(bytes: String) {
        #expect(decode(bytes + "x", in: .max) == [.character("x")])
        #expect(decode(bytes + "x", in: 1) == [.character("x")])
    }

    @Test func `statement 27: a lone escape is a key once silence follows`() {
        var decoder = InputDecoder()
        let keys = decoder.feed([0x1B])
        #expect(keys.isEmpty)
        #expect(decoder.awaitsSilence)
        let nextKeys = decoder.flush()
        #expect(nextKeys == [.escape])
        #expect(!decoder.awaitsSilence)
        let thirdKeys = decoder.flush()
        #expect(thirdKeys.isEmpty)
    }

    @Test func `two escapes act twice`() {
        var decoder = InputDecoder()
        let keys = decoder.feed([0x1B, 0x1B])
        #expect(keys == [.escape])
        let nextKeys = decoder.flush()
        #expect(nextKeys == [.escape])
    }

    @Test func `statement 27: silence is shorter than an escape may take and longer than a key's bytes are parted`() {
        #expect(InputDecoder.silence > .milliseconds(25))
        #expect(InputDecoder.silence < .milliseconds(50))
    }

    @Test(arguments: 3...5) func `the late rest of a long sequence never becomes letters`(count: Int) {
        var decoder = InputDecoder()
        let bytes = Array("\u{1B}[1;5Cq".utf8)
        let keys = decoder.feed(bytes[..<count])
        #expect(keys.isEmpty)
        #expect(!decoder.awaitsSilence)
        let nextKeys = decoder.flush()
        #expect(nextKeys.isEmpty)
        let thirdKeys = decoder.feed(bytes[count...])
        #expect(thirdKeys == [.modified(.right, .control), .character("q")])
    }

    @Test func `alt with a bracket is a key once silence follows`() {
        var decoder = InputDecoder()
        let keys = decoder.feed(Array("\u{1B}[".utf8))
        #expect(keys.isEmpty)
        let nextKeys = decoder.flush()
        #expect(nextKeys == [.modified(.character("["), .alt)])
    }

    @Test(arguments: [
        "\u{1B}[?1;2c", "\u{1B}[I", "\u{1B}[200;1R".replacing("R", with: "y"), "\u{1B}]11;rgb:0/0/0\u{7}",
        "\u{1B}]52;c;AAAA\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[99~", "\u{1B}[201~", "\u{9B}", "\u{85}",
    ])
    func `what a terminal reports is no key`(report: String) {
        #expect(decode(report + "x", in: .max) == [.character("x")])
        #expect(decode(report + "x", in: 1) == [.character("x")])
    }

    @Test(arguments: ["]", "P", "^", "_"])
    func `a string that never ends is broken off by ctrl-c, CAN, SUB or another escape`(opening: String) {
        let breaks: [(String, [Key])] = [
            ("\u{3}", [.control("c")]), ("\u{18}", [.control("x")]), ("\u{1A}", [.control("z")]), ("\u{1B}[A", [.up]),
            ("\u{1B}", [.escape]),
        ]
        for (bytes, keys) in breaks {
            #expect(decode("\u{1B}\(opening)x" + bytes, in: .max) == keys)
        }
    }

    @Test(arguments: ["]", "P", "^", "_"])
    func `a string that never ends is given up when its time is over`(opening: String) {
        var decoder = InputDecoder()
        let keys = decoder.feed(Array("\u{1B}\(opening)x".utf8))
        #expect(keys.isEmpty)
        #expect(decoder.isInString)
        let nextKeys = decoder.flush()
        #expect(nextKeys.isEmpty)
        #expect(!decoder.isInString)
        let thirdKeys = decoder.feed(Array("q".utf8))
        #expect(thirdKeys == [.character("q")])
    }

    @Test func `a sequence broken off by another leaves the other whole`() {
        #expect(decode("\u{1B}[1\u{1B}[A", in: .max) == [.up])
        #expect(decode("\u{1B}[1\rq", in: .max) == [.enter, .character("q")])
    }

    @Test func `bytes that are no UTF-8 become replacement characters, one each`() {
        let keys = decode([0xFF, 0xC3, 0x28, 0xE2, 0x82, UInt8(ascii: "x"), 0xED, 0xA0, 0x80], in: .max)
        let texts = keys.map { if case .character(let character) = $0 { character } else { Character("!") } }
        #expect(
            texts == ["\u{FFFD}", "\u{FFFD}", "(", "\u{FFFD}", "\u{FFFD}", "x", "\u{FFFD}", "\u{FFFD}", "\u{FFFD}"])
    }

    @Test func `a terminal's own sequences come first`() {
        let own = KeySequences([Array("\u{1B}[x".utf8): .home, Array("\u{1B}[[5~".utf8): .pageUp])
        var decoder = InputDecoder(own)
        let keys = decoder.feed(Array("\u{1B}[x".utf8))
        #expect(keys == [.home])
        let nextKeys = decoder.feed(Array("\u{1B}[[5~\u{1B}[A".utf8))
        #expect(nextKeys == [.pageUp, .up])
        let cut = "\u{1B}[[5~".utf8.flatMap { decoder.feed([$0]) }
        #expect(cut == [.pageUp])
    }

    @Test func `any bytes in any pieces are taken without harm`() {
        for seed in 0..<200 {
            let bytes = (0..<64).map { index in
                UInt8(truncatingIfNeeded: (seed &* 31 &+ index) &* (index &+ 7) &* 2_654_435_761 >> 7)
            }
            var decoder = InputDecoder()
            for byte in [0x1B] + bytes {
                _ = decoder.feed([byte])
                if byte % 5 == 0 { _ = decoder.flush() }
            }
        }
    }
}

func decode(_ text: String, in pieceLength: Int) -> [Key] {
    decode(Array(text.utf8), in: pieceLength)
}

/// The keys that bytes become when they come in pieces of the given length, and silence follows.
func decode(_ bytes: [UInt8], in pieceLength: Int) -> [Key] {
    var decoder = InputDecoder()
    var keys: [Key] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        keys += decoder.feed(rest.prefix(pieceLength))
        rest = rest.dropFirst(pieceLength)
    }
    return keys + decoder.flush()
}
