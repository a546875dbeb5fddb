import ConsoleApp
import SessionCore
import TerminalUI

/// The steps from a resource's URL to a call, a line each on standard error as they end.
///
/// With `--verbose` its messages stand before it.
final class Checklist {
    let output: Output
    private let exchanges: ExchangePrinter?
    private var steps: [DiscoveryStep] = []
    private var lastSequence = 0

    /// Creates one that goes on after those events, which were printed.
    init(_ context: CommandContext, after events: [SessionEvent] = []) {
        output = context.output
        exchanges = context.isVerbose ? ExchangePrinter(output: output) : nil
        lastSequence = events.last?.sequence ?? 0
    }

    /// The steps until now.
    var report: [StepReport] { steps.map { StepReport($0) } }

    /// Prints a step that has ended, of a discovery whose events are in the journal.
    func report(_ step: DiscoveryStep, _ journal: EventJournal) {
        let events = journal.kept.filter { $0.sequence > lastSequence }
        lastSequence = events.last?.sequence ?? lastSequence
        exchanges?.take(events)
        report(step)
    }

    func report(_ step: DiscoveryStep) {
        steps.append(step)
        output.inform(SafeText.plain(Self.line(step), glyphs: .unicode))
    }

    /// The mark, the step, the URL that was asked with its status, what was found, and the rule.
    static func line(_ step: DiscoveryStep) -> String {
        let title = step.kind.title.padding(to: 22)
        let asked = step.url.map { url in "\(url)\(step.status.map { "  \($0)" } ?? "")  " } ?? ""
        return "\(step.outcome.mark(.unicode)) \(title)\(asked)\(step.finding)  (\(step.rule))"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
