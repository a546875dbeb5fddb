import Dispatch
import FoundationEssentials
import Synchronization
import TestSupport

/// A server that reads every request whole, answers some and closes the connection under the others.
final class ForgetfulServer: Sendable {
    /// What all its connections share.
    private final class Memory: Sendable {
        let answers: [Bool]
        let crowd: Int
        let missing = DispatchGroup()
        let seen = Mutex<[String]>([])

        init(answers: [Bool], crowd: Int) {
            self.answers = answers
            self.crowd = crowd
            for _ in 0..<crowd { missing.enter() }
        }
    }

    let url: URL
    private let server: RawServer
    private let memory: Memory

    /// Starts it; `answers` tells which requests are answered, in their order: none of those beyond its end is.
    ///
    /// The first `crowd` requests are answered when all of them have come: each has a connection of its own, then.
    init(answers: [Bool], crowd: Int = 0) throws {
        let memory = Memory(answers: answers, crowd: crowd)
        self.memory = memory
        server = try RawServer { Self.serve($0, memory) }
        url = try server.url
    }

    /// The methods of the requests that arrived whole, in their order.
    var requests: [String] { memory.seen.withLock { $0 } }

    private static func serve(_ connection: RawConnection, _ memory: Memory) {
        while case let head = connection.readHead(), !head.isEmpty {
            _ = connection.readText(contentLength(of: head))
            let number = memory.seen.withLock { seen in
                seen.append(String(head.prefix { $0 != " " }))
                return seen.count
            }
            if number <= memory.crowd {
                memory.missing.leave()
                memory.missing.wait()
            }
            guard number <= memory.answers.count, memory.answers[number - 1],
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            else { return }
        }
    }

    private static func contentLength(of head: String) -> Int {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
            return Int(line.dropFirst("content-length:".count).drop { $0 == " " }) ?? 0
        }
        return 0
    }
}
