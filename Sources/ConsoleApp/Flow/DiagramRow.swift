import ConsoleKit
import SessionCore

/// A row of a diagram for documents: an arrow with what was sent or answered, or words at a lane.
struct DiagramRow {
    enum Shape: Hashable {
        case note(at: Lane)
        /// A line across all lanes.
        case line
        case sent(from: Lane, to: Lane)
        case answered(from: Lane, to: Lane)
        /// No answer came.
        case lost(from: Lane, to: Lane)
    }

    let shape: Shape
    /// What it says first: the label, or an answer's status.
    let head: String
    /// What else it says, in its parts; may contain text from outside.
    let parts: [String]
    let tone: Tone
    let mark: Mark

    fileprivate init(
        _ shape: Shape, _ head: String, _ parts: [String], _ tone: Tone = .plain, _ mark: Mark = .none
    ) {
        (self.shape, self.head, self.parts) = (shape, head, parts.filter { !$0.isEmpty })
        (self.tone, self.mark) = (tone, mark)
    }

    /// All words, without a mark.
    var words: String { ([head] + parts).filter { !$0.isEmpty }.joined(separator: " · ") }
}

extension FlowItem {
    /// The rows of the item: of a message one for what was sent, and one for the answer.
    func diagramRows(at lanes: LaneSet) -> [DiagramRow] {
        let step = lanes.drawn(step)
        let times = count > 1 ? "\(count) × " : ""
        let label = times + step.label
        let told = [step.reason, step.process, step.detail]
        switch step.path {
        case .note(let lane): return [DiagramRow(.note(at: lane), label, told, step.tone, step.mark)]
        case .line: return [DiagramRow(.line, label, told, step.tone, step.mark)]
        case .message(let from, let to):
            let token = step.token.isEmpty ? "" : "token \(step.token)"
            guard step.status != nil || step.duration != nil else {
                return [DiagramRow(.sent(from: from, to: to), label, told + [token], step.tone, step.mark)]
            }
            let sent = step.isTokenIssued ? "" : token + (step.isTokenAltered ? " altered" : "")
            let issued = step.otherTokens.isEmpty ? "" : "issues \(step.otherTokens.joined(separator: ", "))"
            return [
                DiagramRow(.sent(from: from, to: to), label, [step.process, step.detail, sent]),
                DiagramRow(
                    step.status == nil ? .lost(from: to, to: from) : .answered(from: to, to: from),
                    times + (step.status.map { "\($0)" } ?? "no answer"),
                    [step.duration.map(DurationText.measured) ?? "", step.reason, issued], step.tone, step.mark),
            ]
        }
    }
}
