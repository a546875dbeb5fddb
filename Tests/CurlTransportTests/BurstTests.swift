import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import CurlTransport

/// Many requests at once, on one thread and on two.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BurstTests {
    @Test(arguments: [1, 4]) func `every request of a burst gets its own answer`(processors: Int) async throws {
        let server = try HTTPServer.start { ServerResponse(contentType: "text/plain", text: $0.target) }
        let transport = CurlTransport(.patient, processors: processors)
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

    @Test func `the second thread gets what is too much for the first, and gives it up when it is cancelled`()
        async throws
    {
        let (gate, arrived) = (Gate(), Gate())
        let count = Mutex(0)
        let server = try HTTPServer.start { request in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            if number == 3 * TransferQueues.fullLoad { arrived.open() }
            try? await gate.passed()
            return ServerResponse(contentType: "text/plain", text: request.target)
        }
        let queues = TransferQueues(configuration: .patient, processors: 4)
        defer { queues.stop() }
        let tasks = try (0..<3 * TransferQueues.fullLoad).map { number in
            let request = HTTPRequest(url: try server.url("/\(number)"))
            let form = try RequestForm(of: request, url: request.url.absoluteString, configuration: .patient)
            return Task {
                await queues.perform(Hop(request, form: form, patience: .seconds(240))).map {
                    $0.response(from: request.url)
                }
            }
        }
        try await arrived.passed()
        #expect(queues.loads.reduce(0, +) == tasks.count)
        #expect(queues.loads.allSatisfy { $0 >= TransferQueues.fullLoad })
        for task in tasks.dropFirst(5) { task.cancel() }
        for task in tasks.dropFirst(5) { #expect(await task.value.map(\.text) == .failure(.cancelled)) }
        gate.open()
        for (number, task) in tasks.prefix(5).enumerated() {
            #expect(await task.value.map(\.text) == .success("/\(number)"))
        }
        #expect(queues.loads == [0, 0])
    }

    @Test(arguments: [(1, 0, 1), (2, 0, 1), (4, 2, 1), (4, 15, 1), (4, 16, 2), (4, 64, 2), (4, 0, 2)])
    func `there is one thread where there is no processor for a second, or few places`(
        processors: Int, places: Int, threads: Int
    ) {
        var configuration = CurlTransport.Configuration.patient
        configuration.maximumConnectionsPerHost = places
        #expect(TransferQueues(configuration: configuration, processors: processors).loads.count == threads)
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
