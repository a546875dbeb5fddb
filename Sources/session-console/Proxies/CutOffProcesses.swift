import HostSystem
import JOSE
import Recordings
import SessionCore
import SessionProxy

/// The processes that a profile's session serves no more: those that were cut off, and what they have started.
struct CutOffProcesses: Sendable, Equatable {
    private var identities: Set<ProcessIdentity> = []

    /// Whether nobody was cut off who may still run.
    var isOver: Bool { identities.allSatisfy(\.hasEnded) }

    /// Adds a process with all that it has started by now, which may have another parent later; returns whether it
    /// runs.
    @discardableResult
    mutating func add(_ process: pid_t) -> Bool {
        identities = identities.filter { !$0.hasEnded }
        guard let identity = ProcessIdentity(of: process) else { return false }
        identities.insert(identity)
        identities.formUnion(ProcessTree().descendants(of: process).compactMap { ProcessIdentity(of: $0) })
        return true
    }

    func isSubset(of other: CutOffProcesses) -> Bool { identities.isSubset(of: other.identities) }

    /// The process itself, or the nearest of those that it comes from, that was cut off.
    func origin(of process: pid_t) -> pid_t? {
        guard !identities.isEmpty else { return nil }
        var ancestor: pid_t? = process
        while let present = ancestor, present > 1 {
            if identities.contains(where: { $0.number == present }), let identity = ProcessIdentity(of: present),
                identities.contains(identity)
            {
                return present
            }
            ancestor = ProcessTable.parent(of: present)
        }
        return nil
    }
}

extension CutOffProcesses {
    /// Why a proxy of this process does not serve a program; `nil` where it does.
    func refusal(of caller: Caller?) -> ProxyRefusal? {
        guard !identities.isEmpty else { return nil }
        if origin(of: getpid()) != nil { return .proxyCutOff }
        // It may be one that was cut off, as long as one of those runs.
        guard let process = caller?.process else { return isOver ? nil : .unknownCaller }
        return origin(of: process) == nil ? nil : .cutOff
    }
}

extension CutOffProcesses: Recordable {
    var recorded: JSONValue {
        identities.sorted { ($0.number, $0.start) < ($1.number, $1.start) }.recorded
    }

    init(recorded: JSONValue) throws(RecordFlaw) {
        identities = Set(try [ProcessIdentity](recorded: recorded))
    }
}

extension ProcessIdentity: RecordedByMembers {
    static let members = Members(
        Self.init(number:start:boot:namespace:), .needed("process", \.number), .needed("start", \.start),
        .needed("boot", \.boot), .optional("pid_namespace", \.namespace))
}
