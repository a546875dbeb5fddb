import ConsoleApp
import HostSystem
import SessionCore

/// What cutting off a process did, and what it did not, for the profile whose session it used.
struct CutOffReport: Sendable {
    /// The system keeps no more bytes of a process's name.
    private static let nameLimit = 15

    let process: pid_t
    /// `nil` where it had ended.
    let name: String?
    /// Who used the session then.
    let uses: [SessionUse]

    /// Cuts a process off from a profile's session, unless it has another name than is expected: a later one may have
    /// its number.
    init(
        cuttingOff process: pid_t, named expected: String? = nil, of profile: String, _ folders: Folders
    ) async throws(CommandFailure) {
        let (uses, name) = (SessionUse.all(of: profile, folders), ProcessTable.name(of: process))
        let isMeant = expected.map { $0.utf8.prefix(Self.nameLimit).elementsEqual((name ?? "").utf8) } ?? true
        var runs = false
        let file = KeptProxy.File(path: folders.proxyFile(profile: profile))
        _ = try await file.change { kept throws(CommandFailure) in
            runs = try kept.cutOff(isMeant ? process : nil)
        }
        (self.process, self.name, self.uses) = (process, runs ? name ?? Caller.unnamed : nil, uses)
    }

    /// May contain text from outside.
    var summary: String {
        guard let name else { return "Process \(process) has ended. The keys that it knew are new." }
        return "\(Caller(name: name, process: process)) and what it starts are cut off."
    }

    /// What goes on; may contain text from outside.
    var rest: [String] {
        guard name != nil else { return [] }
        let here = uses.filter { !$0.isElsewhere && ($0.process == process || $0.userProcess == process) }
        let hosts = here.filter { $0.program == "mcp" && $0.process == process }.compactMap(\.caller)
            .filter { $0.process != process }.map { "\($0) can start another bridge: its number cuts off all." }
        let consoles = here.contains { $0.program == "console" && $0.process == process }
        let given = here.contains { $0.last != nil && $0.last?.name == nil && $0.userProcess == process }
        return hosts + (consoles ? ["The console itself goes on; its proxy serves nobody."] : [])
            + (given ? ["A token that it was given works until that ends."] : [])
    }
}
