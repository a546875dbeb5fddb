import TerminalUI

/// Text from outside as it may stand in a Markdown page: it makes no heading, mention or element of its own.
enum Markdown {
    /// Text in a line or in a cell of a table.
    static func text(_ text: String) -> String {
        var escaped = ""
        var previous: Character = " "
        for character in SafeText.plain(text, glyphs: .unicode) {
            switch character {
            case "\\", "`", "*", "[", "]", "|", "~", "!": escaped += "\\\(character)"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            // Trackers make links of names and numbers after these.
            case "@": escaped += "&#64;"
            case "#": escaped += "&#35;"
            // Inside of a word it means nothing.
            case "_" where !previous.isLetter && !previous.isNumber: escaped += "\\_"
            default: escaped.append(character)
            }
            previous = character
        }
        return escaped
    }

    /// Text between two backticks.
    static func code(_ text: String) -> String {
        SafeText.plain(text, glyphs: .unicode).replacing("`", with: "'").replacing("|", with: "\\|")
    }

    /// Lines in a block of their own, which none of them can end.
    static func block(_ lines: [String], _ language: String) -> String {
        let shown = lines.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
            .map { SafeText.plain(String($0), glyphs: .unicode) }
        var fence = "```"
        while shown.contains(where: { $0.contains(fence) }) { fence += "`" }
        return (["\(fence)\(language)"] + shown + [fence]).joined(separator: "\n")
    }
}
