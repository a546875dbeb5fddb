import ConsoleApp
import TerminalUI

/// A report as a page of Markdown, in which text from outside makes no heading, mention or element of its own.
enum Markdown {
    static func text(of page: ReportPage) -> String {
        let sections = page.sections.flatMap { ["## \($0.heading)"] + $0.parts.map(part) }
        return (["# \(text(page.title))"] + page.opening.map(part) + sections).joined(separator: "\n\n") + "\n"
    }

    private static func part(_ part: ReportPage.Part) -> String {
        switch part {
        case .paragraph(let words): line(words)
        case .list(let items): items.map { "- \(line($0))" }.joined(separator: "\n")
        case .steps(let items): items.map { "1. \(line($0))" }.joined(separator: "\n")
        case .table(let columns, let rows):
            ([row(columns), "|" + String(repeating: "---|", count: columns.count)] + rows.map { row($0.map(line)) })
                .joined(separator: "\n")
        case .lines(let lines, let language): block(lines, language)
        case .sequence(let flow): "```mermaid\n\(flow.mermaid)```"
        }
    }

    private static func row(_ cells: [String]) -> String {
        "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
    }

    private static func line(_ words: [ReportPage.Words]) -> String {
        words.map { words in
            switch words {
            case .plain(let text): Self.text(text)
            case .strong(let text): "**\(Self.text(text))**"
            case .code(let text): "`\(code(text))`"
            }
        }
        .joined()
    }

    /// Text in a line or in a cell of a table.
    private static func text(_ text: String) -> String {
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
    private static func code(_ text: String) -> String {
        SafeText.plain(text, glyphs: .unicode).replacing("`", with: "'").replacing("|", with: "\\|")
    }

    /// Lines in a block of their own, which none of them can end.
    private static func block(_ lines: [String], _ language: String) -> String {
        let shown = lines.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
            .map { SafeText.plain(String($0), glyphs: .unicode) }
        var fence = "```"
        while shown.contains(where: { $0.contains(fence) }) { fence += "`" }
        return (["\(fence)\(language)"] + shown + [fence]).joined(separator: "\n")
    }
}
