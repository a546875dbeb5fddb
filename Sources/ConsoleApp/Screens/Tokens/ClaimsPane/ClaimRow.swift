import ConsoleKit
import TerminalUI

/// A row of the claims: a line, or a part of one whose value is too long for a row.
struct ClaimRow: ListRow {
    struct ID: Sendable, Hashable {
        let isMember: Bool
        let line: Int
        let row: Int
    }

    /// Set for all rows of a list.
    private(set) var id = ID(isMember: false, line: 0, row: 0)
    let line: ClaimLine
    /// The part of the value; `nil` for the whole of it.
    var part: String?
    /// Whether the name stands in this row.
    var isFirst = true
    /// The name, or a part of it, where it is too long to stand beside the value.
    var namePart: String?

    /// The rows of lines in a width; of a long value those that are not unfolded have a beginning.
    static func rows(
        of lines: [ClaimLine], areMembers: Bool, nameWidth: Int, width: Int, isUnfolded: (Int) -> Bool
    ) -> [ClaimRow] {
        lines.enumerated().flatMap { index, line in
            rows(of: line, nameWidth: nameWidth, width: width, isUnfolded: isUnfolded(index)).enumerated().map {
                var row = $1
                row.id = ID(isMember: areMembers, line: index, row: $0)
                return row
            }
        }
    }

    private static func rows(of line: ClaimLine, nameWidth: Int, width: Int, isUnfolded: Bool) -> [ClaimRow] {
        let values = valueRows(of: line, room: max(12, width - nameWidth - 2), isUnfolded: isUnfolded)
        guard line.kind != .heading, line.nameColumns > nameWidth else { return values }
        let name = StyledText(line.name).wrapped(to: max(12, width - line.indent)).enumerated()
        return name.map { ClaimRow(line: line, isFirst: $0 == 0, namePart: $1.text) }
            + values.map { ClaimRow(line: line, part: $0.part, isFirst: false) }
    }

    private static func valueRows(of line: ClaimLine, room: Int, isUnfolded: Bool) -> [ClaimRow] {
        guard case .text(let text) = line.value, text.utf8.count > room || text.columns(past: room) else {
            return [ClaimRow(line: line)]
        }
        let isCut = line.isLong && !isUnfolded
        var parts = StyledText(isCut ? String(text.prefix(ClaimLine.valueLimit)) : text).wrapped(to: room).map(\.text)
        if isCut { parts.append("… (\(text.utf8.count) bytes; \(ShellAction.view.letter) shows all)") }
        return parts.enumerated().map { ClaimRow(line: line, part: $1, isFirst: $0 == 0) }
    }
}

extension String {
    /// Whether it takes more columns than that, with symbols for what can't be shown.
    fileprivate func columns(past limit: Int) -> Bool {
        var columns = 0
        return contains { character in
            columns += SafeText.columns(of: character)
            return columns > limit
        }
    }
}

extension ClaimLine {
    /// The columns of the name with what is left free before it.
    var nameColumns: Int { indent + name.reduce(0) { $0 + SafeText.columns(of: $1) } }

    /// Whether not all of its value is drawn at first.
    var isLong: Bool {
        guard case .text(let text) = value, text.utf8.count > Self.valueLimit else { return false }
        return text.count > Self.valueLimit
    }

    /// Whether a text stands in the part of a long value that is not drawn at first.
    func hides(_ text: String) -> Bool {
        guard isLong, case .text(let value) = value else { return false }
        return value.dropFirst(max(0, Self.valueLimit - text.count)).lowercased().contains(text.lowercased())
    }
}
