import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings

extension OtherProcessEvent {
    /// The most characters of a program's name, and of any other text; the text is from outside.
    private static let nameLimit = 40
    fileprivate static let textLimit = 1_000
    /// Events have a row for each redirect and one more.
    fileprivate static let stepLimit = 24

    /// Reads a line of the event file; `nil` where it can't be drawn.
    init?(_ line: JSONObject) {
        guard let process: Int = line.read("process"), let program = line["program"]?.string, !program.isEmpty,
            let event = FlowEvent(other: line)
        else { return nil }
        let name = Self.name(
            String(program.prefix(Self.nameLimit)), process, session: line.read("session") ?? 1)
        self.init(process: name, event: event.bounded)
    }
}

/// As a recording has it.
extension OtherProcessEvent: RecordedAsObject {
    var record: JSONObject {
        var json: JSONObject = [
            "process": process.recorded, "time": event.time.date.recorded, "sequence": event.sequence.recorded,
            "generation": event.generation.recorded,
        ]
        json.set("uptime", event.time.uptime)
        json.set("cause", event.cause)
        json.set("request", event.call)
        json["diagram"] = event.json.map { .object($0) }
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        let process: String = try record.value("process")
        guard let event = FlowEvent(other: record.object) else { throw RecordFlaw(reason: "is no event of a diagram") }
        self.init(process: String(process.prefix(2 * Self.nameLimit)), event: event.bounded)
    }
}

extension FlowEvent {
    /// Reads an event of another process; one without rows tells what led to another.
    ///
    /// `nil` where a newer program has told something that this one does not know.
    fileprivate init?(other line: JSONObject) {
        if let flow = line["diagram"]?.object {
            if let turn = flow["turn"]?.string, Self.turn(flow) == .none, turn != "none" { return nil }
            self.init(line)
            return
        }
        guard let sequence: Int = line.read("sequence"), let date: Date = line.read("time") else { return nil }
        self.init(
            sequence: sequence, time: FlowTime(date, uptime: line.read("uptime")),
            generation: line.read("generation") ?? 0, cause: line.read("cause"), call: line.read("request"))
    }

    /// The event with texts of limited length.
    fileprivate var bounded: FlowEvent {
        var event = self
        event.steps = steps.prefix(OtherProcessEvent.stepLimit).map(\.bounded)
        return event
    }
}

extension FlowStep {
    fileprivate var bounded: FlowStep {
        func short(_ text: String) -> String {
            text.utf8.count <= OtherProcessEvent.textLimit ? text : "\(text.prefix(OtherProcessEvent.textLimit))…"
        }
        var step = self
        (step.what, step.why, step.more) = (
            .outside(short(label)), .outside(short(reason)), .outside(short(detail))
        )
        step.token = Self.isFingerprint(token) ? token : ""
        step.otherTokens = otherTokens.prefix(8).filter(Self.isFingerprint)
        return step
    }

    private static func isFingerprint(_ text: String) -> Bool { text.utf8.count == 4 && text.allSatisfy(\.isHexDigit) }
}
