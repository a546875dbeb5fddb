/// Text for a terminal of 80 columns, which every terminal has.
enum Columns {
    static let width = 80

    /// The words of a text on lines that fit behind `indentation` spaces, which are not in the lines.
    static func lines(_ text: String, indentation: Int = 0) -> [String] {
        lines(of: text.split(separator: " ").map(String.init), indentation: indentation)
    }

    /// The same of parts that hold spaces themselves and stay whole.
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

    /// Names and what they mean, side by side; a name that is longer than most has a line of its own.
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
