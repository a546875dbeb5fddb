import Glibc

/// One connection, accepted or opened; what blocks gives up after ``patience``, so that a test fails and does not hang.
package final class RawConnection {
    package struct Refused: Error { package let code: CInt }

    private let descriptor: CInt
    private var received: [UInt8] = []
    /// Whether what was read last ended with a reset.
    package private(set) var wasReset = false

    package init(_ descriptor: CInt) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Connects to a server on this machine.
    package convenience init(port: UInt16, beforehand: (CInt) throws -> Void = { _ in }) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        address.sin_port = port.bigEndian
        try self.init(AF_INET, to: address, beforehand)
    }

    /// Connects to a server on this machine by its other address, `::1`.
    package convenience init(ipv6Port port: UInt16) throws {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        address.sin6_port = port.bigEndian
        try self.init(AF_INET6, to: address)
    }

    /// Connects to a socket in the file system.
    package convenience init(path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        try self.init(AF_UNIX, to: address)
    }

    private convenience init(
        _ family: CInt, to address: some Any, _ beforehand: (CInt) throws -> Void = { _ in }
    ) throws {
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        try beforehand(descriptor)
        let isConnected = withUnsafeBytes(of: address) { bytes in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return false }
            return connect(descriptor, start, socklen_t(bytes.count)) == 0
        }
        self.init(descriptor)
        guard isConnected else { throw Refused(code: errno) }
    }

    /// All that comes until the other side closes the connection.
    package func readToEnd() -> String {
        _ = read { _ in nil }
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// Tells the other side that nothing more comes.
    package func endSending() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    /// The next request's head, as sent; empty when the client is gone.
    package func readHead() -> String {
        read { $0.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound }
    }

    /// The next `count` bytes as text.
    package func readText(_ count: Int) -> String {
        read { $0.count >= count ? count : nil }
    }

    /// `false` once the client does not take it any more.
    @discardableResult
    package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Whether the client closed the connection, without sending more, before patience ended.
    package func sawClose() -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, 0)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// Has the kernel answer with a reset.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    private func read(until end: ([UInt8]) -> Int?) -> String {
        while true {
            if let count = end(received) {
                defer { received.removeFirst(count) }
                return String(decoding: received.prefix(count), as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                wasReset = count < 0 && errno == ECONNRESET
                return ""
            }
            received += buffer.prefix(count)
        }
    }
}
