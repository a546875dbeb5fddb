/// An end of a TCP connection, as the kernel's interfaces write it.
package struct SocketAddress: Equatable {
    /// 4 or 16 bytes in network order.
    package let address: [UInt8]
    package let port: UInt16

    package static func family(of socket: CInt) -> CInt? {
        read { getsockname(socket, $0, $1) }.map { CInt($0.0) }
    }

    package static func local(of socket: CInt) -> SocketAddress? { read { getsockname(socket, $0, $1) }?.1 }

    package static func peer(of socket: CInt) -> SocketAddress? { read { getpeername(socket, $0, $1) }?.1 }

    private static func read(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> (sa_family_t, SocketAddress?)? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let start = bytes.baseAddress,
                call(start.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return nil }
            let family = bytes.loadUnaligned(as: sa_family_t.self)
            let address: Range<Int>? =
                switch CInt(family) {
                case AF_INET: 4..<8
                case AF_INET6: 8..<24
                default: nil
                }
            let port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
            return (family, address.map { SocketAddress(address: Array(bytes[$0]), port: port) })
        }
    }
}
