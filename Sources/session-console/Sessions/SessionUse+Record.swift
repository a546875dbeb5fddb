import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import SessionCore

extension SessionUse: RecordedByMembers {
    static let members = Members(
        Self.init(program:process:namespace:isElsewhere:caller:calls:servedByOthers:last:),
        .needed("program", \.program),
        .needed("process", \.process), .optional("pid_namespace", \.namespace),
        .needed("elsewhere", \.isElsewhere, unless: false), .optional("caller", \.caller), .needed("calls", \.calls),
        .needed("served_by_others", \.servedByOthers), .optional("last_call", \.last))

    /// Who uses a profile's session now, by its event file.
    static func all(of profile: String, _ folders: Folders) -> [SessionUse] {
        var tail = EventTail(EventFile(path: folders.eventFile(profile: profile)))
        var uses = SessionUses(in: ProcessTable.namespace, now: Date()) { process in
            pid_t(exactly: process).flatMap { ProcessTable.start(of: $0) }
        }
        // Messages are parts of calls, and many.
        for line in tail.next() where line["kind"] != "exchange" {
            if let event = OtherProcessEvent(line) { uses.take(event) }
        }
        return uses.now
    }
}

extension SessionUse.Call: RecordedByMembers {
    static let members = Members(
        Self.init(time:name:status:), .needed("time", \.time), .optional("call", \.name), .optional("status", \.status))
}
