/// A file that only its owner may read, replaced whole, in a folder that is made when it is missing.
///
/// Of a link the file that it leads to is meant: that is replaced, removed or set aside, and the link stays.
package struct PrivateFile: Sendable {
    package let path: String

    private let calls: FileCalls

    package init(path: String, calls: FileCalls = .system) {
        self.path = path
        self.calls = calls
    }

    /// Reads a file of at most `limit` bytes and repairs its mode where it is this user's.
    ///
    /// With `isOurs` the file of another user is refused.
    package func read(limit: Int, requiringOwner isOurs: Bool) throws(FileFailure) -> [UInt8] {
        let (file, facts) = try RegularFile.open(path)
        defer { close(file) }
        if facts.st_uid == geteuid() {
            if facts.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
        } else if isOurs {
            throw FileFailure(path, .foreign(owner: facts.st_uid))
        }
        return try RegularFile.contents(of: file, facts, path, limit: limit)
    }

    /// Replaces the file, and returns once that would survive a crash.
    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        let place = try FilePlace(leadingFrom: path)
        try PrivateFolder(of: place.path).make()
        try ReplacedFile(path: place.path, calls: calls) { "\($0).tmp" }.write(bytes)
    }

    /// Removes the file, if there is one.
    package func remove() throws(FileFailure) {
        let place = try FilePlace(leadingFrom: path)
        guard unlink(place.path) == 0 || errno == ENOENT else { throw FileFailure(place.path) }
        PrivateFolder(of: place.path).sync(calls)
    }

    /// Renames the file to `.damaged-N`, and returns its new path.
    package func setAside() throws(FileFailure) -> String {
        let place = try FilePlace(leadingFrom: path)
        for number in 1...999 {
            let name = "\(place.path).damaged-\(number)"
            // Unlike rename(2), link(2) never replaces what is there.
            if link(place.path, name) == 0 {
                unlink(place.path)
                PrivateFolder(of: place.path).sync(calls)
                return name
            }
            guard errno == EEXIST else { break }
        }
        throw FileFailure(place.path)
    }

    /// The folders in which other users can put something else in the file's place.
    package var weaknesses: [String] {
        let own = PrivateFolder(of: path).weaknesses
        guard let place = try? FilePlace(leadingFrom: path), place.path != path else { return own }
        return own + PrivateFolder(of: place.path).weaknesses.filter { !own.contains($0) }
    }
}
