package import FoundationEssentials
import Glibc

/// A server that does with its connections what a test says, on bare sockets: for answers no HTTP server would give.
package final class RawServer: Sendable {
    package struct Failure: Error {
        package let call: String
        package let code: CInt
    }

    package let port: UInt16
    private let listener: CInt
    private let accepts: Bool

    /// Serves every connection with `script`, each on a thread of its own; without a backlog it accepts none.
    package init(backlog: CInt = 64, _ script: @escaping @Sendable (RawConnection) -> Void = { _ in }) throws {
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

    package var url: URL {
        get throws {
            guard let url = URL(string: "http://127.0.0.1:\(port)/") else { throw Failure(call: "url", code: 0) }
            return url
        }
    }
}
