extension StyledText {
    /// The longest prefix that fits, followed by the ellipsis in the style of the text that was cut.
    package func truncated(to columns: Int, ellipsis: String = "…") -> StyledText {
        guard self.columns > columns else { return self }
        let mark = TextWidth.prefix(ellipsis, columns: columns)
        var room = columns - TextWidth.columns(of: mark)
        var result = StyledText()
        for span in spans {
            let width = TextWidth.columns(of: span.text)
            if width > room {
                result.append(TextWidth.prefix(span.text, columns: room), span.style)
                result.append(mark, span.style)
                break
            }
            result.append(span.text, span.style)
            room -= width
        }
        return result
    }

    /// The text without that many columns at its beginning, where the ellipsis stands in their place.
    ///
    /// A character that would be cut in half is left out, and a space is in its place.
    package func dropping(columns: Int, ellipsis: String = "…") -> StyledText {
        guard columns > 0 else { return self }
        let mark = TextWidth.columns(of: ellipsis)
        var (dropped, result) = (0, StyledText())
        for span in spans {
            guard dropped < columns + mark else {
                result.append(span.text, span.style)
                continue
            }
            let cut = span.text.prefix { character in
                guard dropped < columns + mark else { return false }
                dropped += TextWidth.columns(of: character)
                return true
            }
            guard dropped >= columns + mark else { continue }
            let gap = String(repeating: " ", count: dropped - columns - mark)
            result.append(ellipsis + gap + span.text[cut.endIndex...], span.style)
        }
        return result
    }

    /// Breaks text into lines at line feeds, at spaces, and inside words that are too long; returns at least one line.
    ///
    /// The spaces at which a line is broken are left out. With zero columns only line feeds break lines.
    package func wrapped(to columns: Int) -> [StyledText] {
        var wrapper = LineWrapper(limit: columns > 0 ? columns : .max)
        for span in spans {
            for character in span.text {
                wrapper.add(character, span.style)
            }
        }
        return wrapper.finish()
    }
}

private struct LineWrapper {
    let limit: Int
    private var lines: [StyledText] = []
    private var line = StyledText()
    private var lineColumns = 0
    /// Spaces after the last word, held back until another word follows on this line.
    private var gap = StyledText()
    private var gapColumns = 0
    private var word = StyledText()
    private var wordColumns = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ character: Character, _ style: Style) {
        if character.isLineBreak {
            endWord()
            endLine()
        } else if character == " " {
            endWord()
            gap.append(" ", style)
            gapColumns += 1
        } else {
            let width = SafeText.columns(of: character)
            if wordColumns + width > limit { breakWord() }
            word.append(String(character), style)
            wordColumns += width
        }
    }

    mutating func finish() -> [StyledText] {
        endWord()
        endLine()
        return lines
    }

    private mutating func endWord() {
        guard wordColumns > 0 else { return }
        if lineColumns + gapColumns + wordColumns > limit, lineColumns > 0 { endLine() }
        // A space that would push the word off an otherwise empty line is left out too.
        if lineColumns + gapColumns + wordColumns <= limit {
            line += gap
            lineColumns += gapColumns
        }
        line += word
        lineColumns += wordColumns
        (gap, gapColumns) = (StyledText(), 0)
        (word, wordColumns) = (StyledText(), 0)
    }

    /// Splits a word that is longer than a line over lines of its own.
    private mutating func breakWord() {
        endWord()
        endLine()
    }

    private mutating func endLine() {
        lines.append(line)
        (line, lineColumns) = (StyledText(), 0)
        (gap, gapColumns) = (StyledText(), 0)
    }
}
