/// Makes text from outside safe to show: the result has no control characters, no invisible characters, and none that
/// change the order or meaning of the text beside them.
///
/// Symbols in place of such characters have the role ``StyleRole/symbol``, which tells them from the same symbols in
/// the text itself.
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

    /// Outside text of many lines, split at LF and CR LF, which are not shown; a lone CR is.
    package static func lines(
        _ text: String, style: Style = .text, glyphs: Glyphs, tabWidth: Int = 4
    ) -> [StyledText] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak).map { part in
            var line = StyledText()
            append(part, to: &line, style: style, glyphs: glyphs, tabWidth: tabWidth)
            return line
        }
    }

    /// One line without styles, for plain strings.
    package static func plain(_ text: String, glyphs: Glyphs, tabWidth: Int = 4) -> String {
        line(text, glyphs: glyphs, tabWidth: tabWidth).text
    }

    /// The columns of what is shown for a character of outside text, in whichever glyphs take more.
    package static func columns(of character: Character) -> Int {
        var total = 0
        DisplayUnit.forEach(in: String(character)) { unit in
            switch unit {
            case .scalar(_, let columns), .cluster(_, let columns): total += columns
            case .hidden("\t"): total += 4
            case .hidden(let scalar): total += symbol(for: scalar, glyphs: .ascii).utf8.count
            }
            return true
        }
        return total
    }

    /// Text for a place without symbols, such as a window's title: unsafe characters are left out, and text is cut at
    /// the limit.
    package static func bare(_ text: String, glyphs: Glyphs, limit: Int) -> String {
        var bare = ""
        var columns = 0
        DisplayUnit.forEach(in: text) { unit in
            let shown: String
            switch unit {
            case .scalar(let scalar, _): shown = String(scalar)
            case .cluster(let text, _): shown = text
            case .hidden: return true
            }
            guard columns + unit.columns <= limit else { return false }
            if !glyphs.isASCII || shown.utf8.allSatisfy({ $0 < 0x80 }) {
                bare += shown
                columns += unit.columns
            }
            return true
        }
        return bare
    }

    /// Outside text for a format that has its own way to write what can't be shown, which `escape` gives.
    package static func escaped(_ text: String, by escape: (Unicode.Scalar) -> String) -> String {
        var escaped = ""
        DisplayUnit.forEach(in: text) { unit in
            switch unit {
            case .scalar(let scalar, _): escaped.unicodeScalars.append(scalar)
            case .cluster(let text, _): escaped += text
            case .hidden(let scalar): escaped += escape(scalar)
            }
            return true
        }
        return escaped
    }

    private static func append(
        _ text: Substring, to line: inout StyledText, style: Style, glyphs: Glyphs, tabWidth: Int
    ) {
        if text.isPlain { return line.append(String(text), style) }
        var column = line.columns
        var plain = ""
        DisplayUnit.forEach(in: text) { unit in
            switch unit {
            case .scalar(let scalar, let columns):
                plain.unicodeScalars.append(scalar)
                column += columns
            case .cluster(let text, let columns):
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

    /// A symbol of one column.
    static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case ..<0x20: String(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
