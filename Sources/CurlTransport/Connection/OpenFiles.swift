import HostSystem

/// Whether this process may open as many files and sockets as a connection takes.
enum OpenFiles {
    /// The most descriptors that a connection takes: its own, the name look-up's, and those that wake libcurl's
    /// threads.
    private static let need = 8

    /// The descriptors that connections leave free: without one, the store could not save a refreshed token.
    private static let reserve: rlim_t = 8

    /// Whether a descriptor is one of the last, which connections leave free.
    static func isReserved(_ descriptor: Int32) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
        return rlim_t(max(descriptor, 0)) + reserve >= limit.rlim_cur
    }

    /// Why a connection's descriptors can't be opened now; `nil` if they can.
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

    /// The system's text for an error number that means that no more files can be opened; `nil` for any other number.
    static func reason(_ number: Int32) -> String? {
        switch number {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: String(cString: strerror(number))
        default: nil
        }
    }
}
