import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// A server on a bare socket that reads every request whole, answers some and closes the connection under the others.
///
/// It blocks, so it runs on threads of its own.
final class ForgetfulServer: Sendable {
    struct Failure: Error {
        let call: String
        let code: CInt
    }

    let url: URL
    private let listener: CInt
    private let answers: [Bool]
    private let seen = Mutex<[String]>([])

    /// Starts it; `answers` tells which requests are answered, in their order: none of those beyond its end is.
    init(answers: [Bool]) throws {
        self.answers = answers
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return bind(listener, pointer, size) == 0 && listen(listener, 8) == 0
                && getsockname(listener, pointer, &size) == 0
        }
        guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/") else {
            throw Failure(call: "listen", code: errno)
        }
        self.listener = listener
        self.url = url
        DispatchQueue(label: "forgetful server").async { [self] in acceptAll() }
    }

    /// The methods of the requests that arrived whole, in their order.
    var requests: [String] { seen.withLock { $0 } }

    func stop() {
        shutdown(listener, CInt(SHUT_RDWR))
        close(listener)
    }

    private func acceptAll() {
        while case let connection = accept(listener, nil, nil), connection >= 0 {
            DispatchQueue(label: "its connection").async { [self] in serve(connection) }
        }
    }

    private func serve(_ connection: CInt) {
        defer { close(connection) }
        var received: [UInt8] = []
        while let method = readRequest(from: connection, &received) {
            let number = seen.withLock { seen in
                seen.append(method)
                return seen.count
            }
            guard number <= answers.count, answers[number - 1] else { return }
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
            guard send(connection, answer, answer.count, CInt(MSG_NOSIGNAL)) == answer.count else { return }
        }
    }

    /// The method of the next request, once its body has been read to the end; `nil` when the client is gone.
    private func readRequest(from connection: CInt, _ received: inout [UInt8]) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                let total = end.upperBound + contentLength(of: head)
                if received.count >= total {
                    received.removeFirst(total)
                    return head.split(separator: " ").first.map(String.init)
                }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }

    private func contentLength(of head: String) -> Int {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
            return Int(line.dropFirst("content-length:".count).drop { $0 == " " }) ?? 0
        }
        return 0
    }
}
