import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct TypedKeyTests {
    @Test(arguments: [
        (Key.character("é"), "é"), (.enter, "\r"), (.tab, "\t"), (.escape, "\u{1B}"), (.backspace, "\u{7F}"),
        (.control("c"), "\u{3}"), (.control("d"), "\u{4}"), (.control(" "), "\u{0}"), (.up, "\u{1B}[A"),
        (.home, "\u{1B}[H"), (.delete, "\u{1B}[3~"), (.pageDown, "\u{1B}[6~"), (.backTab, "\u{1B}[Z"),
        (.function(1), "\u{1B}OP"), (.function(5), "\u{1B}[15~"), (.function(12), "\u{1B}[24~"),
        (.modified(.character("b"), .alt), "\u{1B}b"), (.modified(.right, .control), "\u{1B}[1;5C"),
        (.modified(.delete, .shift), "\u{1B}[3;2~"), (.paste("a\nb\u{1B}[201~c"), "a\rb[201~c"),
    ])
    func `each key is what a terminal sends for it`(key: Key, typed: String) {
        #expect(key.typed(Teletype.KeyModes()) == Array(typed.utf8))
        if case .paste = key { return }
        // The decoder makes the same key of it again.
        var decoder = InputDecoder()
        #expect(decoder.feed(Array(typed.utf8)) + decoder.flush() == [key])
    }

    @Test func `a program's modes change arrows and pastes`() {
        var teletype = Teletype()
        teletype.feed("\u{1B}[?1h\u{1B}[?2004h".utf8)
        #expect(Key.up.typed(teletype.keyModes) == Array("\u{1B}OA".utf8))
        #expect(
            Key.paste("x\u{1B}[201~y").typed(teletype.keyModes) == Array("\u{1B}[200~x[201~y\u{1B}[201~".utf8))
        teletype.feed("\u{1B}[?1;2004l".utf8)
        #expect(Key.up.typed(teletype.keyModes) == Array("\u{1B}[A".utf8))
        #expect(Key.paste("x").typed(teletype.keyModes) == [UInt8(ascii: "x")])
    }

    @Test func `a click is not typed`() {
        #expect(Key.mouse(MouseEvent(.press, button: .left, at: Point(x: 0, y: 0))).typed(Teletype.KeyModes()) == nil)
    }
}
