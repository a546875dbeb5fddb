extension Flow {
    /// The flow as a Mermaid sequence diagram, which documents and issue trackers draw.
    package var mermaid: String {
        let names = lanes.map { "participant \($0.identifier) as \($0.rawValue)" }
        let rows = items().items.flatMap(\.diagramRows).map { $0.mermaid(lanes: lanes) }
        let left = leftCount > 0 ? ["Note over console: \(leftCount) earlier messages are no longer kept"] : []
        return (["sequenceDiagram"] + (names + left + rows).map { "    " + $0 }).joined(separator: "\n") + "\n"
    }
}

extension Lane {
    fileprivate var identifier: String { rawValue.split(separator: " ").joined() }
}

extension DiagramRow {
    fileprivate func mermaid(lanes: [Lane]) -> String {
        let words = Self.escaped(words)
        switch shape {
        case .note(let lane): return "Note over \(lane.identifier): \(words)"
        case .line:
            let ends = [lanes.first, lanes.last].compactMap { $0?.identifier }
            return "Note over \(ends.joined(separator: ",")): \(words)"
        case .sent(let from, let to): return "\(from.identifier)->>\(to.identifier): \(words)"
        case .answered(let from, let to): return "\(from.identifier)-->>\(to.identifier): \(words)"
        case .lost(let from, let to): return "\(from.identifier)--x\(to.identifier): \(words)"
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
