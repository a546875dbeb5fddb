import TerminalCurses
import Glibc
import TerminalUI
import Testing

extension CursesTests {
    @TerminalActor @Suite struct WidthAgreementTests {
        @Test func `the width of every character is the C library's, where that knows the character`() throws {
            setlocale(LC_CTYPE, "C.UTF-8")
            let wcwidth = try #require(CLibrary.wcwidth())
            var differing: [String] = []
            for value in UInt32(0xA0)...0x3FFFF {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let theirs = Int(wcwidth(wchar_t(value)))
                let shown = SafeText.plain(String(scalar), glyphs: .unicode)
                // Marks that stand alone get a base, and what can hide is shown as its number: neither is as itself.
                guard theirs > 0, shown == String(scalar), Cell(Character(scalar)).grapheme == shown else { continue }
                let ours = TextWidth.columns(of: Character(scalar))
                if ours != theirs { differing.append("U+\(String(value, radix: 16)): \(ours), \(theirs)") }
            }
            #expect(differing == [])
        }
    }
}
