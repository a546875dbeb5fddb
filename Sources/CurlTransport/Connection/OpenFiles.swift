import Glibc

/// Whether this process may open files and sockets at all.
enum OpenFiles {
    /// Why none can be opened now; `nil` where one can.
    static var exhaustion: String? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        return reason(errno)
    }

    /// What the system says where a number means that nothing more can be opened; `nil` for any other.
    static func reason(_ number: Int32) -> String? {
        switch number {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: String(cString: strerror(number))
        default: nil
        }
    }
}
