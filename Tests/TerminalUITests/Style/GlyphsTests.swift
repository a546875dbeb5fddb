import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct GlyphsTests {
    private func texts(_ glyphs: Glyphs) -> [String] {
        Mirror(reflecting: glyphs).children.flatMap { child -> [String] in
            switch child.value {
            case let text as String: [text]
            case let texts as [String]: texts
            case let border as BorderSet: Mirror(reflecting: border).children.map { "\($0.value)" }
            default: []
            }
        }
    }

    @Test func `the plain set is ASCII throughout`() {
        #expect(texts(.ascii).count > 35)
        #expect(texts(.ascii).allSatisfy { $0.utf8.allSatisfy { 0x21 <= $0 && $0 < 0x7F } })
    }

    @Test func `every character of the other set is one column wide and shown as itself`() {
        for text in texts(.unicode) {
            #expect(TextWidth.columns(of: text) == 1)
            #expect(SafeText.plain(text, glyphs: .unicode) == text)
        }
    }
}
