/// Turns text from outside into text that can be shown: nothing in the result is a control character, invisible, or
/// changes the order or meaning of what is beside it.
///
/// Stand-ins are drawn in the role ``StyleRole/symbol``, so that a body that holds the stand-in itself can be told
/// from one that holds the character.
package enum SafeText {
    /// One line of outside text.
    ///
    /// Line breaks in it are shown as symbols.
    package static func line(
        _ text: String, style: Style = .text, glyphs: Glyphs, tabWidth: Int = 4
    ) -> StyledText {
        var line = StyledText()
        append(text[...], to: &line, style: style, glyphs: glyphs, tabWidth: tabWidth)
        return line
    }

    /// Outside text of many lines, cut at LF and CR LF, which are not shown.
    ///
    /// A lone CR is.
    package static func lines(
        _ text: String, style: Style = .text, glyphs: Glyphs, tabWidth: Int = 4
    ) -> [StyledText] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak).map { part in
            var line = StyledText()
            append(part, to: &line, style: style, glyphs: glyphs, tabWidth: tabWidth)
            return line
        }
    }

    /// One line without styles, for places that hold plain strings.
    package static func plain(_ text: String, glyphs: Glyphs, tabWidth: Int = 4) -> String {
        line(text, glyphs: glyphs, tabWidth: tabWidth).text
    }

    /// Text for a place that shows no stand-ins, such as a window's title: what would need one is left out, and what is
    /// longer than the limit is cut.
    package static func bare(_ text: String, glyphs: Glyphs, limit: Int) -> String {
        var bare = ""
        var columns = 0
        DisplayUnit.forEach(in: text) { unit in
            guard case .shown(let shown, let width) = unit else { return true }
            guard columns + width <= limit else { return false }
            if !glyphs.isASCII || shown.utf8.allSatisfy({ $0 < 0x80 }) {
                bare += shown
                columns += width
            }
            return true
        }
        return bare
    }

    private static func append(
        _ text: Substring, to line: inout StyledText, style: Style, glyphs: Glyphs, tabWidth: Int
    ) {
        var column = line.columns
        var plain = ""
        DisplayUnit.forEach(in: text) { unit in
            switch unit {
            case .shown(let text, let columns):
                plain += text
                column += columns
            case .hidden("\t"):
                let spaces = tabWidth - column % tabWidth
                plain += String(repeating: " ", count: spaces)
                column += spaces
            case .hidden(let scalar):
                line.append(plain, style)
                plain = ""
                let symbol = symbol(for: scalar, glyphs: glyphs)
                line.append(symbol, Style(.symbol, style.attributes))
                column += TextWidth.columns(of: symbol)
            }
            return true
        }
        line.append(plain, style)
    }

    /// The control picture (`␛`) or caret notation (`^[`) of a C0 control and DEL, and the number of anything else.
    package static func symbol(for scalar: Unicode.Scalar, glyphs: Glyphs) -> String {
        if scalar.value < 0x20 || scalar.value == 0x7F {
            return glyphs.isASCII ? "^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)) : picture(of: scalar)
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    }

    /// A stand-in of one column.
    static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case ..<0x20: String(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
