import TerminalUI

/// A row of the claims: a line, or a part of one whose value is too long for a row.
struct ClaimRow: Sendable, Hashable {
    let line: ClaimLine
    /// The part of the value; `nil` for the whole of it.
    var part: String?
    /// Whether the name stands in this row.
    var isFirst = true

    /// The rows of lines in a width.
    static func rows(of lines: [ClaimLine], nameWidth: Int, width: Int) -> [ClaimRow] {
        let room = max(12, width - nameWidth - 2)
        return lines.flatMap { line -> [ClaimRow] in
            guard case .text(let text) = line.value, text.utf8.count > room else { return [ClaimRow(line: line)] }
            return StyledText(text).wrapped(to: room).enumerated().map { index, part in
                ClaimRow(line: line, part: part.text, isFirst: index == 0)
            }
        }
    }
}
