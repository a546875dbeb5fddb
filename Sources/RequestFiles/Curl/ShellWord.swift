extension String {
    /// The text as one word of a shell: in quotation marks unless it is plain, with control characters as escapes.
    ///
    /// An exclamation mark is quoted too: an interactive shell replaces it inside of double quotation marks only.
    package var shellWord: String { shellWord(keepingLineBreaks: true) }

    /// The text as one word of a shell, with line breaks as escapes, too.
    package var shellWordOnOneLine: String { shellWord(keepingLineBreaks: false) }

    private func shellWord(keepingLineBreaks: Bool) -> String {
        // zsh replaces a word that begins with an equals sign.
        let isPlain =
            !isEmpty && first != "=" && utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._/:=,@%+".utf8.contains($0) }
        if isPlain { return self }
        let hasControls = unicodeScalars.contains {
            $0.properties.generalCategory == .control && !(keepingLineBreaks && $0 == "\n")
        }
        guard hasControls else {
            return "'" + replacing("'", with: "'\\''") + "'"
        }
        var text = "$'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.properties.generalCategory == .control:
                // All four digits: what follows may be one too.
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}
