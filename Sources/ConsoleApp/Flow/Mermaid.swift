import SessionCore

extension Flow {
    /// The flow as a Mermaid sequence diagram, which documents and issue trackers draw.
    package var mermaid: String {
        let names = lanes.map { ["participant \($0.identifier) as \($0.rawValue)"] }.joined()
        let rows = items().items.flatMap { $0.step.mermaid(count: $0.count, lanes: lanes) }
        let left = leftCount > 0 ? ["Note over console: \(leftCount) earlier messages are no longer kept"] : []
        return (["sequenceDiagram"] + (names + left + rows).map { "    " + $0 }).joined(separator: "\n") + "\n"
    }
}

extension Lane {
    fileprivate var identifier: String { rawValue.split(separator: " ").joined() }
}

extension FlowStep {
    fileprivate func mermaid(count: Int, lanes: [Lane]) -> [String] {
        let times = count > 1 ? "\(count) × " : ""
        let words = Self.escaped(times + [label, reason, process, detail].parts)
        switch path {
        case .note(let lane): return ["Note over \(lane.identifier): \(words)"]
        case .line:
            let ends = [lanes.first, lanes.last].compactMap { $0?.identifier }
            return ["Note over \(ends.joined(separator: ",")): \(words)"]
        case .message(let from, let to):
            guard status != nil || duration != nil else {
                let told = [words, token.isEmpty ? "" : "token \(token)"].parts
                return ["\(from.identifier)->>\(to.identifier): \(told)"]
            }
            let altered = isTokenAltered ? " altered" : ""
            let sent = [label, process, detail, token.isEmpty || isTokenIssued ? "" : "token \(token)\(altered)"]
            let issued = otherTokens.isEmpty ? "" : "issues \(otherTokens.joined(separator: ", "))"
            let answer = [
                status.map { "\($0)" } ?? "no answer", duration.map(DurationText.measured) ?? "", reason, issued,
            ]
            return [
                "\(from.identifier)->>\(to.identifier): \(Self.escaped(times + sent.parts))",
                "\(to.identifier)\(status == nil ? "--x" : "-->>")\(from.identifier): \(Self.escaped(times + answer.parts))",
            ]
        }
    }

    /// Text in which Mermaid finds neither the end of a statement, nor an entity, nor HTML.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "#", ";", "<", ">", "&", "%", "\"", "`", "{", "}": escaped += "#\(scalar.value);"
            case _
            where scalar.value < 0x20 || scalar.properties.generalCategory == .control
                || scalar.properties.generalCategory == .format || scalar.properties.isWhitespace:
                escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension [String] {
    fileprivate var parts: String { filter { !$0.isEmpty }.joined(separator: " · ") }
}
