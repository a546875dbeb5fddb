import Scenarios

extension HelpTopic {
    /// The page for a terminal of 80 columns.
    var text: String {
        var lines: [String] = []
        var isBelowHeading = true
        for part in parts() {
            if !isBelowHeading { lines.append("") }
            isBelowHeading = false
            switch part {
            case .heading(let title):
                lines.append(title.uppercased())
                isBelowHeading = true
            case .paragraph(let text): lines += Columns.lines(text)
            case .sample(let text): lines += Self.lines(of: text).map { $0.isEmpty ? "" : "  " + $0 }
            case .table(let rows): lines += Columns.list(rows.map { ("  " + $0.name, $0.meaning) })
            case .forms(let entries):
                for entry in entries {
                    let syntax = Columns.lines(of: Self.words(entry.syntax), indentation: 6)
                    lines += syntax.enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
                    lines += Columns.lines(entry.meaning, indentation: 6).map { "      " + $0 }
                    lines += entry.example.map { "        " + $0 }
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The section of the manual; `escaped` makes text harmless to roff.
    func roff(_ escaped: (String) -> String) -> [String] {
        [".SH \"\(escaped(name.uppercased()))\""]
            + parts().flatMap { part -> [String] in
                switch part {
                case .heading(let title): [".SS \"\(escaped(title))\""]
                case .paragraph(let text): [".PP", escaped(text)]
                case .sample(let text): [".PP", ".RS", ".nf"] + Self.lines(of: text).map(escaped) + [".fi", ".RE"]
                case .table(let rows): rows.flatMap { [".TP", escaped($0.name), escaped($0.meaning)] }
                case .forms(let entries):
                    entries.flatMap { entry -> [String] in
                        let example =
                            entry.example.isEmpty ? [] : [".RS", ".nf"] + entry.example.map(escaped) + [".fi", ".RE"]
                        return [".TP", escaped(entry.syntax), escaped(entry.meaning)] + example
                    }
                }
            }
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The words of a form; a part in brackets stays on one line.
    private static func words(_ syntax: String) -> [String] {
        var words: [String] = []
        for word in syntax.split(separator: " ") {
            let last = words.last ?? ""
            if last.count(where: { $0 == "[" }) > last.count(where: { $0 == "]" }) {
                words[words.count - 1] += " " + word
            } else {
                words.append(String(word))
            }
        }
        return words
    }
}
