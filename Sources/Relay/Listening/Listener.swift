import CProcess
import Glibc

/// The socket that callers connect to.
struct Listener: Sendable {
    let descriptor: CInt
    /// With the port that the system chose.
    let address: RelayAddress

    init(_ address: RelayAddress, backlog: CInt = 128) throws(RelayError) {
        switch address {
        case .port(let port):
            descriptor = try Self.open(AF_INET)
            var on: CInt = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
            name.sin_port = port.bigEndian
            try Self.bind(descriptor, to: name, size: MemoryLayout<sockaddr_in>.size, address)
            self.address = .port(SocketAddress.local(of: descriptor)?.port ?? port)
        case .socket(let path):
            let name = try Self.name(path)
            try Self.clear(path, name)
            descriptor = try Self.open(AF_UNIX)
            self.address = address
            try Self.bind(descriptor, to: name, size: MemoryLayout<sockaddr_un>.size, address)
            // Nobody can connect before it listens.
            chmod(path, 0o600)
        }
        guard Glibc.listen(descriptor, backlog) == 0 else { throw Self.failure(descriptor, address) }
    }

    /// Waits for the next connection; `nil` once ``stop()`` was called, and not before.
    func accept() -> CInt? {
        while true {
            let connection = console_accept(descriptor)
            if connection >= 0 { return connection }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EINVAL: return nil
            // There may be no descriptor left: a connection that ends makes room.
            default: usleep(20_000)
            }
        }
    }

    /// Ends the waiting of another thread.
    func stop() {
        shutdown(descriptor, CInt(SHUT_RDWR))
        if case .socket(let path) = address { unlink(path) }
    }

    /// For the thread that accepts, when it has seen the end.
    func close() {
        _ = Glibc.close(descriptor)
    }

    private static func open(_ family: CInt) throws(RelayError) -> CInt {
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .refused(String(cString: strerror(errno))) }
        return descriptor
    }

    private static func bind(
        _ descriptor: CInt, to name: some BitwiseCopyable, size: Int, _ address: RelayAddress
    ) throws(RelayError) {
        let result = withUnsafeBytes(of: name) { bytes in
            bytes.baseAddress.map {
                Glibc.bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
            } ?? -1
        }
        guard result == 0 else { throw failure(descriptor, address) }
    }

    private static func failure(_ descriptor: CInt, _ address: RelayAddress) -> RelayError {
        let number = errno
        _ = Glibc.close(descriptor)
        return number == EADDRINUSE ? .taken(address) : .refused(String(cString: strerror(number)))
    }

    private static func name(_ path: String) throws(RelayError) -> sockaddr_un {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isWritten = withUnsafeMutableBytes(of: &name.sun_path) { room in
            guard !bytes.isEmpty, bytes.count < room.count, !bytes.contains(0) else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard isWritten else { throw .unusable(path: path) }
        return name
    }

    /// Removes a socket that a program left behind, and nothing else.
    private static func clear(_ path: String, _ name: sockaddr_un) throws(RelayError) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else { throw .unusable(path: path) }
        let probe = try open(AF_UNIX)
        defer { _ = Glibc.close(probe) }
        let isServed = withUnsafeBytes(of: name) { bytes in
            bytes.baseAddress.map {
                connect(probe, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
            } ?? false
        }
        guard !isServed else { throw .taken(.socket(path: path)) }
        unlink(path)
    }
}
