import ClientObservation
import ClientWatch
import FoundationEssentials
import Glibc
import SessionHTTP
import TestSupport
import Testing

/// What is told of requests to watched hosts.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct NewsTests {
    private static let form = "grant_type=refresh_token&refresh_token=r1"
    private static let token = #"{"access_token":"a1","refresh_token":"r2"}"#

    private static func answer(_ body: String, _ fields: String = "Content-Type: application/json\r\n") -> String {
        "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func post(_ body: String, _ fields: String = "") -> String {
        "POST /token?a=1 HTTP/1.1\r\nHost: watched.test\r\nContent-Type: application/x-www-form-urlencoded\r\n\(fields)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `a request over TLS is told with its body and its program, and its answer before the client has it`()
        async throws
    {
        let seen = Notes<String>()
        let server = try RawServer { connection in
            seen.add(connection.readHead() + connection.readText(Self.form.utf8.count))
            connection.write(Self.answer(Self.token))
            _ = connection.sawClose()
        }
        let stage = try WatchStage(server: server.port)
        let (text, news) = try await blocking {
            let client = try stage.client(to: .watched)
            client.write(Self.post(Self.form))
            let text = client.readHead() + client.readText(Self.token.utf8.count)
            return (text, stage.news.count)
        }
        #expect(text == Self.answer(Self.token))
        #expect(seen.all == [Self.post(Self.form)])
        #expect(news == 2)
        let request = try #require(stage.requests.first)
        #expect(request.method == "POST" && request.url.absoluteString == "https://watched.test/token?a=1")
        #expect(String(decoding: request.body, as: UTF8.self) == Self.form)
        #expect(request.caller?.process == getpid() && request.caller?.name.isEmpty == false)
        let answer = try #require(stage.answer)
        #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self) == Self.token)
        await stage.stop()
    }

    @Test func `a whole URL as target, in any spelling of the host, is the same watched host; its user stays here`()
        async throws
    {
        let seen = Notes<String>()
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                seen.add(head)
                connection.write(Self.answer(""))
            }
        }
        let stage = try WatchStage(server: server.port)
        try await blocking {
            let client = try stage.rawClient()
            for target in ["http://LOCALHOST.:\(server.port)/a?b", "HTTP://u:p@localhost:\(server.port)"] {
                client.write(
                    "GET \(target) HTTP/1.1\r\nHost: x\r\nProxy-Authorization: p\r\nproxy-connection: k\r\nX: y\r\n\r\n"
                )
                #expect(client.readHead().hasPrefix("HTTP/1.1 200"))
            }
        }
        // RFC 9112 §3.2.2: the target names the server, whatever Host says.
        let host = "Host: localhost:\(server.port)"
        #expect(seen.all == ["/a?b", "/"].map { "GET \($0) HTTP/1.1\r\n\(host)\r\nX: y\r\n\r\n" })
        let base = "http://localhost:\(server.port)"
        #expect(stage.requests.map(\.url.absoluteString) == ["\(base)/a?b", "\(base)/"])
        await stage.stop()
    }

    @Test(arguments: [
        "Host: evil.example\r\nX: y", "X: y", "Host: evil.example\r\nX: y\r\nhost: b",
        "Host: evil\r\n .example\r\nX: y",
        "X:\r\n y",
    ])
    func `a plain request names its target's host alone, on one line`(fields: String) async throws {
        let seen = Notes<String>()
        let server = try RawServer { connection in
            seen.add(connection.readHead())
            connection.write(Self.answer(""))
        }
        let stage = try WatchStage(server: server.port)
        try await blocking {
            let client = try stage.rawClient()
            client.write("GET http://localhost:\(server.port)/a HTTP/1.1\r\n\(fields)\r\n\r\n")
            #expect(client.readHead().hasPrefix("HTTP/1.1 200"))
        }
        let lines = try #require(seen.all.first).split(separator: "\r\n").dropFirst()
        #expect(lines.sorted() == ["Host: localhost:\(server.port)", "X: y"])
        await stage.stop()
    }

    @Test func `what goes to other hosts passes and is not told`() async throws {
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty { connection.write(Self.answer(head)) }
        }
        let stage = try WatchStage(server: server.port)
        let request = "GET / HTTP/1.1\r\nHost: h\r\nProxy-X: y\r\n\r\n"
        let texts = try await blocking {
            let plain = try stage.rawClient()
            plain.write("GET http://127.0.0.1:\(server.port)/x HTTP/1.1\r\nHost: h\r\nProxy-X: y\r\n\r\n")
            let blind = try stage.rawClient()
            blind.write("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n\r\n")
            _ = blind.readHead()
            blind.write(request)
            // Its first head is the answer's, its second one the request as the server got it.
            return [plain, blind].map { $0.readHead().isEmpty ? "" : $0.readHead() }
        }
        #expect(texts == ["GET /x HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n", request])
        #expect(stage.news.isEmpty && !stage.watch.hasSeenConnection)
        await stage.stop()
    }

    /// By `gzip` and by `brotli`.
    private static let encoded: [(coding: String, hexadecimal: String)] = [
        (
            "gzip",
            "1f8b0800000000000203ab564a4c4e4e2d2e8e2fc9cf4ecd53b2524a3454d2512a4a4d2b4a2dce800b16192"
                + "9d50200ec1bfc922a000000"
        ),
        (
            "gzip, identity",
            "1f8b0800000000000203ab564a4c4e4e2d2e8e2fc9cf4ecd53b2524a3454d2512a4a4d2b4a2dce800b16192"
                + "9d50200ec1bfc922a000000"
        ),
        (
            "gzip, br",
            "0b1b801f8b0800000000000203ab564a4c4e4e2d2e8e2fc9cf4ecd53b2524a3454d2512a4a4d2b4a2dce800b161929d5"
                + "0200ec1bfc922a00000003"
        ),
        ("br", "8b14807b226163636573735f746f6b656e223a226131222c22726566726573685f746f6b656e223a227232227d03"),
    ]

    @Test(arguments: encoded)
    func `an encoded answer passes as it is, and a copy of it is read`(coding: String, hexadecimal: String) async throws
    {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: \(coding)\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n")
            for byte in bytes { connection.write([UInt8]("1\r\n".utf8) + [byte] + [UInt8]("\r\n".utf8)) }
            connection.write("0\r\n\r\n")
            _ = connection.sawClose()
        }
        let stage = try WatchStage(server: server.port)
        try await blocking {
            let client = try stage.client(to: .watched)
            client.write("GET /userinfo HTTP/1.1\r\nHost: watched.test\r\n\r\n")
            _ = client.readHead()
            _ = client.readText(6 * bytes.count + 5)
        }
        #expect(stage.answer.map { String(decoding: $0.body, as: UTF8.self) } == Self.token)
        await stage.stop()
    }

    @Test func `a large form passes whole, and a mebibyte of it is told; another body is not kept`() async throws {
        let size = 3 << 20
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                connection.write(Self.answer("\(connection.readText(size).utf8.count)"))
            }
        }
        let stage = try WatchStage(server: server.port)
        let body = String(repeating: "x", count: size)
        let counts = try await blocking {
            let client = try stage.client(to: .watched)
            return ["application/x-www-form-urlencoded", "application/octet-stream"].map { type in
                client.write("POST / HTTP/1.1\r\nContent-Type: \(type)\r\nContent-Length: \(size)\r\n\r\n\(body)")
                return client.readHead().isEmpty ? "" : client.readText("\(size)".utf8.count)
            }
        }
        #expect(counts == ["\(size)", "\(size)"])
        #expect(stage.requests.map(\.body.count) == [1 << 20, 0])
        await stage.stop()
    }

    @Test func `an answer that breaks off, and a server that is not there, are told as failures`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        }
        let reserved = try ReservedPort()
        let stage = try WatchStage(server: server.port)
        try await blocking {
            for port in [server.port, reserved.number] {
                let client = try stage.rawClient()
                client.write("GET http://localhost:\(port)/ HTTP/1.1\r\n\r\n")
                _ = client.readToEnd()
            }
        }
        try await until { stage.answers.count == 2 }
        #expect(stage.answers.allSatisfy { $0 == nil })
        let notice = try #require(stage.notices.first)
        guard case .unreachable = notice.cause else {
            Issue.record("\(notice)")
            return
        }
        #expect(stage.notices.count == 1 && notice.host == "localhost" && notice.caller?.process == getpid())
        await stage.stop()
    }

    @Test func `the folder of the run is there while it runs, and has no key`() async throws {
        let server = try RawServer()
        let stage = try WatchStage(server: server.port)
        let text = try String(contentsOfFile: stage.roots, encoding: .utf8)
        #expect(text.contains("BEGIN CERTIFICATE") && !text.contains("PRIVATE KEY"))
        await stage.stop()
        #expect(!FileManager.default.fileExists(atPath: stage.roots))
    }
}
