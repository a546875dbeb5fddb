import HostSystem

/// Removes what keeps a lock file from being opened, in a folder that belongs to this user.
///
/// Processes that repair at once must end up with one file. Each takes the folder's own lock and looks again before it
/// removes anything: a lock file that another has made meanwhile can be opened, and stays.
struct LockRepair {
    let path: String
    /// What opening the file ran into.
    let failure: FileFailure

    /// Returns where opening is worth another attempt.
    func run(until end: Duration, clock: any SessionClock) async throws {
        let folder = HostSystem.open(PrivateFolder(of: path).path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure }
        defer { close(folder) }
        try await LockFile.wait(for: folder, PrivateFolder(of: path).path, until: end, clock: clock)
        defer { flock(folder, LOCK_UN) }
        var facts = stat()
        guard lstat(path, &facts) == 0 else {
            // There is no file to repair: it has just been removed, or the folder can't be written.
            if access(PrivateFolder(of: path).path, W_OK | X_OK) == 0 { return }
            throw failure
        }
        let isFile = facts.st_mode & S_IFMT == S_IFREG
        if isFile, access(path, R_OK | W_OK) == 0 { return }
        if isFile, facts.st_uid == geteuid() {
            guard facts.st_mode & 0o600 != 0o600, chmod(path, 0o600) == 0 else { throw failure }
            return
        }
        guard isOurs(folder) else {
            throw facts.st_uid == geteuid() ? failure : FileFailure(path, .foreign(owner: facts.st_uid))
        }
        let isFolder = facts.st_mode & S_IFMT == S_IFDIR
        guard (isFolder ? rmdir(path) : unlink(path)) == 0 else { throw failure }
    }

    /// Whether no other user but root can put anything into the folder.
    private func isOurs(_ folder: Int32) -> Bool {
        var facts = stat()
        return fstat(folder, &facts) == 0 && facts.st_uid == geteuid() && facts.st_mode & 0o022 == 0
    }
}
