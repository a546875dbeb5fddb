import CurlTransport
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProgressTests {
    private static let gzip: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 202, 77, 45, 46, 78, 76, 79, 85, 178, 82, 202, 72, 205, 201, 201, 215,
        81, 192, 66, 41, 213, 2, 0, 32, 223, 18, 247, 40, 0, 0, 0,
    ]

    private let transport = CurlTransport.patient()

    /// Sends four bytes, and six more once the gate is open.
    private func server(_ gate: Gate, announces: Bool) throws -> HTTPServer {
        try HTTPServer.start { request in
            if request.path == "/moved" {
                return ServerResponse(status: 302, headers: ["Location": "/"], body: .bytes(Array("elsewhere".utf8)))
            }
            return ServerResponse(
                body: .chunks(length: announces ? 10 : nil) { index in
                    if index == 1 { try await gate.passed() }
                    return index == 0 ? Array("1234".utf8) : index == 1 ? Array("567890".utf8) : nil
                })
        }
    }

    @Test(arguments: [("/", true), ("/", false), ("/moved", true)])
    func `what has arrived is known while it arrives, and how much there will be`(
        path: String, announces: Bool
    ) async throws {
        let gate = Gate()
        let server = try server(gate, announces: announces)
        let progress = HTTPProgress()
        #expect(progress.receivedSize == 0 && progress.expectedSize == nil)
        var request = HTTPRequest(url: try server.url(path))
        request.progress = progress
        let sent = Task { [request] in try await transport.send(request) }
        try await until { progress.receivedSize == 4 }
        #expect(progress.expectedSize == (announces ? 10 : nil))
        gate.open()
        #expect(try await sent.value.text == "1234567890")
        #expect(progress.receivedSize == 10)
    }

    @Test func `a compressed body counts as it was sent, so that it reaches what was announced`() async throws {
        let server = try HTTPServer.start { _ in
            ServerResponse(headers: ["Content-Encoding": "gzip"], body: .bytes(Self.gzip))
        }
        let progress = HTTPProgress()
        var request = HTTPRequest(url: try server.url("/"))
        request.progress = progress
        #expect(try await transport.send(request).body.count != Self.gzip.count)
        #expect(progress.receivedSize == Self.gzip.count)
        #expect(progress.expectedSize == Self.gzip.count)
    }
}
