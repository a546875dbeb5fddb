package import TerminalUI

extension StyledText {
    /// Our own words around outside text: safe to show, and without signs that an ASCII terminal lacks.
    package static func words(_ text: String, _ style: Style = .text, glyphs: Glyphs) -> StyledText {
        guard glyphs.isASCII, !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return SafeText.line(text, style: style, glyphs: glyphs)
        }
        var plain = ""
        for character in text {
            switch character {
            case "→": plain += glyphs.arrowRight
            case "▶": plain += glyphs.focusMark
            case "·": plain += glyphs.dot
            case "…": plain += "..."
            case "×": plain += glyphs.times
            default: plain.append(character)
            }
        }
        return SafeText.line(plain, style: style, glyphs: glyphs)
    }
}
