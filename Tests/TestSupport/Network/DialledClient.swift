package import CurlTransport
import FoundationEssentials
import Glibc
package import SessionHTTP

/// A client that writes and reads bytes over a connection of libcurl's, with TLS and through a proxy where that is
/// asked for.
package final class DialledClient {
    private let connection: DialledConnection
    private var received: [UInt8] = []

    /// Connects to the origin through a proxy on this machine; loopback itself is reached directly.
    package init(
        to origin: Origin, throughProxy port: UInt16, trusting file: String? = nil,
        change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) throws {
        var configuration = CurlTransport.Configuration.patient
        configuration.proxy = "http://127.0.0.1:\(port)"
        configuration.certificateAuthorityFile = file
        change(&configuration)
        connection = try Dialler(configuration).dial(origin) { false }
    }

    /// `false` once the other side does not take it any more.
    @discardableResult
    package func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ connection.send($0) }) {
            case .moved(let count): rest = rest.dropFirst(count)
            case .waits: guard wait(for: POLLOUT) else { return false }
            case .ended, .failed: return false
            }
        }
        return true
    }

    package func endSending() { connection.endSending() }

    package func readHead() -> String { read { $0.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound } }

    package func readText(_ count: Int) -> String { read { $0.count >= count ? count : nil } }

    package func readToEnd() -> String {
        _ = read { _ in nil }
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    private func read(until end: ([UInt8]) -> Int?) -> String {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let count = end(received) {
                defer { received.removeFirst(count) }
                return String(decoding: received.prefix(count), as: UTF8.self)
            }
            switch buffer.withUnsafeMutableBytes({ connection.receive(into: $0) }) {
            case .moved(let count): received += buffer.prefix(count)
            case .waits: guard wait(for: POLLIN) else { return "" }
            case .ended, .failed: return ""
            }
        }
    }

    private func wait(for events: Int32) -> Bool {
        var entry = pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
        return poll(&entry, 1, CInt(patience.components.seconds * 1_000)) > 0
    }
}
