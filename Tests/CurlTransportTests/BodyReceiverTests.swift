import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BodyReceiverTests {
    private static func server() throws -> HTTPServer {
        try HTTPServer.start { request in
            switch request.path {
            case "/large":
                ServerResponse(
                    headers: ["X-One": "1"], body: .chunks { $0 < 64 ? [UInt8](repeating: 7, count: 1 << 16) : nil })
            case "/moved": ServerResponse(status: 302, headers: ["Location": "/large"], body: .bytes([1, 2, 3]))
            case "/empty": ServerResponse(status: 204)
            default: ServerResponse(status: 404, body: .bytes([4, 0, 4]))
            }
        }
    }

    /// A small limit shows that what is handed on is not kept.
    private let transport = CurlTransport.patient { $0.bodyLimit = 1 << 10 }

    private func request(
        _ url: URL, heads: Collector<HTTPResponse>, pieces: Collector<Int>, most: Int = .max
    ) -> HTTPRequest {
        var request = HTTPRequest(url: url)
        request.bodyReceiver = HTTPBodyReceiver(begin: heads.add) { piece in
            pieces.add(piece.count)
            return pieces.all.count < most
        }
        return request
    }

    @Test(arguments: ["/large", "/moved"])
    func `a successful answer is handed on while it arrives`(path: String) async throws {
        let server = try Self.server()
        let (heads, pieces) = (Collector<HTTPResponse>(), Collector<Int>())
        let response = try await transport.send(request(try server.url(path), heads: heads, pieces: pieces))
        #expect(response.status == 200)
        #expect(response.body == [])
        #expect(response.receivedSize == 4 << 20)
        #expect(pieces.all.reduce(0, +) == 4 << 20)
        #expect(heads.all.map(\.status) == [200])
        #expect(heads.all.first?.headers["X-One"] == "1")
    }

    @Test func `the body of an error is kept, and an empty one begins nothing`() async throws {
        let server = try Self.server()
        let (heads, pieces) = (Collector<HTTPResponse>(), Collector<Int>())
        let missing = try await transport.send(request(try server.url("/nowhere"), heads: heads, pieces: pieces))
        #expect(missing.body == [4, 0, 4])
        #expect(missing.receivedSize == 0)
        _ = try await transport.send(request(try server.url("/empty"), heads: heads, pieces: pieces))
        #expect(heads.all.isEmpty && pieces.all.isEmpty)
    }

    @Test func `a receiver that has enough ends the transfer`() async throws {
        let server = try Self.server()
        let (heads, pieces) = (Collector<HTTPResponse>(), Collector<Int>())
        let error = try await failure(
            of: transport, request(try server.url("/large"), heads: heads, pieces: pieces, most: 2))
        #expect(error == .notTaken)
        #expect(pieces.all.count == 2)
    }
}
