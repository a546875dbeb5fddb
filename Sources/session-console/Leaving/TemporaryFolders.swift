import HostSystem
import Synchronization

/// The program's private folders, which are removed whenever the program ends in an orderly way.
enum TemporaryFolders {
    private static let folders = Mutex<[String: ProcessFolder]>([:])

    static func add(_ folder: ProcessFolder) { folders.withLock { $0[folder.path] = folder } }

    static func remove(_ folder: ProcessFolder) {
        folder.remove()
        folders.withLock { $0[folder.path] = nil }
    }

    /// Removes all of them; call it before the program ends.
    static func removeAll() {
        for folder in folders.withLock({ $0.values.map(\.self) }) { remove(folder) }
    }
}
