import FoundationEssentials

/// A folder for its user alone, which is gone when the program is: what a killed one has left, the next one removes.
///
/// It is in the first of ``TemporaryPlaces/inMemory(_:)`` that takes it.
package final class ProcessFolder: Sendable {
    package let path: String
    /// The open folder, which is locked as long as this program lives.
    private let descriptor: Int32

    /// Makes a folder whose name begins with that of its kind, such as `session-console-text`, and its process.
    package init(_ kind: String, environment: [String: String]) throws(FileFailure) {
        let bases = TemporaryPlaces.inMemory(environment)
        for base in bases {
            Self.removeLeftovers(of: kind, in: base)
            var template = Array("\(base)/\(kind)-\(getpid())-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            flock(descriptor, LOCK_EX | LOCK_NB)
            return
        }
        throw FileFailure(bases[0])
    }

    deinit {
        remove()
        if descriptor >= 0 { close(descriptor) }
    }

    /// Removes the folder with all that is in it.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folders of processes that are gone: nobody has that number, and nobody holds the lock.
    ///
    /// A number alone says little where two containers share the folder.
    private static func removeLeftovers(of kind: String, in base: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? [] where name.hasPrefix(kind + "-")
        {
            let parts = name.dropFirst(kind.count + 1).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let owner = pid_t(parts[0]), owner > 0, kill(owner, 0) == -1, errno == ESRCH,
                isUnlocked("\(base)/\(name)")
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(base)/\(name)")
        }
    }

    /// Whether it is a folder of this user that nobody holds.
    private static func isUnlocked(_ path: String) -> Bool {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        var facts = stat()
        return fstat(folder, &facts) == 0 && facts.st_uid == geteuid() && flock(folder, LOCK_EX | LOCK_NB) == 0
    }
}
