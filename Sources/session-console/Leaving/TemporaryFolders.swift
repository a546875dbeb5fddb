import FoundationEssentials
import Synchronization

/// The private folders that exist now: removed on every orderly way out of the program.
enum TemporaryFolders {
    private static let folders = Mutex<Set<String>>([])

    static func note(_ folder: String) { folders.withLock { _ = $0.insert(folder) } }

    static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)
        folders.withLock { _ = $0.remove(folder) }
    }

    /// Call it before the program ends.
    static func removeAll() {
        for folder in folders.withLock({ $0 }) { remove(folder) }
    }
}
