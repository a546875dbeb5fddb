extension FlowStep {
    /// What the reason of a row begins with whose message a fault struck; its mark says the same.
    static let injectedWord = "injected: "

    /// So many characters of a reason tell what happened.
    private static let leastReason = 12

    /// Fewer characters of a path's end do not tell it apart from others.
    private static let leastEnd = 3

    /// The step with as much of its label and reason as fits.
    ///
    /// The label loses the beginning of its path, but not the part that tells it apart: `POST …/token`. The reason loses the word
    /// that the mark says as well. Where that is not enough, the end of the reason does not count.
    func shortened(_ ellipsis: String, toFit fits: (_ label: String, _ reason: String) -> Bool) -> FlowStep {
        let labels = labels(ellipsis)
        var step = self
        for label in labels {
            for reason in [reason, shortReason] where fits(label, reason) {
                (step.label, step.reason) = (label, reason)
                return step
            }
        }
        step.reason = shortReason
        step.label = labels[labels.count - 1]
        let end = shortReason.firstRange(of: " · ")?.lowerBound ?? shortReason.endIndex
        for beginning in [String(shortReason[..<end]), String(shortReason.prefix(Self.leastReason))] {
            if let label = labels.first(where: { fits($0, beginning) }) {
                step.label = label
                break
            }
        }
        return step
    }

    /// The names of the faults that struck the row's message; `nil` if none did.
    var faultWords: String? {
        guard mark == .injected, case .message = path else { return nil }
        return shortReason.firstRange(of: " · ").map { String(shortReason[..<$0.lowerBound]) } ?? shortReason
    }

    /// The detail, and how it reads with fewer and fewer names of parameters: `client_id, state +3`, `+5 parameters`.
    ///
    /// The name of another process comes before it: who sent it tells more than what went along.
    var details: [String] {
        guard !process.isEmpty else { return parameterForms }
        let forms = parameterForms.filter { !$0.isEmpty }.map { "\(process) · \($0)" }
        return forms + [process]
    }

    private var parameterForms: [String] {
        let names = detail.split(separator: ", ")
        let isList = names.allSatisfy { $0.split(separator: " ").count <= 2 }
        guard names.count > 1, isList, case .message = path else { return [detail] }
        let fewer = (1..<names.count).reversed().map { count in
            "\(names[..<count].joined(separator: ", ")) +\(names.count - count)"
        }
        return [detail] + fewer + ["+\(names.count) parameters"]
    }

    /// The words of a line across all lanes, and how they read with fewer: `FORCED LOGOUT  invalid_grant`.
    var lineForms: [String] {
        let forms = [(detail, "because "), (reason, ""), (reason, "refresh: ")]
        let shorter = forms.filter { text, prefix in !text.isEmpty && text.hasPrefix(prefix) }
        return [words] + shorter.map { text, prefix in "\(label)  \(text.dropFirst(prefix.count))" }
    }

    /// The words of a note, and how they read with fewer.
    var noteForms: [String] {
        noteDetails.map { detail in
            var step = self
            (step.process, step.detail) = ("", detail)
            return step.words
        }
    }

    /// The detail of a note about tokens, and how it reads with fewer words: `access A3F1 → 9C02, refresh 77B0 → 2526`.
    ///
    /// The name of another process stands behind it, where there is room.
    var noteDetails: [String] {
        guard !process.isEmpty else { return ownNoteDetails }
        let forms = ownNoteDetails
        let named = forms.map { [$0, process].filter { !$0.isEmpty }.joined(separator: " · ") }
        // Who has a token now tells more than how long it lives.
        let isLife = tone == .good && !detail.contains(" → ")
        return named + (isLife ? [process] : []) + forms.suffix(1)
    }

    private var ownNoteDetails: [String] {
        guard detail.contains(" → ") else { return [detail] }
        let tokens = detail.firstRange(of: " · ").map { String(detail[..<$0.lowerBound]) } ?? detail
        let fewer = tokens.replacing(" token ", with: " ")
        return [detail, tokens, fewer, fewer.replacing("access ", with: "").replacing("refresh ", with: "")]
    }

    private var shortReason: String {
        mark == .injected && reason.hasPrefix(Self.injectedWord)
            ? String(reason.dropFirst(Self.injectedWord.count)) : reason
    }

    /// The label, and how it reads with less and less of its path: `POST /v2/token`, `POST …/token`.
    ///
    /// What comes after `.well-known` is left whole, and before an end as short as `/o` or `/7` there is more.
    func labels(_ ellipsis: String) -> [String] {
        guard let space = label.firstIndex(of: " ") else { return [label] }
        let path = label[label.index(after: space)...]
        let known = path.firstRange(of: "/.well-known/").map { path.index(before: $0.upperBound) }
        let segments = path.indices.dropFirst().filter { index in
            let next = path.index(after: index)
            return path[index] == "/" && path[path.index(before: index)] != "/"
                && next < path.endIndex && path[next] != "/"
                && index <= known ?? path.endIndex && path[next...].count { $0 != "/" } >= Self.leastEnd
        }
        return [label] + segments.map { "\(label[...space])\(ellipsis)\(path[$0...])" }
    }
}
