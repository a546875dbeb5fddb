import Glibc

/// Whether this process may open as many files and sockets as a connection takes.
enum OpenFiles {
    /// What a connection takes at most: the sockets that wake libcurl and its thread, that of the name look-up, its own.
    private static let need = 8

    /// What connections leave to others: a store that could not open its file would lose what a refresh has brought.
    private static let reserve: rlim_t = 8

    /// Whether a descriptor is one of the last, which connections leave to others.
    static func isReserved(_ descriptor: Int32) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
        return rlim_t(max(descriptor, 0)) + reserve >= limit.rlim_cur
    }

    /// Why so many can't be opened now; `nil` where they can.
    static var exhaustion: String? {
        var descriptors: [Int32] = []
        defer { descriptors.forEach { close($0) } }
        for _ in 0..<need {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return reason(errno) }
            descriptors.append(descriptor)
        }
        return nil
    }

    /// What the system says where a number means that nothing more can be opened; `nil` for any other.
    static func reason(_ number: Int32) -> String? {
        switch number {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: String(cString: strerror(number))
        default: nil
        }
    }
}
