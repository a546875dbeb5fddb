import SessionCore
import TerminalUI

/// The steps from a resource's URL to a call, a line each on standard error as they end.
struct Checklist: Sendable {
    let output: Output

    func report(_ step: DiscoveryStep) {
        output.note(SafeText.plain(Self.line(step), glyphs: .unicode))
    }

    /// The mark, the step, the URL that was asked with its status, what was found, and the rule.
    static func line(_ step: DiscoveryStep) -> String {
        let title = step.kind.title.padding(to: 22)
        let asked = step.url.map { url in "\(url)\(step.status.map { "  \($0)" } ?? "")  " } ?? ""
        return "\(step.outcome.mark) \(title)\(asked)\(step.finding)  (\(step.rule))"
    }
}

extension DiscoveryStep.Outcome {
    fileprivate var mark: String {
        switch self {
        case .done: "✓"
        case .doubtful: "!"
        case .skipped: "–"
        case .question: "?"
        case .failed: "✗"
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
