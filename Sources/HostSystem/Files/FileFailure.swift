/// Why a file can't be used.
package struct FileFailure: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// The system's error number.
        case system(Int32)
        /// Something else is in the file's place.
        case notRegular(String)
        case tooLarge(limit: Int)
        /// Another user owns it.
        case foreign(owner: uid_t)
        /// Somebody else has changed its contents.
        case changed
    }

    package let path: String
    package let reason: Reason

    package init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// What the system says about the call that has just failed.
    package init(_ path: String) { self.init(path, .system(errno)) }

    /// The reason alone, for messages that name the file themselves.
    package var clause: String {
        switch reason {
        case .system(EEXIST): "a file with that name exists"
        case .system(let code): String(cString: strerror(code))
        case .notRegular(let kind): "it is \(kind), not a file"
        case .tooLarge(let limit): "it is larger than \(limit >> 10) KiB"
        case .foreign(let owner): "it belongs to \(owner == 0 ? "root" : "uid \(owner)"), not to uid \(geteuid())"
        case .changed: "it has changed meanwhile"
        }
    }
}

extension FileFailure: CustomStringConvertible {
    package var description: String { "\(path): \(clause)" }
}
