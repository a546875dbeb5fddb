import ConsoleApp
import JOSE
import Recordings
import SessionCore

extension OtherProcessEvent {
    /// The most characters of a process's name; it is from outside.
    private static let nameLimit = 80

    /// Reads a line of the event file; `nil` where this version does not know its event.
    init?(_ line: JSONObject) {
        guard let process: Int = line.read("process"), let program: String = line.read("program"), !program.isEmpty,
            let event = try? SessionEvent(Record(line))
        else { return nil }
        let name = String(program.prefix(Self.nameLimit / 2))
        self.init(
            process: Self.name(name, process, session: line.read("session") ?? 1), event: event.withoutContents)
    }
}

/// As a recording has it.
extension OtherProcessEvent: RecordedAsObject {
    var record: JSONObject {
        var json = event.record
        json.set("process", process)
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        let process: String = try record.value("process")
        self.init(
            process: String(process.prefix(Self.nameLimit)), event: try SessionEvent(record).withoutContents)
    }
}
