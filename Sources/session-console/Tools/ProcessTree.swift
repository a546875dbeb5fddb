import FoundationEssentials
import Glibc

/// The parents of all processes, at one moment.
struct ProcessTree {
    private var children: [pid_t: [pid_t]] = [:]

    init() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = pid_t(name), let parent = Self.parent(of: pid) else { continue }
            children[parent, default: []].append(pid)
        }
    }

    /// The children of a process, their children, and so on, as long as the parents still live.
    func descendants(of pid: pid_t) -> [pid_t] {
        (children[pid] ?? []).flatMap { [$0] + descendants(of: $0) }
    }

    /// The fourth field of `/proc/PID/stat`; the second, in parentheses, may contain anything.
    private static func parent(of pid: pid_t) -> pid_t? {
        guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/stat")),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[bytes.index(after: end)...].split(separator: UInt8(ascii: " "))
        return fields.count > 1 ? pid_t(String(decoding: fields[fields.startIndex + 1], as: UTF8.self)) : nil
    }
}
