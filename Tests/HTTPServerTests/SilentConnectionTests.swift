import Testing
import TestSupport

@testable import HTTPServer

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SilentConnectionTests {
    private func limits(_ connections: Int) -> HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        (limits.connections, limits.idleTime) = (connections, .zero)
        return limits
    }

    @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: h\r\n", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx"])
    func `address 5: connections that send nothing, or no whole request, keep nobody out`(beginning: String)
        async throws
    {
        let server = try HTTPServer.start(limits: limits(8)) { request in
            ServerResponse(contentType: "text/plain", text: request.path)
        }
        var silent: [RawClient] = []
        for round in 0..<3 {
            for _ in 0..<10 {
                let client = try RawClient(port: server.port)
                if !beginning.isEmpty { try? await client.send(beginning) }
                silent.append(client)
            }
            #expect(try await RawClient(port: server.port).get("/\(round)").text == "/\(round)")
        }
        withExtendedLifetime(silent) {}
        await server.stop()
    }

    @Test func `address 5: a request that is being answered is answered whatever comes meanwhile`() async throws {
        let (isIn, isReleased) = (Gate(), Gate())
        let server = try HTTPServer.start(limits: limits(4)) { request in
            if request.path == "/slow" {
                isIn.open()
                try? await isReleased.passed()
            }
            return ServerResponse(contentType: "text/plain", text: request.path)
        }
        let slow = try RawClient(port: server.port)
        try await slow.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
        try await isIn.passed()
        let silent = try (0..<6).map { _ in try RawClient(port: server.port) }
        #expect(try await RawClient(port: server.port).get("/quick").text == "/quick")
        isReleased.open()
        #expect(try await slow.response().text == "/slow")
        withExtendedLifetime(silent) {}
        await server.stop()
    }

    @Test func `of the connections that wait, the longest silent one goes first, and none that is busy`() {
        var connections = OpenConnections(limit: 4)
        #expect(connections.open(1, 11) == nil && connections.open(2, 12) == nil && connections.open(3, 13) == nil)
        connections.beginAnswer(on: 1)
        connections.beginAnswer(on: 2)
        connections.endAnswer(on: 2)
        // The third has sent nothing yet.
        #expect(connections.open(4, 14) == 13)
        connections.close(3)
        #expect(connections.open(5, 15) == 14)
        connections.close(4)
        connections.beginAnswer(on: 5)
        #expect(connections.open(6, 16) == 12)
        connections.close(2)
        connections.beginAnswer(on: 6)
        // All are busy.
        #expect(connections.open(7, 17) == nil)
    }
}
