import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CancellationTests {
    @Test func `cancelling ends the request and closes its connection`() async throws {
        let (arrived, closed) = (Gate(), Gate())
        let server = try RawServer { connection in
            _ = connection.readHead()
            arrived.open()
            if connection.sawClose() { closed.open() }
        }
        let transport = CurlTransport.patient()
        let task = Task { try await transport.send(HTTPRequest(url: try server.url)) }
        try await arrived.passed()
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        try await closed.passed()
    }

    @Test func `a request of a cancelled task is never sent`() async throws {
        let arrivals = Collector<String>()
        let server = try HTTPServer.start { request in
            arrivals.add(request.target)
            return ServerResponse()
        }
        let transport = CurlTransport.patient()
        let gate = Gate()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            gate.open()
            return try await transport.send(HTTPRequest(url: try server.url("/late")))
        }
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        _ = try await transport.send(HTTPRequest(url: try server.url("/next")))
        #expect(arrivals.all == ["/next"])
    }

    @Test func `cancelling one of many leaves the others alone`() async throws {
        let gate = Gate()
        let arrived = Gate()
        let count = Mutex(0)
        let server = try HTTPServer.start { request in
            if count.withLock({
                $0 += 1; return $0
            }) == 20 {
                arrived.open()
            }
            try? await gate.passed()
            return ServerResponse(contentType: "text/plain", text: request.target)
        }
        let transport = CurlTransport.patient()
        let tasks = (0..<20).map { number in
            Task { try await transport.send(HTTPRequest(url: try server.url("/\(number)"))).text }
        }
        try await arrived.passed()
        for task in tasks.prefix(10) { task.cancel() }
        for task in tasks.prefix(10) { await #expect(throws: TransportError.cancelled) { try await task.value } }
        gate.open()
        for (number, task) in tasks.enumerated().dropFirst(10) { #expect(try await task.value == "/\(number)") }
    }

    @Test func `cancelling at any moment does no harm`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(contentType: "text/plain", text: "hello") }
        let transport = CurlTransport.patient()
        for yields in 0..<200 {
            let task = Task { try await transport.send(HTTPRequest(url: try server.url("/"))) }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let response): #expect(response.text == "hello")
            case .failure(let error): #expect(error as? TransportError == .cancelled)
            }
        }
        #expect(try await transport.send(HTTPRequest(url: try server.url("/"))).text == "hello")
    }

    @Test func `a transport that is let go of closes its connections`() async throws {
        let closed = Gate()
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 204 No Content\r\n\r\n")
            if connection.sawClose() { closed.open() }
        }
        var transport: CurlTransport? = .patient()
        _ = try await transport?.send(HTTPRequest(url: try server.url))
        #expect(!closed.isOpen)
        transport = nil
        try await closed.passed()
    }
}
