import ConsoleKit
import TerminalUI

/// What a row says where its words have little room.
extension FlowStep {
    /// So many characters of a reason tell what happened.
    private static let leastReason = 12

    /// The step with as much of its label and reason as fits, and whether any phrase of the reason is left out.
    ///
    /// The label loses the beginning of its path, but not the part that tells it apart: `POST …/token`. Where that is
    /// not enough, the reason loses phrases, unless it goes on elsewhere; where they never fit, its end does not count.
    func fitted(
        _ ellipsis: String, abridging: Bool = true, toFit fits: (_ label: String, _ reason: String) -> Bool
    ) -> (step: FlowStep, isAbridged: Bool) {
        var step = self
        let labels = what.labels(ellipsis)
        for label in labels {
            for form in why.isEmpty ? [[]] : [why, why.needed] where fits(label.text, form.text) {
                (step.what, step.why) = (label, form)
                return (step, false)
            }
        }
        step.why = why.needed
        let (most, start) = (why.heaviest.text, String(step.reason.prefix(Self.leastReason)))
        step.what =
            labels.first { fits($0.text, most) } ?? labels.first { fits($0.text, start) } ?? labels[labels.count - 1]
        let label = step.label
        let forms = why.forms(least: faults.isEmpty ? Self.leastReason : 0)
        guard abridging, let form = forms.first(where: { fits(label, $0.text) }) else { return (step, false) }
        step.why = form
        return (step, true)
    }

    /// The names of the faults that struck the row's message, as its reason begins with them; `nil` if none did.
    var faultWords: String? {
        guard !faults.isEmpty, case .message = path else { return nil }
        return why.heaviest.text
    }

    /// The detail of a message, and how it reads with fewer and fewer words: `client_id, state +3`, `+5 parameters`.
    ///
    /// The name of another process comes before it: who sent it tells more than what went along.
    var details: PhraseForms { ([processPhrase(8)].compactMap(\.self) + more.after(.dot)).forms() }

    /// The words of a line across all lanes, and how they read with fewer: `FORCED OUT  invalid_grant`.
    var lineForms: PhraseForms {
        var label = what
        // Whichever phrase of the reason is the first that has room.
        if let last = label.indices.last { label[last].after = .gap }
        return (label + more).forms()
    }

    /// The detail of a note, and how it reads with fewer words: `access A3F1 → 9C02, refresh 77B0 → 2526`.
    ///
    /// The name of another process stands behind it. Who has new tokens tells more than how long they live.
    func formsOfNote(least: Int = 0) -> PhraseForms {
        let process = processPhrase(tone == .good ? 8 : 0)
        return (why + more.after(.dot) + [process].compactMap(\.self)).forms(least: least)
    }

    /// The detail of a note, in as many of its words as fit into so many columns with the label; `nil` where none do.
    ///
    /// The end of a detail is left out only where more than half of the room is used.
    func fittedNote(in room: Int, _ columns: (FlowStep) -> Int) -> FlowStep? {
        formsOfNote(least: max(0, room / 2 - TextWidth.columns(of: label))).lazy.map { noted(what, $0) }
            .first { columns($0) <= room }
    }

    /// The note of a fault with what happened to it in the place of the label.
    var noteWithoutLabel: FlowStep {
        noted(more.filter { $0.role == .reason }, Array(more.filter { $0.role != .reason }.prefix(1)))
    }

    /// The note with other words.
    func noted(_ what: [Phrase], _ more: [Phrase]) -> FlowStep {
        var step = self
        (step.what, step.why, step.more, step.process) = (what, [], more, "")
        return step
    }

    private func processPhrase(_ weight: UInt8) -> Phrase? {
        process.isEmpty ? nil : Phrase(process, .outside, weight, .dot)
    }
}

extension [Phrase] {
    /// The phrases, with what parts the first of them from the one before.
    func after(_ joint: Phrase.Joint) -> [Phrase] {
        guard var first else { return [] }
        first.joint = joint
        return [first] + dropFirst()
    }

    /// Fewer characters of a path's end do not tell it apart from others.
    private static var leastEnd: Int { 3 }

    /// The label of a request, and how it reads with less and less of its path: `POST /v2/token`, `POST …/token`.
    ///
    /// What comes after `.well-known` is left whole, and before an end as short as `/o` or `/7` there is more.
    func labels(_ ellipsis: String) -> [[Phrase]] {
        guard let place = firstIndex(where: \.isTarget) else { return [self] }
        let path = self[place].text
        let known = path.firstRange(of: "/.well-known/").map { path.index(before: $0.upperBound) }
        let segments = path.indices.dropFirst().filter { index in
            let next = path.index(after: index)
            return path[index] == "/" && path[path.index(before: index)] != "/"
                && next < path.endIndex && path[next] != "/"
                && index <= known ?? path.endIndex && path[next...].count { $0 != "/" } >= Self.leastEnd
        }
        return [self]
            + segments.map { start in
                var label = self
                label[place] = Phrase("\(ellipsis)\(path[start...])", .target(hasOrigin: false))
                return label
            }
    }

    /// Whether it names an origin.
    var hasOrigin: Bool { contains { $0.role == .target(hasOrigin: true) } }
}

extension Phrase {
    fileprivate var isTarget: Bool { if case .target = role { true } else { false } }
}
