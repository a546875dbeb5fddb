import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A server that does with its connections what a test says, on bare sockets: for answers no HTTP server would give.
final class RawServer: Sendable {
    struct Failure: Error { let call: String; let code: CInt }

    let port: UInt16
    private let listener: CInt
    private let accepts: Bool

    /// Serves every connection with `script`, each on a thread of its own; without a backlog it accepts none.
    init(backlog: CInt = 64, _ script: @escaping @Sendable (RawConnection) -> Void = { _ in }) throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return false }
            return bind(listener, start, size) == 0 && listen(listener, backlog) == 0
                && getsockname(listener, start, &size) == 0
        }
        guard isListening else { throw Failure(call: "listen", code: errno) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        accepts = backlog > 0
        guard accepts else { return }
        // The thread closes what it accepts on: closed elsewhere, the number could be another test's by the next turn.
        onOwnThread {
            while true {
                let connection = Self.accept(listener)
                guard connection >= 0 else { break }
                onOwnThread { script(RawConnection(connection)) }
            }
            close(listener)
        }
    }

    deinit {
        shutdown(listener, CInt(SHUT_RDWR))
        if !accepts { close(listener) }
    }

    /// Accepts a connection that no child process inherits: another test's would keep it open.
    ///
    /// `accept4` is looked up by its name: the headers show it to GNU programs only.
    private static func accept(_ listener: CInt) -> CInt {
        guard let symbol = dlsym(nil, "accept4") else { return -1 }
        typealias Accept =
            @convention(c) (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, CInt) -> CInt
        return unsafeBitCast(symbol, to: Accept.self)(listener, nil, nil, CInt(SOCK_CLOEXEC.rawValue))
    }

    var url: URL {
        get throws { try #require(URL(string: "http://127.0.0.1:\(port)/")) }
    }
}

/// One accepted connection; what blocks gives up after four minutes, so that a test fails and does not hang.
final class RawConnection {
    private let descriptor: CInt
    private var received: [UInt8] = []

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        var patience = timeval(tv_sec: 240, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The next request's head, as sent; empty when the client is gone.
    func readHead() -> String {
        read { $0.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound }
    }

    /// The next `count` bytes as text.
    func readText(_ count: Int) -> String {
        read { $0.count >= count ? count : nil }
    }

    /// `false` once the client does not take it any more.
    @discardableResult
    func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Whether the client closed the connection, without sending more, before patience ended.
    func sawClose() -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, 0)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// Has the kernel answer with a reset.
    func reset() {
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
            guard count > 0 else { return "" }
            received += buffer.prefix(count)
        }
    }
}
