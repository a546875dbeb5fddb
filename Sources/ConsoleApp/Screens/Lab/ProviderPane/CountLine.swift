import TerminalUI

/// A line of what an endpoint was asked and answered: its first, or one that goes on with the answers.
struct CountLine: Sendable, Hashable {
    let count: ProviderState.Count
    /// Zero in the first line.
    let index: Int
    let text: String

    /// The lines in a column of that width, each with as many whole answers as it has room for.
    static func lines(of counts: [ProviderState.Count], width: Int) -> [CountLine] {
        let names = counts.map { TextWidth.columns(of: $0.name) }.max() ?? 0
        let numbers = counts.map { String($0.count).count }.max() ?? 0
        return counts.flatMap { count in
            let number = String(repeating: " ", count: numbers - String(count.count).count) + "\(count.count)"
            let head = "  \(TextWidth.pad(count.name, to: names))  \(number)"
            return count.answers(first: head, width: width).enumerated().map {
                CountLine(count: count, index: $0, text: $1)
            }
        }
    }
}

extension ProviderState.Count {
    /// Further lines begin below the answers of the first, or at its margin where there is too little room for that.
    fileprivate func answers(first head: String, width: Int) -> [String] {
        let answers = outcomes.split(separator: ", ").map(String.init)
        let column = TextWidth.columns(of: head) + 2
        let widest = answers.map { TextWidth.columns(of: $0) + 1 }.max() ?? 0
        let indent = column + widest <= width ? column : 4
        var lines = [head]
        for (index, answer) in answers.enumerated() {
            let text = index == answers.count - 1 ? answer : answer + ","
            let longer = lines[lines.count - 1] + (index == 0 ? "  " : " ") + text
            if TextWidth.columns(of: longer) <= width {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(repeating: " ", count: indent) + text)
            }
        }
        return lines
    }
}
