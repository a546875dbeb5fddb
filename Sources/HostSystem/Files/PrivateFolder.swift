/// The folder that a file is in, which may be for a user's private files alone.
package struct PrivateFolder: Sendable {
    package let path: String

    /// The folder of a file.
    package init(of file: String) {
        guard let slash = file.lastIndex(of: "/") else {
            path = "."
            return
        }
        path = slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// Makes a folder where nothing has its name.
    package static func create(_ path: String) throws(FileFailure) {
        guard mkdir(path, 0o700) == 0 else { throw FileFailure(path) }
    }

    /// Makes the folder where it is missing; where it is for such files alone its mode is repaired.
    package func make() throws(FileFailure) {
        var facts = stat()
        if stat(path, &facts) == 0 {
            if isForFilesAlone(facts), facts.st_mode & 0o077 != 0 { chmod(path, 0o700) }
            return
        }
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += name + "/"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw FileFailure(made) }
        }
    }

    private func isForFilesAlone(_ facts: stat) -> Bool {
        // A folder has one link more than it has folders; some file systems don't count and say 1.
        facts.st_uid == geteuid() && facts.st_nlink <= 2 && facts.st_mode & S_ISVTX == 0
    }

    /// The folders on the way to this one in which other users can put something else in its place.
    ///
    /// This one is left out where its mode is repaired by ``make()``.
    package var weaknesses: [String] {
        guard let real = realpath(path, nil) else { return [] }
        defer { free(real) }
        var weaknesses: [String] = []
        var place = String(cString: real)
        var isFirst = true
        while true {
            var facts = stat()
            if stat(place, &facts) == 0, !(isFirst && isForFilesAlone(facts)), let weakness = weakness(place, facts) {
                weaknesses.append(weakness)
            }
            guard place != "/", let slash = place.lastIndex(of: "/") else { return weaknesses }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
            isFirst = false
        }
    }

    /// Whether a group is the user's own: it bears the user's number where each user is given a group.
    private func isPrivate(_ group: gid_t) -> Bool { group == getegid() && group == geteuid() }

    private func weakness(_ place: String, _ facts: stat) -> String? {
        if facts.st_uid != geteuid(), facts.st_uid != 0 {
            return "\(place) belongs to uid \(facts.st_uid), who can replace the stored session"
        }
        let canBeWritten = facts.st_mode & 0o002 != 0 || facts.st_mode & 0o020 != 0 && !isPrivate(facts.st_gid)
        // In a sticky folder a user can rename only what is their own.
        guard canBeWritten, facts.st_mode & S_ISVTX == 0 else { return nil }
        return "other users can write to \(place) and replace the stored session; close it with: chmod go-w \(place)"
    }

    /// Makes a change of the folder last; some file systems can't, and that loses at most the newest record.
    func sync(_ calls: FileCalls) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = calls.sync(descriptor)
        close(descriptor)
    }
}
