import HostSystem

/// A bound, listening loopback socket.
///
/// The caller of `open` owns the descriptor.
enum ListeningSocket {
    static func open(_ address: HTTPServer.Address, port: UInt16) throws(HTTPServerError) -> (CInt, port: UInt16) {
        let family = address == .ipv4 ? AF_INET : AF_INET6
        let descriptor = StreamSocket.open(family)
        guard descriptor >= 0 else { throw .socketFailed(String(cString: strerror(errno))) }
        do throws(HTTPServerError) {
            // A port whose last connections are still in TIME_WAIT is free for a new listener.
            var on: CInt = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
            switch address {
            case .ipv4: try bind(descriptor, loopback4(port: port), port: port)
            case .ipv6: try bind(descriptor, loopback6(port: port), port: port)
            }
            guard listen(descriptor, SOMAXCONN) == 0 else { throw failure(port: port) }
            return (descriptor, try boundPort(of: descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func loopback4(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        return address
    }

    private static func loopback6(port: UInt16) -> sockaddr_in6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return address
    }

    private static func bind<Address>(_ descriptor: CInt, _ address: Address, port: UInt16) throws(HTTPServerError) {
        let result = withUnsafeBytes(of: address) { bytes in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return CInt(-1) }
            return HostSystem.bind(descriptor, start, socklen_t(MemoryLayout<Address>.size))
        }
        guard result == 0 else { throw failure(port: port) }
    }

    private static func boundPort(of descriptor: CInt) throws(HTTPServerError) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return CInt(-1) }
            return getsockname(descriptor, start, &length)
        }
        guard result == 0 else { throw failure(port: 0) }
        // The port sits at the same offset in sockaddr_in and sockaddr_in6.
        return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
    }

    private static func failure(port: UInt16) -> HTTPServerError {
        switch errno {
        case EADDRINUSE: .portTaken(port)
        case EACCES: .portForbidden(port)
        case let code: .socketFailed(String(cString: strerror(code)))
        }
    }
}
