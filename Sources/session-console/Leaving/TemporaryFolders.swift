import FoundationEssentials
import Synchronization

/// The program's private folders, which are removed whenever the program ends in an orderly way.
enum TemporaryFolders {
    private static let folders = Mutex<Set<String>>([])

    static func note(_ folder: String) { folders.withLock { _ = $0.insert(folder) } }

    static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)
        folders.withLock { _ = $0.remove(folder) }
    }

    /// Removes all of them; call it before the program ends.
    static func removeAll() {
        for folder in folders.withLock({ $0 }) { remove(folder) }
    }
}
