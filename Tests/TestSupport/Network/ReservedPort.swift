import Glibc

/// A port of 127.0.0.1 that stays a test's own for as long as this lives, also while nobody listens on it.
///
/// A socket that is bound to it, and never listens, keeps the system from giving the port to anybody who asks for a
/// free one. A listener that allows the reuse of addresses can have it all the same, as often as it wants; in between,
/// connections are refused.
package final class ReservedPort: Sendable {
    package struct Failure: Error { package let code: CInt }

    package let number: UInt16
    private let descriptor: CInt

    package init() throws {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var on: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return false }
            return bind(descriptor, start, size) == 0 && getsockname(descriptor, start, &size) == 0
        }
        self.descriptor = descriptor
        number = UInt16(bigEndian: address.sin_port)
        // With every property set, throwing runs `deinit`, which closes the descriptor.
        guard isBound else { throw Failure(code: errno) }
    }

    deinit { close(descriptor) }
}
