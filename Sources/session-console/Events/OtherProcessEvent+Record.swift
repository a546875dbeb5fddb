import ConsoleApp
import HostSystem
import JOSE
import Recordings
import SessionCore

/// A line of a profile's event file, and of a recording that shows other processes.
extension OtherProcessEvent: RecordedByMembers {
    /// The most characters of a program's name; it is from outside.
    private static let nameLimit = 40

    static let members = Members(
        Self.init(reading:number:namespace:program:session:leftOut:), .inline(\.event), .optional("process", \.number),
        .optional("pid_namespace", \.namespace), .needed("program", \.program),
        .needed("session", \.session, unless: 1), .optional("left_out", \.leftOut),
        then: [.words("text", \.text)])

    private var text: String? { event.description.inProfileTerms }

    /// What another process wrote, or this one is about to write.
    private init(
        reading event: SessionEvent, number: Int?, namespace: Int?, program: String, session: Int, leftOut: Int?
    ) {
        self.init(
            program: String(program.prefix(Self.nameLimit)), number: number, in: namespace, session: session,
            event: event.withoutContents, leftOut: leftOut)
    }

    /// What this process does.
    init(ofThisProcess program: String, session: Int, event: SessionEvent, leftOut: Int? = nil) {
        self.init(
            program: program, number: Int(getpid()), in: ProcessTable.namespace, session: session,
            event: event.withoutContents, leftOut: leftOut)
    }

    /// Reads a line of the event file; `nil` where this version does not know its event.
    init?(_ line: JSONObject) {
        guard let read = try? OtherProcessEvent(Record(line)), read.number != nil, !read.program.isEmpty else {
            return nil
        }
        self = read
    }
}
