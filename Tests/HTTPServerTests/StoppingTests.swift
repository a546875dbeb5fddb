import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct StoppingTests {
    @Test func `a hung connection ends when the server stops`() async throws {
        let (now, later) = (Gate(), Gate())
        let server = try HTTPServer.start(
            immediately: { request in
                guard request.path == "/now" else { return nil }
                now.open()
                return .hang
            },
            handler: { _ in
                later.open()
                return .hang
            })
        let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
        for (client, path) in zip(clients, ["/now", "/later"]) {
            try await client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        try await now.passed()
        try await later.passed()
        await server.stop()
        for client in clients { #expect(try await client.rest() == "") }
    }

    @Test func `a dropped request gets no answer`() async throws {
        let server = try HTTPServer.start(immediately: { $0.path == "/now" ? .drop : nil }, handler: { _ in .drop })
        for path in ["/now", "/later"] {
            let client = try RawClient(port: server.port)
            try await client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await client.rest() == "")
        }
        await server.stop()
    }

    @Test func `stopping cancels the handlers`() async throws {
        let (started, cancelled) = (Gate(), Gate())
        let server = try HTTPServer.start { _ in
            await withTaskCancellationHandler {
                started.open()
                try? await cancelled.passed()
            } onCancel: {
                cancelled.open()
            }
            return ServerResponse()
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        try await started.passed()
        await server.stop()
        try await cancelled.passed()
        #expect(try await client.rest() == "")
    }

    @Test func `a handler that ignores its cancellation answers into the void`() async throws {
        let (started, released, finished) = (Gate(), Gate(), Gate())
        let server = try HTTPServer.start { _ in
            started.open()
            await Task { try? await released.passed() }.value
            defer { finished.open() }
            return ServerResponse()
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        try await started.passed()
        await server.stop()
        released.open()
        try await finished.passed()
        #expect(try await client.rest() == "")
    }

    @Test func `stopping twice is harmless, and a server let go of stops by itself`() async throws {
        var server: HTTPServer? = try HTTPServer.start { _ in ServerResponse() }
        let port = try #require(server?.port)
        let client = try RawClient(port: port)
        #expect(try await client.get("/").status == 200)
        server = nil
        #expect(try await client.rest() == "")
        let other = try HTTPServer.start { _ in ServerResponse() }
        await other.stop()
        await other.stop()
    }

    @Test func `stopping amid traffic of every kind is clean`() async throws {
        for _ in 0..<20 {
            let answered = Mutex(0)
            let enough = Gate()
            let port = try ReservedPort()
            let server = try HTTPServer.start(
                port: port.number,
                immediately: { $0.path == "/now" ? ServerResponse() : nil },
                handler: { request in
                    if answered.withLock({
                        $0 += 1; return $0
                    }) == 40 {
                        enough.open()
                    }
                    await Task.yield()
                    switch request.path {
                    case "/hang": return .hang
                    case "/chunks": return ServerResponse(body: .chunks { _ in [1, 2, 3] })
                    default: return ServerResponse()
                    }
                })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for path in ["/later", "/now", "/chunks", "/hang"] {
                    group.addTask {
                        // Clients come and go until the port is closed under them, which is what ends them.
                        while let client = try? RawClient(port: port.number) {
                            for _ in 0..<5 where path.hasPrefix("/la") || path == "/now" {
                                _ = try? await client.get(path)
                            }
                            try? await client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
                            if path != "/hang" { _ = try? await client.read() }
                            await Task.yield()
                        }
                    }
                }
                try await enough.passed()
                await server.stop()
            }
            withExtendedLifetime(port) {}
        }
    }
}
