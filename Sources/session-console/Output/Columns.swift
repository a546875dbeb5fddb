/// Breaks text into lines for a terminal of 80 columns.
enum Columns {
    static let width = 80

    /// Breaks a text between words into lines that fit behind `indentation` spaces; the lines don't contain these.
    static func lines(_ text: String, indentation: Int = 0) -> [String] {
        lines(of: text.split(separator: " ").map(String.init), indentation: indentation)
    }

    /// Breaks between parts, which may contain spaces and stay whole.
    static func lines(of parts: [String], indentation: Int) -> [String] {
        var lines: [String] = []
        for part in parts {
            if let last = lines.last, indentation + last.count + 1 + part.count <= width {
                lines[lines.count - 1] = last + " " + part
            } else {
                lines.append(part)
            }
        }
        return lines
    }

    /// Names and their meanings in two columns; a name that is too long for its column has a line of its own.
    static func list(_ rows: [(name: String, meaning: String)], longestName: Int = 26) -> [String] {
        let column = (rows.map(\.name.count).filter { $0 <= longestName }.max() ?? 0) + 2
        return rows.flatMap { name, meaning in
            var lines = lines(meaning, indentation: column).map { String(repeating: " ", count: column) + $0 }
            if name.count > column - 2 || lines.isEmpty {
                lines.insert(name, at: 0)
            } else {
                lines[0] = name + lines[0].dropFirst(name.count)
            }
            return lines
        }
    }
}
