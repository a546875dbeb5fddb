import Dispatch
import Glibc
import HTTPServer
import TestSupport

/// A client on a bare socket: it sends exactly the bytes it is given, malformed ones too.
///
/// It blocks, so it runs on a queue of its own: the handlers under test need the few threads of the shared pool.
/// Reads give up after ``patience``, so that a server that never answers fails a test and doesn't hang it.
actor RawClient {
    struct Failure: Error { let call: String; let code: CInt }

    struct Response: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let thread = BlockingExecutor()
    private let descriptor: CInt
    private var received: [UInt8] = []

    init(port: UInt16, address: HTTPServer.Address = .ipv4) throws {
        let family = address == .ipv4 ? AF_INET : AF_INET6
        descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let connected =
            switch address {
            case .ipv4:
                Self.connect(
                    descriptor,
                    to: sockaddr_in(
                        sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
                        sin_addr: in_addr(s_addr: INADDR_LOOPBACK.bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0)))
            case .ipv6:
                Self.connect(
                    descriptor,
                    to: sockaddr_in6(
                        sin6_family: sa_family_t(AF_INET6), sin6_port: port.bigEndian, sin6_flowinfo: 0,
                        sin6_addr: in6addr_loopback, sin6_scope_id: 0))
            }
        // With every property set, throwing runs `deinit`, which closes the descriptor.
        guard connected else { throw Failure(call: "connect", code: errno) }
    }

    private static func connect<Address>(_ descriptor: CInt, to address: Address) -> Bool {
        withUnsafeBytes(of: address) { bytes in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else { return false }
            return Glibc.connect(descriptor, start, socklen_t(bytes.count)) == 0
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(call: "send", code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// The next bytes, at least one; empty once the server has closed the connection, however it did.
    func read() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 && errno == ECONNRESET { return [] }
        guard count >= 0 else {
            throw Failure(call: errno == EAGAIN ? "recv: nothing came within \(patience)" : "recv", code: errno)
        }
        return Array(buffer.prefix(count))
    }

    func get(_ target: String) throws -> Response {
        try send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try response()
    }

    /// Reads one response with a `Content-Length` or a chunked body.
    func response() throws -> Response {
        let head = try upTo("\r\n\r\n")
        let lines = head.split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let status else { throw Failure(call: "status line", code: 0) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        var body: [UInt8] = []
        if headers["transfer-encoding"] == "chunked" {
            while let size = Int(try upTo("\r\n"), radix: 16) {
                body += try exactly(size)
                _ = try upTo("\r\n")
                if size == 0 { break }
            }
        } else {
            body = try exactly(headers["content-length"].flatMap { Int($0) } ?? 0)
        }
        return Response(status: status, headers: headers, body: body)
    }

    /// Everything up to the end of the connection, as text.
    func rest() throws -> String {
        var bytes = received
        received = []
        while case let more = try read(), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func fill() throws {
        let bytes = try read()
        guard !bytes.isEmpty else { throw Failure(call: "closed early", code: 0) }
        received += bytes
    }

    private func upTo(_ delimiter: String) throws -> String {
        while true {
            let pattern = Array(delimiter.utf8)
            if let start = received.indices.first(where: { received[$0...].starts(with: pattern) }) {
                defer { received.removeFirst(start + pattern.count) }
                return String(decoding: received[..<start], as: UTF8.self)
            }
            try fill()
        }
    }

    private func exactly(_ count: Int) throws -> [UInt8] {
        while received.count < count { try fill() }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }
}

/// Runs an actor on a queue of its own, where it may block.
private final class BlockingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "RawClient")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
