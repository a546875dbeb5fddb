import TerminalUI

/// Names and values laid out in rows of a width: a long value goes on in the next row, under its beginning.
package struct FactRows: Sendable {
    package let lines: [FactLine]
    /// The columns of the names.
    package let nameWidth: Int
    /// What each row shows, and of which line.
    package private(set) var rows: [(line: Int, part: FactLine)] = []

    package init(_ lines: [FactLine] = [], width: Int = .max) {
        self.lines = lines
        nameWidth = min(28, lines.filter { $0.value != nil }.map { TextWidth.columns(of: $0.name) }.max() ?? 0)
        let room = max(8, width - nameWidth - 2)
        for (index, line) in lines.enumerated() {
            // Text without a name is laid out already.
            guard !line.name.isEmpty, let value = line.value, TextWidth.columns(of: value) > room else {
                rows.append((index, line))
                continue
            }
            for (number, part) in StyledText(value).wrapped(to: room).enumerated() {
                rows.append((index, FactLine(number == 0 ? line.name : "", part.text)))
            }
        }
    }
}
