import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct TextFieldTests {
    private func field(_ text: String, kind: TextField.Kind = .line, keys: [Key] = []) -> TextField {
        var field = TextField(text, kind: kind)
        for key in keys { _ = field.handle(key) }
        return field
    }

    @Test(arguments: [
        ([Key.left, .left, .character("x")], "he|llo wor ld".replacing("he|llo wor ld", with: "hello worx|ld")),
        ([.home, .delete, .control("d")], "|llo world"), ([.control("a"), .right, .backspace], "|ello world"),
        ([.control("w")], "hello |"), ([.control("w"), .control("w")], "|"), ([.modified(.backspace, .alt)], "hello |"),
        ([.modified(.left, .control), .control("k")], "hello |"),
        ([.modified(.character("b"), .alt), .control("u")], "|world"),
        ([.home, .modified(.character("f"), .alt)], "hello| world"),
        ([.home, .modified(.right, .control), .modified(.right, .control)], "hello world|"),
        ([.home, .modified(.character("d"), .alt)], "| world"), ([.home, .left, .end, .right], "hello world|"),
    ])
    func `editing keys do what shells made usual`(keys: [Key], expected: String) {
        let field = field("hello world", keys: keys)
        #expect(field.beforeCursor + "|" + field.afterCursor == expected)
    }

    @Test func `bound letters are text`() {
        let letters = "qQjkhlrRxygGnN:/?"
        #expect(field("", keys: letters.map(Key.character)).text == letters)
    }

    @Test func `what is deleted is a whole character`() {
        #expect(field("a👨‍👩‍👧‍👦", keys: [.backspace]).text == "a")
        #expect(field("e\u{301}", keys: [.backspace]).text == "")
        #expect(field("", keys: [.character("e"), .character("\u{301}")]).text == "e\u{301}")
    }

    @Test func `a field says whether a key changed it`() {
        var field = TextField("x")
        let keys: [Key] = [.character("a"), .left, .escape, .tab, .up, .enter, .function(1), .control("c")]
        let outcomes = keys.map { field.handle($0) }
        #expect(outcomes == [.edited, .moved] + Array(repeating: .ignored, count: 6))
    }

    @Test func `a field of one line leaves line breaks out of a paste`() {
        #expect(field("", keys: [.paste("one\ntwo\r\n")]).text == "onetwo")
        #expect(field("", kind: .multiline, keys: [.paste("one\ntwo\n")]).text == "one\ntwo\n")
    }

    @Test func `moving between lines aims at the column it started from`() {
        let text = "long line\nab\nanother one"
        let up = field(text, kind: .multiline, keys: [.up, .up])
        #expect(up.beforeCursor == "long line")
        let back = field(text, kind: .multiline, keys: [.left, .left, .left, .left, .up, .up])
        #expect(back.beforeCursor == "long li")
        let down = field(text, kind: .multiline, keys: [.up, .up, .down, .down, .down])
        #expect(down.beforeCursor == text)
    }

    @Test func `lines that end in CR LF are lines too`() {
        let field = field("ab\r\ncd", kind: .multiline, keys: [.home, .left, .character("x"), .enter])
        #expect(field.text == "abx\n\r\ncd")
        #expect(draw(field, width: 4, height: 3).lines == ["abx", "", "cd"])
    }

    @Test func `in many lines enter breaks the line, home and end stay on it`() {
        #expect(field("ab", kind: .multiline, keys: [.left, .enter]).text == "a\nb")
        #expect(field("ab\ncd", kind: .multiline, keys: [.home, .character("x")]).text == "ab\nxcd")
        #expect(field("ab\ncd", kind: .multiline, keys: [.control("u")]).text == "ab\n")
    }

    @Test func `the part around the cursor is shown and cuts are marked`() {
        var long = field("0123456789abcdefghij")
        #expect(draw(long).lines == ["…cdefghij"])
        #expect(draw(long).cursor == Point(x: 9, y: 0))
        _ = long.handle(.home)
        #expect(draw(long).lines == ["012345678…"])
        #expect(draw(long).cursor == .zero)
        for _ in 0..<12 { _ = long.handle(.right) }
        #expect(draw(long).lines == ["…6789abcd…"])
        #expect(draw(long).cursor == Point(x: 7, y: 0))
    }

    @Test func `the cursor stands behind wide characters and symbols`() {
        #expect(draw(field("漢字")).cursor == Point(x: 4, y: 0))
        #expect(draw(field("a\u{1B}b")).lines == ["a␛b"])
        #expect(draw(field("\u{202E}")).cursor == Point(x: 8, y: 0))
    }

    @Test func `the cursor is in sight wherever it is, in every width`() {
        let text = "漢a字b漢字👨‍👩‍👧‍👦c\u{1B}d"
        for width in 1...12 {
            var field = field(text)
            for _ in 0...text.count {
                let surface = draw(field, width: width)
                #expect(surface.cursor.map { $0.x < width && $0.x >= 0 } == true)
                _ = field.handle(.left)
            }
        }
    }

    @Test func `a secret shows its length alone`() {
        let secret = field("wonderland", kind: .secret)
        #expect(draw(secret, width: 12).lines == ["••••••••••"])
        #expect(draw(secret, width: 12, glyphs: .ascii).lines == ["**********"])
        #expect(draw(secret, width: 12).cursor == Point(x: 10, y: 0))
    }

    @Test func `without focus there is no cursor, and an empty field shows its placeholder`() {
        var surface = Surface(size: Size(width: 10, height: 1))
        TextField().draw(
            on: &surface, in: surface.bounds, isFocused: false, placeholder: "path or URL", glyphs: .unicode)
        #expect(surface.cursor == nil)
        #expect(surface.lines == ["path or U…"])
    }

    @Test func `the line of the cursor is in sight`() {
        let field = field("1\n2\n3\n4\n5\n6", kind: .multiline)
        let surface = draw(field, width: 5, height: 3)
        #expect(surface.lines.contains("6"))
        #expect(surface.cursor.map { surface.lines[$0.y] } == "6")
    }

    private func draw(_ field: TextField, width: Int = 10, height: Int = 1, glyphs: Glyphs = .unicode) -> Surface {
        var surface = Surface(size: Size(width: width, height: height))
        field.draw(on: &surface, in: surface.bounds, isFocused: true, glyphs: glyphs)
        return surface
    }
}
