import Glibc
@testable import Interception
import Synchronization
import TestSupport

/// A proxy that leads nowhere: it answers every request itself, on TLS with the context of the request's target.
///
/// A client that speaks TLS at once gets the context of `direct`, as from a server.
final class ConnectProxy: Sendable {
    /// A request, or a handshake that failed.
    struct Arrival: Sendable, Hashable {
        enum Way: Sendable, Hashable { case absolute, tunnel, direct }
        var way: Way
        var isTLS: Bool
        /// Host and port.
        var target: String
        var path = ""
        var failure: TLSFailure?
    }

    let port: UInt16
    private let listener: CInt
    private let contexts: [String: ServerContext]
    private let direct: String
    private let list = Mutex<[Arrival]>([])

    /// Starts to listen; contexts are by `host:port`, or by the host for all its ports.
    init(_ contexts: [String: ServerContext] = [:], direct: String = "") throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return false }
            return bind(listener, start, size) == 0 && listen(listener, 64) == 0
                && getsockname(listener, start, &size) == 0
        }
        guard isListening else { throw SocketFailure(code: errno) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        self.contexts = contexts
        self.direct = direct
        // It ends when the socket is shut down, and holds nothing but what it serves with.
        let accept = { @Sendable [weak self] in
            while true {
                let connection = Glibc.accept(listener, nil, nil)
                guard connection >= 0, let self else { break }
                onOwnThread { self.serve(connection) }
            }
            close(listener)
        }
        onOwnThread(accept)
    }

    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    var arrivals: [Arrival] { list.withLock { $0 } }

    /// The requests that were answered, as `tunnel tls host:port/path`.
    var answered: [String] {
        arrivals.filter { $0.failure == nil }.map { "\($0.way)\($0.isTLS ? " tls" : "") \($0.target)\($0.path)" }
    }

    private func serve(_ descriptor: CInt) {
        // Another test's child may have inherited the socket, and would keep it open.
        defer {
            shutdown(descriptor, CInt(SHUT_RDWR))
            close(descriptor)
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let socket = PlainChannel(descriptor: descriptor)
        if socket.firstByte == 0x16 { return serveTLS(on: socket, .direct, target: direct) }
        let words = socket.readHead().split(separator: " ").prefix(2).map(String.init)
        guard words.count == 2 else { return }
        guard words[0] == "CONNECT" else {
            let parts = words[1].split(separator: "/", maxSplits: 2).map(String.init)
            guard parts.count > 1, parts[0] == "http:" else { return }
            let path = "/" + (parts.count > 2 ? parts[2] : "")
            keep(Arrival(way: .absolute, isTLS: false, target: parts[1], path: path))
            return socket.answer()
        }
        socket.write("HTTP/1.1 200 Connected\r\n\r\n")
        if socket.firstByte == 0x16 { return serveTLS(on: socket, .tunnel, target: words[1]) }
        serve(on: socket, .tunnel, isTLS: false, target: words[1])
    }

    private func serveTLS(on socket: PlainChannel, _ way: Arrival.Way, target: String) {
        let host = target.lastIndex(of: ":").map { String(target[..<$0]) } ?? target
        // Python 3.11 leaves out the brackets of IPv6.
        let bracketed = "[\(host)]\(target.dropFirst(host.count))"
        guard let context = contexts[target] ?? contexts[bracketed] ?? contexts[host],
            let connection = try? context.accept(on: socket.descriptor)
        else { return }
        let channel = TLSChannel(connection: connection)
        guard let failure = channel.handshake() else {
            return serve(on: channel, way, isTLS: true, target: target)
        }
        keep(Arrival(way: way, isTLS: true, target: target, failure: failure))
    }

    private func serve(on channel: some Channel, _ way: Arrival.Way, isTLS: Bool, target: String) {
        let words = channel.readHead().split(separator: " ").prefix(2).map(String.init)
        if let failure = channel.failure {
            return keep(Arrival(way: way, isTLS: isTLS, target: target, failure: failure))
        }
        guard words.count == 2 else { return }
        keep(Arrival(way: way, isTLS: isTLS, target: target, path: words[1]))
        channel.answer()
    }

    private func keep(_ arrival: Arrival) {
        list.withLock { $0.append(arrival) }
    }
}
