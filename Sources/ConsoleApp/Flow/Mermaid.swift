extension Flow {
    /// The flow as a Mermaid sequence diagram, which documents and issue trackers draw.
    package var mermaid: String {
        let set = LaneSet(ofDocument: lanes)
        let lanes = set.lanes
        let names = lanes.map { "participant \($0.identifier(in: lanes)) as \(DiagramRow.escaped($0.title))" }
        let rows = items().items.flatMap { $0.diagramRows(at: set) }.map { $0.mermaid(lanes: lanes) }
        let left =
            leftCount > 0
            ? ["Note over \(lanes[0].identifier(in: lanes)): \(leftCount) earlier messages are no longer kept"] : []
        return (["sequenceDiagram"] + (names + left + rows).map { "    " + $0 }).joined(separator: "\n") + "\n"
    }
}

extension Lane {
    /// A program's name could be anything, so that its number stands for it.
    fileprivate func identifier(in lanes: [Lane]) -> String {
        if isClient { return "client\((lanes.firstIndex(of: self) ?? lanes.count) + 1)" }
        return title.split(separator: " ").joined()
    }
}

extension DiagramRow {
    fileprivate func mermaid(lanes: [Lane]) -> String {
        let words = Self.escaped(words)
        switch shape {
        case .note(let lane): return "Note over \(lane.identifier(in: lanes)): \(words)"
        case .line:
            let ends = [lanes.first, lanes.last].compactMap { $0?.identifier(in: lanes) }
            return "Note over \(ends.joined(separator: ",")): \(words)"
        case .sent(let from, let to): return "\(from.identifier(in: lanes))->>\(to.identifier(in: lanes)): \(words)"
        case .answered(let from, let to):
            return "\(from.identifier(in: lanes))-->>\(to.identifier(in: lanes)): \(words)"
        case .lost(let from, let to): return "\(from.identifier(in: lanes))--x\(to.identifier(in: lanes)): \(words)"
        }
    }

    /// Text in which Mermaid finds neither the end of a statement, nor an entity, nor HTML.
    fileprivate static func escaped(_ text: String) -> String {
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
