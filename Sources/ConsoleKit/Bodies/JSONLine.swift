package import TerminalUI

/// One line of laid-out JSON in colours.
package enum JSONLine {
    /// Splits a line into names, strings, numbers, literals and signs; works on beginnings of lines too.
    package static func styled(_ line: String, glyphs: Glyphs) -> StyledText {
        var text = StyledText()
        var rest = line[...]
        while let first = rest.first {
            let token: Substring
            if first == "\"" {
                token = string(at: rest)
                let isName = rest[token.endIndex...].first == ":"
                text += SafeText.line(String(token), style: Style(isName ? .jsonName : .jsonString), glyphs: glyphs)
            } else if first.isLetter || first.isNumber || first == "-" {
                token = rest.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
                text.append(String(token), Style(first.isLetter ? .jsonLiteral : .jsonNumber))
            } else {
                token = rest.prefix { $0 != "\"" && $0 != "-" && !$0.isLetter && !$0.isNumber }
                text += SafeText.line(String(token), glyphs: glyphs)
            }
            rest = rest[token.endIndex...]
        }
        return text
    }

    /// The string literal that begins here, up to its closing quote or the end of what there is.
    private static func string(at text: Substring) -> Substring {
        var isEscaped = false
        let end = text.dropFirst().firstIndex { character in
            defer { isEscaped = character == "\\" && !isEscaped }
            return character == "\"" && !isEscaped
        }
        return end.map { text[...$0] } ?? text
    }
}
