/// Where a path leads over links, and what is there.
struct FilePlace {
    /// The path of what is no link; there may be nothing.
    let path: String
    private let facts: stat?

    /// As many links as the kernel follows.
    private static let linkLimit = 40

    /// Throws for a link that another user has made.
    init(leadingFrom path: String) throws(FileFailure) {
        var path = path
        for _ in 0..<Self.linkLimit {
            var facts = stat()
            guard lstat(path, &facts) == 0 else {
                guard errno == ENOENT else { throw FileFailure(path) }
                (self.path, self.facts) = (path, nil)
                return
            }
            // What these lead to is an open file, which has its name no more for the shell.
            guard facts.st_mode & S_IFMT == S_IFLNK, InputFile.inherited(path) == nil else {
                (self.path, self.facts) = (path, facts)
                return
            }
            guard facts.st_uid == geteuid() || facts.st_uid == 0 else {
                throw FileFailure(path, .foreign(owner: facts.st_uid))
            }
            var next = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &next, next.count)
            guard count > 0 else { throw FileFailure(path) }
            let target = String(decoding: next[..<count], as: UTF8.self)
            path = target.hasPrefix("/") ? target : PrivateFolder(of: path).path + "/" + target
        }
        throw FileFailure(path, .system(ELOOP))
    }

    /// Throws where there is anything but a plain file.
    func requireReplaceable() throws(FileFailure) {
        if let facts { try RegularFile.requireRegular(facts, path) }
    }

    /// Opens a stream that can be written to; `nil` where there is none.
    func openStream() throws(FileFailure) -> Int32? {
        let descriptor: Int32
        if let number = InputFile.inherited(path) {
            descriptor = dup(number)
        } else if let kind = facts.map({ $0.st_mode & S_IFMT }), kind == S_IFIFO || kind == S_IFCHR {
            descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        } else {
            return nil
        }
        guard descriptor >= 0 else { throw FileFailure(path) }
        return descriptor
    }
}
