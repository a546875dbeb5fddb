import HostSystem

/// Ports of loopback for programs that have to be told one before they listen.
enum FreePort {
    /// A port that was free just now, outside of the range from which the system gives any; else one of that range; 0
    /// where there is none.
    static func any() -> UInt16 {
        for _ in 0..<100 {
            let port = UInt16.random(in: lowest..<max(lowest + 1, GivenPorts.first))
            if bound(to: port) == port { return port }
        }
        return bound(to: 0)
    }

    private static let lowest: UInt16 = 10_000

    /// The port that a socket got; 0 where it got none.
    private static func bound(to port: UInt16) -> UInt16 {
        let descriptor = StreamSocket.open(AF_INET)
        guard descriptor >= 0, let address = SocketAddress("127.0.0.1", port: port) else { return 0 }
        defer { close(descriptor) }
        let isBound = address.withSockaddr { bind(descriptor, $0, $1) } == 0
        return isBound ? SocketAddress.local(of: descriptor)?.port ?? 0 : 0
    }
}
