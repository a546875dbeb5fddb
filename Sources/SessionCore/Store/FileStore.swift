package import HostSystem

/// Keeps the record in a file, for this process and every other that is given the same path.
///
/// The file may be a link: what it leads to is meant then, and the link stays. It is 0600 in a folder of 0700. Looser
/// modes are repaired, the folder's only where it is the user's own, with no folders in it: then it counts as made for
/// sessions. A file that belongs to another user is not used: reading it throws, and nothing is moved. Next to the file
/// there may be a `.lock`, which has no secrets and stays, a `.tmp` while a record is written, and records that were
/// set aside as `.damaged-N`.
public final class FileStore: SessionStore {
    /// More than any record needs.
    package static let sizeLimit = 1 << 20

    /// The largest record that the file may hold, in bytes.
    public var sizeLimit: Int? { Self.sizeLimit }

    /// The record's file.
    public let path: String

    private let file: PrivateFile
    private let fileLock: FileLock

    /// Creates a store; nothing is touched until it is used, and missing folders are made when it is written.
    public convenience init(path: String) {
        self.init(path: path, calls: .system)
    }

    /// Creates one of many stores in a folder, which share one lock file; its sessions don't wait for each other.
    ///
    /// Every process that uses the record must name the same lock file.
    public convenience init(path: String, lockFile: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        self.init(path: path, calls: .system, lock: FileLock(path: lockFile, record: name))
    }

    package init(path: String, calls: FileCalls, lock: FileLock? = nil) {
        self.path = path
        file = PrivateFile(path: path, calls: calls)
        fileLock = lock ?? FileLock(path: path + ".lock")
    }

    /// Reads the file; `nil` if there is none.
    public func read() throws(StoreError) -> [UInt8]? {
        do throws(FileFailure) {
            return try file.read(limit: Self.sizeLimit, requiringOwner: true)
        } catch {
            if error.reason == .system(ENOENT) { return nil }
            throw .unreadable("\(error)")
        }
    }

    /// Replaces the file as a whole, with mode 0600.
    public func write(_ record: [UInt8]) throws(StoreError) {
        do throws(FileFailure) {
            guard record.count <= Self.sizeLimit else { throw FileFailure(path, .tooLarge(limit: Self.sizeLimit)) }
            try file.write(record)
        } catch {
            throw .unwritable("\(error)")
        }
    }

    /// Removes the file, if there is one.
    public func remove() throws(StoreError) {
        do throws(FileFailure) { try file.remove() } catch { throw .unwritable("\(error)") }
    }

    /// Renames a file that can't be read, and returns its new path.
    public func setAside() throws(StoreError) -> String {
        do throws(FileFailure) {
            return try file.setAside()
        } catch {
            throw .unwritable("\(path) is damaged and can't be set aside: \(error.clause)")
        }
    }

    /// What makes the file readable to others, such as its mode; empty if nothing does.
    public func weaknesses() async -> [String] { file.weaknesses }

    /// Locks the file that lies beside the record, against other processes too.
    public func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        try await fileLock.lock(within: limit, clock: clock)
    }
}
