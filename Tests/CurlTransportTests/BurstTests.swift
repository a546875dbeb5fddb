import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

/// Many requests at once.
@Suite(.timeLimit(.minutes(5)))
struct BurstTests {
    @Test func `every request of a burst gets its own answer`() async throws {
        let server = try HTTPServer.start { ServerResponse(contentType: "text/plain", text: $0.target) }
        let transport = CurlTransport.patient()
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    for turn in 0..<5 {
                        let path = "/\(number)/\(turn)"
                        let response = try await transport.send(HTTPRequest(url: try server.url(path)))
                        #expect(response.text == path)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `waiting for a free connection has an end too`() async throws {
        let (gate, arrived) = (Gate(), Gate())
        let server = try HTTPServer.start { _ in
            arrived.open()
            try? await gate.passed()
            return ServerResponse(status: 204)
        }
        let transport = CurlTransport.patient { $0.maximumConnections = 1 }
        let first = Task { try await transport.send(HTTPRequest(url: try server.url("/first"))) }
        try await arrived.passed()
        let second = HTTPRequest(url: try server.url("/second"), timeout: .milliseconds(200))
        #expect(try await failure(of: transport, second) == .timedOut(.waiting))
        gate.open()
        #expect(try await first.value.status == 204)
    }

    @Test func `a request is sent as it is, whatever the one before it was`() async throws {
        let server = try HTTPServer.start { request in
            let fields = ["X-One", "Authorization", "User-Agent"].map { request.headers[$0] ?? "–" }
            return ServerResponse(
                contentType: "text/plain", text: ([request.method, request.target] + fields).joined(separator: " "))
        }
        let transport = CurlTransport.patient { $0.userAgent = "tests" }
        let url = try server.url("/a")
        let requests: [(HTTPRequest, String)] = [
            (HTTPRequest(url: url, headers: ["X-One": "1", "Authorization": "A"]), "GET /a 1 A tests"),
            (HTTPRequest(url: url, headers: ["X-One": "1", "Authorization": "A"]), "GET /a 1 A tests"),
            (HTTPRequest(url: url, headers: ["X-One": "1", "Authorization": "B"]), "GET /a 1 B tests"),
            (
                HTTPRequest(url: try server.url("/b"), headers: ["X-One": "1", "Authorization": "B"]),
                "GET /b 1 B tests"
            ),
            (HTTPRequest(method: "POST", url: url, body: .text("hello")), "POST /a – – tests"),
            (HTTPRequest(url: url), "GET /a – – tests"),
            (HTTPRequest(method: "DELETE", url: url), "DELETE /a – – tests"),
            (HTTPRequest(url: url, headers: ["User-Agent": "other"]), "GET /a – – other"),
            (HTTPRequest(url: url), "GET /a – – tests"),
        ]
        for (request, expected) in requests { #expect(try await transport.send(request).text == expected) }
    }
}
