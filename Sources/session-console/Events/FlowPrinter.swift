import ConsoleApp
import JOSE

/// Draws the events of an event file as sequence diagrams in text, one for each session of a process.
struct FlowPrinter {
    private struct Process {
        var flow = Flow()
        var text: FlowText
        /// The first row that is not printed yet.
        var next = 0
    }

    private let width: Int
    private var processes: [String: Process] = [:]
    /// In the order of their first events.
    private var names: [String] = []
    /// The process whose lines were printed last.
    private var heading = ""

    init(width: Int) { self.width = width }

    mutating func take(_ line: JSONObject) {
        guard let other = OtherProcessEvent(line) else { return }
        let name = other.process
        if processes[name] == nil { names.append(name) }
        processes[name, default: Process(text: FlowText(width: width))].flow.append(FlowEvent(other.event))
    }

    /// The lines that are new; those of a burst that is not over are left until the end.
    mutating func lines(isEnd: Bool) -> [String] {
        names.flatMap { name in lines(of: name, isEnd: isEnd) }
    }

    private mutating func lines(of name: String, isEnd: Bool) -> [String] {
        guard var process = processes[name] else { return [] }
        let (items, next) = process.flow.items(from: process.next, isEnd: isEnd)
        var lines = items.flatMap { process.text.lines($0) }
        process.next = next
        processes[name] = process
        guard !lines.isEmpty else { return [] }
        if isEnd { lines.append("              \(process.flow.summary)") }
        if heading != name { lines.insert("-- \(name)", at: 0) }
        heading = name
        return lines
    }
}
