import Glibc
@testable import Interception
import TestSupport

/// What a test's server reads and writes; it waits at most for as long as tests are patient.
protocol Channel: AnyObject {
    var descriptor: CInt { get }
    /// Why the client gave the connection up, where it said so.
    var failure: TLSFailure? { get }
    /// `nil` at the end.
    func read() -> [UInt8]?
    func write(_ text: String)
    func endSending()
}

extension Channel {
    func readHead() -> String {
        var bytes: [UInt8] = []
        while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            guard let more = read() else { return "" }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func answer() {
        write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nseen")
        endSending()
        while read() != nil {}
    }

    /// Whether the socket became ready in time.
    func wait(for events: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&entry, 1, CInt(patience.components.seconds * 1_000)) > 0
    }
}

final class PlainChannel: Channel {
    let descriptor: CInt
    let failure: TLSFailure? = nil

    init(descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// The next byte, which stays unread.
    var firstByte: UInt8? {
        var byte: UInt8 = 0
        guard wait(for: POLLIN), recv(descriptor, &byte, 1, CInt(MSG_PEEK)) == 1 else { return nil }
        return byte
    }

    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard wait(for: POLLIN) else { return nil }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    func write(_ text: String) {
        _ = send(descriptor, text, text.utf8.count, CInt(MSG_NOSIGNAL))
    }

    func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }
}

final class TLSChannel: Channel {
    private let connection: TLSConnection
    private(set) var failure: TLSFailure?

    init(connection: TLSConnection) { self.connection = connection }

    var descriptor: CInt { connection.descriptor }

    /// `nil` once it is complete.
    func handshake() -> TLSFailure? {
        repeatedly { connection.handshake() } == nil ? failure ?? .brokenOff : nil
    }

    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = repeatedly { buffer.withUnsafeMutableBytes { connection.receive(into: $0) } }
        return count.map { Array(buffer.prefix($0)) }
    }

    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, let count = repeatedly({ rest.withUnsafeBytes { connection.send($0) } }) {
            rest = rest.dropFirst(count)
        }
    }

    func endSending() {
        connection.endSending()
        shutdown(descriptor, CInt(SHUT_WR))
    }

    private func repeatedly(_ call: () -> TLSProgress) -> Int? {
        while true {
            switch call() {
            case .moved(let count): return count
            case .wantsReading: guard wait(for: POLLIN) else { return nil }
            case .wantsWriting: guard wait(for: POLLOUT) else { return nil }
            case .ended: return nil
            case .failed(let failure):
                self.failure = failure
                return nil
            }
        }
    }
}

struct SocketFailure: Error { let code: CInt }
