import HostSystem

/// What callers connect to: a socket in the file system, or a port of both loopback addresses or of one that is named.
struct Listener: Sendable {
    private let descriptor: CInt
    /// The socket on the same port of `::1`; below zero where there is no IPv6, or that port is another program's.
    private let second: CInt
    /// With the port that the system chose.
    let address: RelayAddress
    private let backlog: CInt
    private let asksForPeers: Bool

    /// A connection, and who is at its other end, as far as the system still knew and was asked.
    struct Accepted {
        let descriptor: CInt
        let peer: Peer?
    }

    init(
        _ address: RelayAddress, backlog: CInt = 128, asksForPeers: Bool = true, isOpenToOthers: Bool = false
    ) throws(RelayError) {
        (self.backlog, self.asksForPeers) = (backlog, asksForPeers)
        switch address {
        case .interface(let host, let port):
            descriptor = try Self.open(host.contains(":") ? AF_INET6 : AF_INET)
            second = -1
            guard let name = SocketAddress(host, port: port) else {
                _ = HostSystem.close(descriptor)
                throw .refused("\(host) is no address of a machine in digits")
            }
            let socket = descriptor
            guard name.withSockaddr({ HostSystem.bind(socket, $0, $1) }) == 0 else {
                throw Self.failure(descriptor, address)
            }
            self.address = .interface(host, port: SocketAddress.local(of: descriptor)?.port ?? port)
        case .port(let port):
            descriptor = try Self.open(AF_INET)
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
            name.sin_port = port.bigEndian
            try Self.bind(descriptor, to: name, size: MemoryLayout<sockaddr_in>.size, address)
            let chosen = SocketAddress.local(of: descriptor)?.port ?? port
            self.address = .port(chosen)
            second = Self.second(port: chosen, backlog)
        case .socket(let path):
            let name = try Self.name(path)
            try Self.clear(path, name)
            descriptor = try Self.open(AF_UNIX)
            second = -1
            self.address = address
            try Self.bind(descriptor, to: name, size: MemoryLayout<sockaddr_un>.size, address)
            // Nobody can connect before it listens.
            chmod(path, isOpenToOthers ? 0o666 : 0o600)
        }
        guard HostSystem.listen(descriptor, backlog) == 0 else {
            let failure = Self.failure(descriptor, address)
            if second >= 0 { _ = HostSystem.close(second) }
            throw failure
        }
    }

    /// Waits until somebody connects, and accepts all who wait, each asked for before the next; `nil` once ``stop()``
    /// was called, and not before.
    ///
    /// A program that sends and closes is gone before another thread runs: whatever else takes time comes after.
    func accept() -> [Accepted]? {
        while true {
            var accepted: [Accepted] = []
            for socket in sockets {
                while accepted.count < backlog {
                    let connection = acceptConnection(socket)
                    if connection >= 0 {
                        accepted.append(
                            Accepted(descriptor: connection, peer: asksForPeers ? Peer(of: connection) : nil))
                        continue
                    }
                    switch errno {
                    case EINTR, ECONNABORTED: continue
                    case EINVAL where socket == descriptor && accepted.isEmpty: return nil
                    case EAGAIN, EINVAL: break
                    // There may be no descriptor left: a connection that ends makes room.
                    default: if accepted.isEmpty { usleep(20_000) }
                    }
                    break
                }
            }
            if !accepted.isEmpty { return accepted }
            // A socket in the file system that was shut down tells so here alone.
            guard let ready = Wait.on((descriptor, .reading), (second, .reading), atMost: nil),
                ready.0.isDisjoint(with: .gone)
            else { return nil }
        }
    }

    /// Ends the waiting of another thread, which closes the sockets once it has seen the end of the first.
    func stop() {
        for socket in sockets.reversed() { shutdown(socket, CInt(SHUT_RDWR)) }
        if case .socket(let path) = address { unlink(path) }
    }

    /// For the thread that accepts, when it has seen the end.
    func close() {
        for socket in sockets { _ = HostSystem.close(socket) }
    }

    private var sockets: [CInt] { second < 0 ? [descriptor] : [descriptor, second] }

    /// Names such as `localhost` lead some programs to `::1` alone.
    private static func second(port: UInt16, _ backlog: CInt) -> CInt {
        guard let descriptor = try? open(AF_INET6) else { return -1 }
        var on: CInt = 1
        setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<CInt>.size))
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        name.sin6_addr = in6addr_loopback
        name.sin6_port = port.bigEndian
        guard (try? bind(descriptor, to: name, size: MemoryLayout<sockaddr_in6>.size, .port(port))) != nil else {
            return -1
        }
        guard HostSystem.listen(descriptor, backlog) == 0 else {
            _ = HostSystem.close(descriptor)
            return -1
        }
        return descriptor
    }

    private static func open(_ family: CInt) throws(RelayError) -> CInt {
        let descriptor = StreamSocket.open(family, isBlocking: false)
        guard descriptor >= 0 else { throw .refused(String(cString: strerror(errno))) }
        guard family != AF_UNIX else { return descriptor }
        var on: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        return descriptor
    }

    private static func bind(
        _ descriptor: CInt, to name: some Any, size: Int, _ address: RelayAddress
    ) throws(RelayError) {
        let result = withUnsafeBytes(of: name) { bytes in
            bytes.baseAddress.map {
                HostSystem.bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
            } ?? -1
        }
        guard result == 0 else { throw failure(descriptor, address) }
    }

    private static func failure(_ descriptor: CInt, _ address: RelayAddress) -> RelayError {
        let number = errno
        _ = HostSystem.close(descriptor)
        return number == EADDRINUSE ? .taken(address) : .refused(String(cString: strerror(number)))
    }

    private static func name(_ path: String) throws(RelayError) -> sockaddr_un {
        guard let name = LocalSocket.name(path) else { throw .unusable(path: path) }
        return name
    }

    /// Removes a socket that a program left behind, and nothing else.
    private static func clear(_ path: String, _ name: sockaddr_un) throws(RelayError) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else { throw .unusable(path: path) }
        let probe = try open(AF_UNIX)
        defer { _ = HostSystem.close(probe) }
        let isServed = withUnsafeBytes(of: name) { bytes in
            bytes.baseAddress.map {
                connect(probe, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
            } ?? false
        }
        guard !isServed else { throw .taken(.socket(path: path)) }
        unlink(path)
    }
}
