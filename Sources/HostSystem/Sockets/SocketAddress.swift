/// An end of a TCP connection, as the kernel's interfaces write it.
package struct SocketAddress: Equatable {
    /// 4 or 16 bytes in network order.
    package let address: [UInt8]
    package let port: UInt16

    /// An address in digits; `nil` where the text is none.
    package init?(_ digits: String, port: UInt16) {
        let family = digits.contains(":") ? AF_INET6 : AF_INET
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        guard inet_pton(family, digits, &bytes) == 1 else { return nil }
        (address, self.port) = (bytes, port)
    }

    private init(address: [UInt8], port: UInt16) { (self.address, self.port) = (address, port) }

    /// In digits, without the port; an IPv4 address that came over IPv6 as IPv4 writes it.
    package var digits: String {
        let isMapped = address.count == 16 && address.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        let bytes = isMapped ? Array(address.suffix(4)) : address
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
            return ""
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Calls with the address as the system's calls take it.
    package func withSockaddr<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var storage = sockaddr_storage()
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { name in
                guard address.count == 16 else { return }
                name.pointee.sin6_family = sa_family_t(AF_INET6)
                name.pointee.sin6_port = port.bigEndian
                withUnsafeMutableBytes(of: &name.pointee.sin6_addr) { $0.copyBytes(from: address) }
            }
            storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { name in
                guard address.count == 4 else { return }
                name.pointee.sin_family = sa_family_t(AF_INET)
                name.pointee.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &name.pointee.sin_addr) { $0.copyBytes(from: address) }
            }
            let size = address.count == 4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
        }
    }

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
