import FoundationEssentials

/// The parents of all processes, at one moment.
package struct ProcessTree {
    private var children: [pid_t: [pid_t]] = [:]

    package init() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = pid_t(name), let parent = ProcessTable.parent(of: pid) else { continue }
            children[parent, default: []].append(pid)
        }
    }

    /// The children of a process, their children, and so on, as long as the parents still live.
    package func descendants(of pid: pid_t) -> [pid_t] {
        (children[pid] ?? []).flatMap { [$0] + descendants(of: $0) }
    }
}
