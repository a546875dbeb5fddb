import TerminalUI

/// A row of the claims: a line, or a part of one whose value is too long for a row.
struct ClaimRow: Sendable, Hashable {
    let line: ClaimLine
    /// The part of the value; `nil` for the whole of it.
    var part: String?
    /// Whether the name stands in this row.
    var isFirst = true

    /// The rows of lines in a width; of a long value those that are not unfolded have a beginning.
    static func rows(
        of lines: [ClaimLine], nameWidth: Int, width: Int, isUnfolded: (Int) -> Bool
    ) -> [ClaimRow] {
        let room = max(12, width - nameWidth - 2)
        return lines.enumerated().flatMap { index, line -> [ClaimRow] in
            guard case .text(let text) = line.value, text.utf8.count > room else { return [ClaimRow(line: line)] }
            let isCut = line.isLong && !isUnfolded(index)
            var parts = StyledText(isCut ? String(text.prefix(ClaimLine.valueLimit)) : text).wrapped(to: room)
                .map(\.text)
            if isCut { parts.append("… (\(text.utf8.count) bytes; \(ShellAction.view.letter) shows all)") }
            return parts.enumerated().map { index, part in ClaimRow(line: line, part: part, isFirst: index == 0) }
        }
    }
}

extension ClaimLine {
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
